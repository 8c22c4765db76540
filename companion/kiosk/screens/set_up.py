"""What a new game is made of on the touchscreen, and beginning it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.core.model import COLORS, Refusal, Seat, Setup
from companion.core.module import Setting
from companion.core.registry import NUMBER_MODULES, known, variants
from companion.core.settings import EDITIONS
from companion.i18n.text import Text
from companion.kiosk.host import SOURCE
from companion.kiosk.screens.new_game_scenarios import Scenarios
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.scenario.files import Scenario
from companion.session import Done, SetupRefused

if TYPE_CHECKING:
    from companion.kiosk.host import Host

BASE = "base"
LAST_SET_UP = "kiosk.last_set_up"
"""The preference that holds the request of the game begun last."""


@dataclass
class Chosen:
    """Somebody who plays: who it is, and in which color."""

    person: str
    name: str
    color: str
    language: str | None = None


@dataclass
class SetUp:
    """The choices on the screen; `request` is the new game they ask for."""

    scenarios: Scenarios
    players: list[Chosen] = field(default_factory=list)
    scenario: str = BASE
    numbers: str = "cards"
    variants: set[str] = field(default_factory=set)
    edition: str = "default"
    settings: dict[str, Any] = field(default_factory=dict)
    board: str = ""
    """The code of the board that is played on; "" for one that the app does not know."""

    def file(self) -> Scenario | None:
        """The scenario's file; None where it is faulty, which is said when the game is to begin."""
        return self.scenarios.sound.get(self.scenario)

    def full(self) -> bool:
        """Whether the scenario has no seat left."""
        file = self.file()
        return file is not None and len(self.players) >= file.players[1]

    def reorder(self, order: Sequence[int]) -> None:
        """Seat the players in this order of their present places, counted from 0."""
        self.players = [self.players[place] for place in order]

    def let_begin(self, first: int) -> None:
        """Have the player at this place begin; the order around the table stays."""
        self.players = self.players[first:] + self.players[:first]

    def free_color(self, wanted: str | None) -> str:
        """`wanted` if nobody has it, else the first that is free."""
        taken = {p.color for p in self.players}
        if wanted is not None and wanted not in taken:
            return wanted
        return next((c for c in COLORS if c not in taken), COLORS[0])

    def by_count(self) -> tuple[str, ...]:
        """Variants that this number of players brings along."""
        count = len(self.players)
        found = []
        for name in variants():
            counts = known()[name].players
            if counts is not None and counts[0] <= count <= counts[1]:
                found.append(name)
        return tuple(found)

    def neutral_colors(self) -> tuple[str, ...]:
        """The colors that nobody plays but this number of players brings along (TW-1)."""
        seats = tuple(Seat(f"s{n}", p.name, p.color) for n, p in enumerate(self.players, 1))
        setup = Setup(seats, seed="")
        for name in self.by_count():
            prepare = known()[name].prepare
            if prepare is not None:
                setup = prepare(setup)
        return tuple(seat.color for seat in setup.seats if seat.kind == "neutral")

    def request(self) -> dict[str, Any]:
        """Plain data for `Session.new_game`."""
        names = [v for v in offered_variants() if v in self.variants]
        known_settings = settings_of(self)
        return {
            "players": [
                {"name": p.name, "color": p.color, "language": p.language, "person": p.person}
                for p in self.players
            ],
            "scenario": self.scenario,
            "variants": [*names, *self.by_count()],
            "numbers": self.numbers,
            "edition": self.edition,
            # A house rule of a variant that was switched off again says nothing.
            "settings": {n: v for n, v in self.settings.items() if n in known_settings},
            **({"board": {"code": self.board}} if self.board else {}),
        }


def offered_variants() -> tuple[str, ...]:
    """Variants a person switches on: not those that numbers or the number of players bring."""
    brought = set(NUMBER_MODULES.values())
    return tuple(v for v in variants() if v not in brought and known()[v].players is None)


def settings_of(chosen: SetUp) -> dict[str, Setting]:
    """Every setting of the modules that the choices bring, by its full name."""
    modules, file = known(), chosen.file()
    wanted = [*((BASE,) if file is None else file.modules), NUMBER_MODULES[chosen.numbers]]
    wanted += [*sorted(chosen.variants), *chosen.by_count()]
    return {f"{m}.{s.name}": s for m in wanted for s in modules[m].settings}


def from_request(data: dict[str, Any], people: Sequence[Any], scenarios: Scenarios) -> SetUp:
    """The choices of a game that was begun before, as far as they still make sense."""
    ids = {p.id: p for p in people}
    numbers, edition, scenario = (
        data.get("numbers"),
        data.get("edition"),
        data.get("scenario", BASE),
    )
    found = SetUp(
        scenarios,
        scenario=scenario if scenario in scenarios.sound else BASE,
        numbers=numbers if numbers in NUMBER_MODULES else "cards",
        variants=set(data.get("variants", ())) & set(offered_variants()),
        edition=edition if edition in EDITIONS else "default",
        settings=dict(data.get("settings", {})),
    )
    for player in data.get("players", ()):
        person = ids.get(player.get("person"))
        if person is not None:
            color = found.free_color(player.get("color"))
            language = player.get("language") or person.language
            found.players.append(Chosen(person.id, person.name, color, language))
    return found


def once_more(data: dict[str, Any], people: Sequence[Any], scenarios: Scenarios) -> SetUp | None:
    """The same game for the same people, under the names they go by now.

    None when one of them, or the scenario, is there no more: it would be another game.
    """
    found = from_request(data, people, scenarios)
    same = len(found.players) == len(data.get("players", ())) > 1
    return found if same and found.scenario == data.get("scenario", BASE) else None


def begin(
    host: Host, request: dict[str, Any], game_id: str, then: Callable[[], None] | None = None
) -> None:
    """Begin the game and show its table; what keeps it from beginning is said in full.

    `game_id` is new: the second of two quick taps brings the same, and begins nothing.
    """

    def begun() -> None:
        host.wait(host.session.preferences.set(LAST_SET_UP, request))
        if then is not None:
            then()

    answer = host.session.new_game(request, SOURCE, game_id=game_id)
    host.wait(answer, lambda answer: _taken(host, answer, begun))


def begin_again(host: Host, game_id: str) -> None:
    """Begin the game on the table again: the same seats, variants and house rules."""
    answer = host.session.rematch(SOURCE, game_id=game_id)
    host.wait(answer, lambda answer: _taken(host, answer))


def _taken(
    host: Host, answer: Done | Refusal | SetupRefused, begun: Callable[[], None] | None = None
) -> None:
    if isinstance(answer, SetupRefused):
        show_faults(host, host.tr("kiosk.new_game.cannot"), [p.text for p in answer.problems])
    elif isinstance(answer, Refusal):
        host.refused(answer, None)
    elif not answer.repeated:
        host.home("table")
        if begun is not None:
            begun()


def show_faults(host: Host, title: str, faults: Sequence[Text]) -> None:
    """Everything that is wrong, one below the other: a message alone; more of them on a sheet."""
    if host.app.overlays is None:
        return
    if len(faults) == 1:
        host.app.overlays.error(host.say(faults[0]))
        return
    column = ScrollColumn(spacing_of="gap")
    for fault in faults:
        column.add_row(AutoLabel(host.say(fault), grow=True))
    host.app.overlays.open_sheet(Sheet(title, column))
