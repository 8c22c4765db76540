"""What the table wants of its board: for how many, as in the book or drawn, and which wishes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from companion.core.board.options import LIMITS, Options
from companion.core.board.plan import Plan
from companion.i18n.text import Ref, Text
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.inputs import ChoiceRow, Stepper, ToggleChip, chip_width
from companion.kiosk.widgets.layout import Card, ScrollColumn
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.scenario.plans import plans
from companion.setup.draft import Draft

if TYPE_CHECKING:
    from companion.kiosk.host import Host

STRICT_PIPS: Final = 11
"""Pips at an intersection under the strict wishes, where the board can keep it."""

BEGINS: Final = MappingProxyType(
    {
        "clusters": 2,
        "node_most": STRICT_PIPS,
        "node_least": 5,
        "reds_per_terrain": 1,
        "balance": 4,
        "lopsided": 6,
    }
)
"""A limit's value when its wish is switched on; a board may need another one."""

ORDER: Final = (
    "reds_apart",
    "equal_apart",
    "extremes_apart",
    "node_most",
    "node_least",
    "clusters",
    "reds_per_terrain",
    "balance",
    "lopsided",
    "harbors_off_own",
    "no_reds_on_gold",
)


def presets(plan: Plan) -> Mapping[str, Options]:
    """Wishes that go together, by name: none, fair, strict, harsh."""
    most = max(STRICT_PIPS, plan.lowest_limit or 0)
    return {
        "free": Options(),
        "fair": Options(reds_apart=True, equal_apart=True, extremes_apart=True),
        "strict": Options(
            reds_apart=True, equal_apart=True, extremes_apart=True, node_most=most, clusters=3
        ),
        "harsh": Options(lopsided=BEGINS["lopsided"]),
    }


def open_wishes(host: Host) -> None:
    """A sheet with everything that can be wished; when it goes, a board is rolled."""
    draft = host.boards.draft
    if host.app.overlays is None or draft is None:
        return
    wishes = WishesSheet(host, draft)
    host.app.overlays.open_sheet(wishes)


class WishesSheet(Sheet):
    """The choices are made on a copy; closing the sheet rolls a board if they have changed."""

    def __init__(self, host: Host, draft: Draft) -> None:
        self._host = host
        self._before = (draft.players, draft.plan.edition, draft.wanted)
        self.players, self.edition = draft.players, draft.plan.edition
        self.wanted = draft.wanted
        self.plan = draft.plan
        self._plans = plans(draft.plan.scenario, host.session.own_scenarios)
        self._column = ScrollColumn(spacing_of="gap")
        done = TileButton(host.tr("kiosk.board.wishes_done"), icon="dice", size_hint_y=1)
        done.variant = "primary"
        super().__init__(host.tr("kiosk.board.wishes_title"), self._column, (done,), share=0.72)
        done.bind(on_tap=lambda *_: self.dismiss())
        self._fill()

    def on_dismiss(self) -> None:
        """Roll a board if anything is wished otherwise than before."""
        boards = self._host.boards
        now = (self.players, self.edition, self.wanted)
        if now == self._before or boards.draft is None:
            return
        if now[:2] == self._before[:2]:
            boards.change(lambda draft: draft.want(self.wanted))
            boards.roll()
        else:
            boards.choose(self.plan.scenario, self.players, self.edition, self.wanted)

    # -- rows -----------------------------------------------------------------------------------

    def _fill(self) -> None:
        self._column.column.clear_widgets()
        if self.wanted.mode != "printed":
            self._ask_presets()
        self._ask_players()
        self._ask_mode()
        if self.wanted.mode == "printed":
            return
        self._caption("kiosk.board.wishes_each")
        for name in ORDER:
            if name != "no_reds_on_gold" or self._has_gold():
                self._column.add_row(self._wish(name))

    def _caption(self, message: str) -> None:
        self._column.add_row(AutoLabel(self._host.tr(message), style="lead", bold=True, grow=True))

    def _choice(
        self, options: list[tuple[Any, str]], value: Any, choose: Callable[[Any], None]
    ) -> None:
        row = ChoiceRow(options, value, cell_width=chip_width(2.6))
        row.bind(value=lambda _, new: choose(new))
        self._column.add_row(row)

    def _ask_players(self) -> None:
        host = self._host
        counts = sorted({n for plan in self._plans for n in plan.players})
        if len(counts) > 1:
            self._caption("kiosk.board.players")
            options = [(n, str(n)) for n in counts]
            self._choice(options, self.players, lambda n: self._turn_to(n, self.edition))
        editions = [p.edition for p in self._plans if self.players in p.players]
        if len(editions) > 1:
            self._caption("kiosk.board.edition")
            named = [(name, name or host.tr("kiosk.board.edition_usual")) for name in editions]
            self._choice(named, self.edition, lambda name: self._turn_to(self.players, name))

    def _turn_to(self, players: int, edition: str) -> None:
        """Another plan; wishes that it cannot keep are moved to where it can."""
        fitting = [p for p in self._plans if players in p.players]
        self.plan = next((p for p in fitting if p.edition == edition), fitting[0])
        self.players, self.edition = players, self.plan.edition
        self._fill()

    def _ask_mode(self) -> None:
        host, wanted, plan = self._host, self.wanted, self.plan
        if plan.printed is not None:
            modes = [(m, host.tr(f"kiosk.board.mode_{m}")) for m in ("variable", "printed")]
            self._caption("kiosk.board.mode")
            self._choice(modes, wanted.mode, lambda mode: self._want(mode=mode, anew=True))
        if wanted.mode == "printed":
            return
        paths = any(pool.paths for pool in plan.variable.numbers)
        if paths and not plan.along_paths:
            self._toggle("kiosk.board.by_letters", wanted.by_letters, "by_letters")
        if plan.rules != Options() or plan.variable.bans:
            self._toggle("kiosk.board.rules", wanted.rules, "rules")

    def _toggle(self, message: str, on: bool, field: str) -> None:
        chip = ToggleChip(self._host.tr(message), on=on)
        chip.bind(on=lambda _, now: self._want(**{field: now}))
        self._column.add_row(chip)
        doc = AutoLabel(self._host.tr(f"{message}_doc"), style="caption", tone="muted", grow=True)
        self._column.add_row(doc)

    def _ask_presets(self) -> None:
        host, offered = self._host, presets(self.plan)
        self._caption("kiosk.board.presets")
        options = [(name, host.say(Text(f"kiosk.board.preset.{name}"))) for name in offered]
        now = next((n for n, wishes in offered.items() if wishes == self.wanted.wishes), None)
        self._choice(options, now, lambda name: self._want(wishes=offered[name], anew=True))

    def _wish(self, name: str) -> Card:
        """A wish: switched by its chip, with its limit beside it, and what it means."""
        host, value = self._host, getattr(self.wanted.wishes, name)
        on = value not in {None, False}
        card = Card(size_hint_y=None)
        row = Box(size_hint_y=None, spacing_of="small")
        row.bind(minimum_height=row.setter("height"))
        words = host.say(Ref("wish", name))
        chip = ToggleChip(words[:1].upper() + words[1:], on=on)
        chip.bind(on=lambda _, now: self._switch(name, now))
        row.add_widget(chip)
        if on and name in LIMITS:
            row.add_widget(self._limit(name, value))
        card.add_widget(row)
        doc = host.say(Text(f"wish.doc.{name}"))
        card.add_widget(AutoLabel(doc, style="caption", tone="muted", grow=True))
        if self._by_rules(name):
            words = host.tr("kiosk.board.by_rules")
            card.add_widget(AutoLabel(words, style="caption", tone="primary", grow=True))
        return card

    def _limit(self, name: str, value: int) -> Stepper:
        low, high = LIMITS[name]
        if name == "node_most" and self.plan.lowest_limit is not None:
            low = self.plan.lowest_limit
        stepper = Stepper("", max(low, value), low, high, size_hint_x=0.55)
        stepper.bind(value=lambda _, new: self._limit_to(name, int(new)))
        return stepper

    def _by_rules(self, name: str) -> bool:
        """Whether the scenario's own rules wish it already."""
        own = getattr(self.plan.rules, name)
        return self.wanted.rules and own not in {None, False}

    def _has_gold(self) -> bool:
        problem = self.plan.variable
        lying = [tile.terrain for tile in problem.fixed]
        lying += [name for pool in problem.terrain for name in pool.terrains]
        return "gold" in lying

    # -- changes --------------------------------------------------------------------------------

    def _want(self, *, anew: bool = False, **fields: Any) -> None:
        self.wanted = replace(self.wanted, **fields)
        if anew:
            self._fill()

    def _switch(self, name: str, on: bool) -> None:
        value: bool | int | None = on
        if name in LIMITS:
            least = (self.plan.lowest_limit or 0) if name == "node_most" else 0
            value = max(BEGINS[name], least) if on else None
        self._want(wishes=replace(self.wanted.wishes, **{name: value}), anew=True)

    def _limit_to(self, name: str, value: int) -> None:
        self._want(wishes=replace(self.wanted.wishes, **{name: value}))
