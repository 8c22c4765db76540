"""The event deck alone, for a table that wants nothing else: draw, take back, what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core import chance
from companion.core.rules.event_cards.deck import BEFORE_YEAR_END, NONE, SIZE
from companion.i18n.text import Ref, Text
from companion.kiosk.router import Screen
from companion.kiosk.screens.rules_chance import grouped
from companion.kiosk.widgets.buttons import IconButton, PrimaryButton, TileButton
from companion.kiosk.widgets.card import EventCard
from companion.kiosk.widgets.charts import Bar, BarChart
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.number import HOT
from companion.kiosk.widgets.scaffold import BottomBar, HeaderBar, Panes, ScreenScaffold
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.session.deck import KEY, DeckState, new_deck, read_deck

if TYPE_CHECKING:
    from companion.kiosk.host import Host

SIZES = (BEFORE_YEAR_END, SIZE)
NO_PRODUCTION = 7


class DeckScreen(Screen):
    """The card on the left, what it asks on the right. Each card is kept before it is shown."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self.deck: DeckState | None = None
        left = IconButton("stats", name=host.tr("kiosk.deck.left"))
        left.bind(on_tap=lambda *_: self._show_left())
        header = HeaderBar(host.tr("kiosk.deck.title"), buttons=(left,))
        header.bind(on_lead=lambda *_: host.back())
        self.card = EventCard()
        self.steps = ScrollColumn(spacing_of="gap")
        self.undo = TileButton("", icon="undo", size_hint_y=1)
        self.undo.bind(on_tap=lambda *_: self._undo())
        self.anew = TileButton(host.tr("kiosk.deck.new"), icon="swap", size_hint_y=1)
        self.anew.bind(on_tap=lambda *_: self._ask_size())
        self.primary = PrimaryButton(size_hint_x=1.5, size_hint_y=1)
        self.primary.bind(on_tap=lambda *_: self._draw())
        panes = Panes(self.card, self.steps, shares=(1.0, 1.2))
        bottom = BottomBar(self.undo, self.anew, self.primary)
        self.add_widget(ScreenScaffold(header, panes, bottom))

    def on_show(self, **_params: Any) -> None:
        self.primary.disabled = self.undo.disabled = self.anew.disabled = True
        self._host.wait(self._host.session.preferences.get(KEY), self._know)

    def _know(self, kept: Any) -> None:
        self._show(read_deck(kept) or self.deck or new_deck(BEFORE_YEAR_END), turns=False)

    def _keep(self, deck: DeckState, *, turns: bool = False) -> None:
        """Have it on the disk, then show it; where it cannot be kept, nothing has happened."""
        kept = self._host.session.preferences.set(KEY, list(deck))
        self._host.wait(kept, lambda _: self._show(deck, turns=turns))

    # -- what is shown ----------------------------------------------------------------------------

    def _show(self, deck: DeckState, *, turns: bool) -> None:
        host, self.deck = self._host, deck
        self.steps.column.clear_widgets()
        if deck.drawn:
            card = deck.card(deck.drawn - 1)
            title = "" if card.event == NONE else host.say(Ref("event", card.event))
            turned = turns and host.preferences.animate
            self.card.reveal(card.number, card.event, title, turned)
            if card.event != NONE:
                self._step(host.say(Text(f"deck.event.{card.event}")), bold=True)
            if card.number != NO_PRODUCTION:
                self._step(host.tr("deck.produce", number=card.number))
            self._note(host.tr("deck.place", n=deck.place, all=deck.size))
            if deck.place == deck.size:
                self._step(host.tr("deck.year_ends"), bold=True)
            before = host.tr("kiosk.deck.undo", number=card.number)
        else:
            self.card.skip()
            self.card.face_up = False
            self._step(host.tr("deck.begin", n=deck.size))
            self._note(host.tr("terminal.seal", seal=grouped(chance.commitment(deck.seed))))
            before = host.tr("common.undo")
        if deck.seen > deck.drawn:
            self._note(host.tr("deck.known", number=deck.card(deck.drawn).number))
        self.steps.scroll_y = 1
        self.undo.text, self.undo.disabled = before, not deck.drawn
        self.primary.disabled = self.anew.disabled = False
        self.primary.offer(host.tr("action.draw_card"), f"draw {deck.seed} {deck.drawn}", "card")

    def _step(self, words: str, *, bold: bool = False) -> None:
        self.steps.add_row(AutoLabel(words, style="lead", bold=bold, grow=True))

    def _note(self, words: str) -> None:
        self.steps.add_row(AutoLabel(words, style="caption", tone="muted", grow=True))

    # -- what is done -----------------------------------------------------------------------------

    def _draw(self) -> None:
        if self.deck is not None:
            self._keep(self.deck.draw(), turns=True)

    def _undo(self) -> None:
        if self.deck is not None:
            self._keep(self.deck.undo())

    def _ask_size(self) -> None:
        """Which cards a new deck deals; the old deck can be had back by the message."""
        host, before = self._host, self.deck
        if host.app.overlays is None or before is None:
            return
        column = ScrollColumn(spacing_of="gap")
        sheet = Sheet(host.tr("kiosk.deck.new"), column)
        column.add_row(AutoLabel(host.tr("kiosk.deck.new_more"), grow=True))

        def begin(size: int) -> None:
            if sheet.parent is None:
                return  # the other size was touched in the same moment
            sheet.dismiss()
            self._keep(new_deck(size))
            host.toast(
                host.tr("kiosk.deck.begun"), host.tr("common.undo"), lambda: self._keep(before)
            )

        for size in SIZES:
            tile = TileButton(host.tr("kiosk.deck.size", n=size, all=SIZE), size_hint_y=None)
            tile.bind(on_tap=lambda _, size=size: begin(size))
            column.add_row(tile)
        host.app.overlays.open_sheet(sheet)

    def _show_left(self) -> None:
        """How many cards of each number have not come this year; only when somebody asks."""
        host = self._host
        if host.app.overlays is None or self.deck is None:
            return
        left = self.deck.remaining()
        chart = BarChart([Bar(str(n), left[n], hot=n in HOT) for n in range(2, 13)])
        host.app.overlays.open_sheet(Sheet(host.tr("kiosk.deck.left"), chart, share=0.72))
