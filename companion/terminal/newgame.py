"""The new game as a dialog: who plays, what is played, how numbers come up, house rules.

Each answer is judged when it is typed. `<` goes one question back, and what was entered stays in
the draft, from which the dialog opens again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.core import registry
from companion.core.compose import CompositionRefused
from companion.core.model import COLORS, Problem
from companion.core.module import Setting
from companion.core.settings import EDITIONS
from companion.i18n.text import Ref, Text
from companion.scenario.files import sort_out
from companion.scenario.newgame import compose_game, name_problems, read_request
from companion.terminal.console import Back, Console
from companion.view.sheet import setting_value

BASE = "base"
CARDS = registry.NUMBER_MODULES["cards"]


@dataclass
class Draft:
    """What was entered so far. `last` names those who played before."""

    last: tuple[str, ...] = ()
    players: list[dict[str, Any]] = field(default_factory=list)
    scenario: str = BASE
    variants: list[str] = field(default_factory=list)
    numbers: str = "cards"
    edition: str = EDITIONS[0]
    settings: dict[str, Any] = field(default_factory=dict)

    def request(self) -> dict[str, Any]:
        """The request for this game."""
        cards = [CARDS] if self.numbers == "cards" else []
        return {
            "players": self.players,
            "scenario": self.scenario,
            "variants": [*self.variants, *cards],
            "numbers": self.numbers,
            "edition": self.edition,
            "settings": self.settings,
        }


def ask_new_game(console: Console, own_scenarios: Path | None, draft: Draft) -> dict[str, Any]:
    """A request for a new game, which goes into `draft` answer by answer.

    Raises `Back` when the first question is left.
    """
    dialog = _Dialog(console, own_scenarios, draft)
    scenario = [dialog.scenario] if dialog.many_scenarios else []
    steps = [dialog.players, *scenario, dialog.variants, dialog.numbers, dialog.house_rules]
    at = 0
    while at < len(steps):
        try:
            steps[at]()
            at += 1
        except Back:
            if at == 0:
                raise
            at -= 1
    return draft.request()


class _Dialog:
    """The questions; each returns when its answer stands in the draft, or raises `Back`."""

    def __init__(self, console: Console, own_scenarios: Path | None, draft: Draft) -> None:
        self._console = console
        self._tr = console.tr
        self._own = own_scenarios
        self._draft = draft
        self._sound, self._faulty = sort_out(own_scenarios)

    # -- who plays ------------------------------------------------------------------------------

    def players(self) -> None:
        draft, names = self._draft, [p["name"] for p in self._draft.players]
        if names and self._yes("newgame.these_players", default=True, players=tuple(names)):
            return
        last = draft.last
        if last and tuple(names) != last and self._yes("newgame.same_players", players=last):
            draft.players = [{"name": name} for name in last]
            return
        low, high = self._counts()
        players: list[dict[str, Any]] = []
        self._console.write(self._tr("newgame.who"), "bold")
        while len(players) < high:
            try:
                player = self._player(players, low)
            except Back:
                if not players:
                    raise
                players.pop()
                continue
            if player is None:
                break
            players.append(player)
        draft.players = players

    def _counts(self) -> tuple[int, int]:
        """Least and most players of any scenario; which one it is, is asked later."""
        counts = [scenario.players for scenario in self._sound.values()] or [(2, 4)]
        low, high = min(low for low, _ in counts), max(high for _, high in counts)
        return low, min(high, len(COLORS))

    def _player(self, players: list[dict[str, Any]], low: int) -> dict[str, Any] | None:
        """The next player; None when the list is at its end. Raises `Back`."""
        while True:
            line = self._console.answer(self._tr("newgame.player", n=len(players) + 1))
            if not line and len(players) >= low:
                return None
            if not line:
                self._console.complain(self._tr("newgame.at_least", low=low))
            elif self._stands(name_problems([*(p["name"] for p in players), line])):
                try:
                    return {"name": line, "color": self._color([p["color"] for p in players])}
                except Back:
                    continue

    def _color(self, taken: list[str]) -> str:
        free = [c for c in COLORS if c not in taken]
        options = [(c, self._tr.show(Ref("color", c))) for c in free]
        chosen = self._console.choose(self._tr("common.color"), options, default=free[0])
        return chosen or free[0]

    # -- what is played -------------------------------------------------------------------------

    @property
    def many_scenarios(self) -> bool:
        """Whether there is anything to choose from or to tell about."""
        return len(self._sound) > 1 or bool(self._faulty)

    def scenario(self) -> None:
        draft, console = self._draft, self._console
        for name, problems in self._faulty.items():
            console.complain(self._tr("newgame.faulty_scenario", name=name))
            say_problems(console, problems)
        default = draft.scenario if draft.scenario in self._sound else next(iter(self._sound), None)
        if default is None:
            raise Back
        known = registry.known()
        options = [
            (name, self._tr.show(Ref("module", name)) if name in known else name)
            for name in self._sound
        ]
        while True:
            title = self._tr("newgame.scenario")
            chosen = console.choose(title, options, default=default) or default
            low, high = self._sound[chosen].players
            count = len(draft.players)
            if low <= count <= high:
                draft.scenario = chosen
                return
            console.complain(self._tr("newgame.players", count=count, low=low, high=high))

    def variants(self) -> None:
        known = [v for v in registry.variants() if v not in registry.NUMBER_MODULES.values()]
        options = [(v, self._tr.show(Ref("module", v))) for v in known]
        kept = tuple(self._draft.variants)
        title = self._tr("newgame.variants")
        self._until_possible(
            lambda: {"variants": list(self._console.choose_many(title, options, default=kept))},
            numbers="typed",
        )

    def numbers(self) -> None:
        sources = ("cards", "dice", "typed")
        options = [(s, self._tr.show(Ref("number_source", s))) for s in sources]
        title, default = self._tr("newgame.numbers"), self._draft.numbers
        self._until_possible(
            lambda: {"numbers": self._console.choose(title, options, default=default)}
        )

    # -- house rules ----------------------------------------------------------------------------

    def house_rules(self) -> None:
        draft, console = self._draft, self._console
        chosen_before = bool(draft.settings) or draft.edition != EDITIONS[0]
        if not self._yes("newgame.house_rules", default=chosen_before):
            draft.edition, draft.settings = EDITIONS[0], {}
            return
        options = [(e, self._tr.show(Text(f"edition.{e}"))) for e in EDITIONS]
        title, default = self._tr("newgame.edition"), draft.edition
        self._until_possible(lambda: {"edition": console.choose(title, options, default=default)})
        settings = self._settings()
        draft.settings = {n: v for n, v in draft.settings.items() if n in settings}
        while (name := self._which_rule(settings)) is not None:
            try:
                value = self._setting(name, settings[name])
            except Back:
                continue
            changed = {**draft.settings, name: value}
            if self._stands(self._problems(settings=changed)):
                draft.settings = changed

    def _settings(self) -> dict[str, Setting]:
        """Rules of the modules that are in the game, by full name."""
        playing = {"base", *self._draft.request()["variants"]}
        return {
            f"{m.id}.{s.name}": s
            for m in registry.known().values()
            if m.id in playing or m.role == "system"
            for s in m.settings
        }

    def _which_rule(self, settings: dict[str, Setting]) -> str | None:
        options = []
        for name, setting in settings.items():
            value = self._draft.settings.get(name, setting.default)
            label = Text(f"setting.{name}")
            shown = setting_value(name, setting, value)
            options.append((name, self._tr("common.sentence", label=label, value=shown)))
        return self._console.choose(self._tr("newgame.which_rule"), options, optional=True)

    def _setting(self, name: str, setting: Setting) -> Any:
        title = self._tr.show(Text(f"setting.{name}"))
        now = self._draft.settings.get(name, setting.default)
        if setting.kind == "count":
            return self._console.number(title, setting.low, setting.high, now)
        values = (True, False) if setting.kind == "flag" else setting.choices
        options = [(v, self._tr.show(setting_value(name, setting, v))) for v in values]
        return self._console.choose(title, options, default=now)

    # -- judging --------------------------------------------------------------------------------

    def _until_possible(self, ask: Callable[[], dict[str, Any]], **meanwhile: Any) -> None:
        """Ask until the game can be with the answer; `meanwhile`: what is asked later."""
        while True:
            answer = ask()
            if self._stands(self._problems(**meanwhile, **answer)):
                for name, value in answer.items():
                    setattr(self._draft, name, value)
                return

    def _problems(self, **changed: Any) -> tuple[Problem, ...]:
        """Why the game cannot be as it is drafted, with `changed` fields."""
        fields = {**vars(self._draft), "settings": {}, **changed}
        try:
            compose_game(read_request(Draft(**fields).request()), bytes, own_scenarios=self._own)
        except CompositionRefused as refused:
            return refused.problems
        return ()

    def _stands(self, problems: Iterable[Problem]) -> bool:
        found = tuple(problems)
        say_problems(self._console, found)
        return not found

    def _yes(self, message: str, *, default: bool = False, **params: Any) -> bool:
        return self._console.decide(self._tr(message, **params), default=default)


def say_problems(console: Console, problems: tuple[Problem, ...]) -> None:
    """Every reason why the game cannot be."""
    for problem in problems:
        console.complain(console.tr.text(problem.text))
