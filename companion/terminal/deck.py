"""The event deck alone, in a terminal: draw, undo, what is left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.core import chance
from companion.core.rules.event_cards.deck import BEFORE_YEAR_END, NONE, SIZE, Card
from companion.i18n.text import Ref, Text
from companion.journal import Journal, JournalDamaged, JournalNewer, set_aside
from companion.session.deck import KEY, DeckState, new_deck, read_deck
from companion.terminal.console import Console, Left
from companion.terminal.screen import big


class DeckFace:
    """The deck on a console, kept in a file of its own beside the journal of games."""

    def __init__(
        self, path: Path, console: Console, *, every_card: bool = False, anew: bool = False
    ) -> None:
        """`every_card`: a new deck ends its year after all 36; `anew`: begin a new deck.

        A file that is damaged or too new is set aside for a new deck, not otherwise. Raises
        `JournalError` when the file cannot be opened.
        """
        self._console = console
        self._size = SIZE if every_card else BEFORE_YEAR_END
        self._notes: list[str] = []
        self._journal = self._open(path, anew=anew)
        kept = None if anew else read_deck(self._journal.preferences.get(KEY))
        self._deck = kept or new_deck(self._size)

    def _open(self, path: Path, *, anew: bool) -> Journal:
        try:
            return Journal.open(path)
        except (JournalDamaged, JournalNewer):
            if not anew:
                raise
        kept = set_aside(path)
        self._notes.append(self._console.tr("deck.aside", file=str(kept)))
        return Journal.open(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._journal.close()

    def run(self) -> None:
        """Deal until somebody leaves; each card is kept before it is shown."""
        deeds: dict[str, Callable[[], None]] = {
            "": self._draw,
            "u": self._undo,
            "r": self._remaining,
            "n": self._anew,
        }
        try:
            while True:
                self._show()
                line = self._console.ask().lower()
                if line == "q":
                    break
                if line in deeds:
                    deeds[line]()
                else:
                    self._notes.append(self._console.tr("terminal.unknown_key", key=line[:20]))
        except Left:
            pass
        self._console.write(self._console.tr("deck.saved"))
        self._console.flush()

    def _keep(self, deck: DeckState) -> None:
        self._journal.preferences.set(KEY, list(deck))
        self._deck = deck

    def _draw(self) -> None:
        self._keep(self._deck.draw())

    def _undo(self) -> None:
        if not self._deck.drawn:
            self._notes.append(self._console.tr("refused.nothing_to_undo"))
        self._keep(self._deck.undo())

    def _anew(self) -> None:
        if self._console.yes(self._console.tr("deck.new_really")):
            self._keep(new_deck(self._size))

    def _remaining(self) -> None:
        left = self._deck.remaining()
        said = [f"{number}: {left[number]}" for number in range(2, 13)]
        self._notes.append(self._console.tr("deck.left", numbers=", ".join(said)))

    def _show(self) -> None:
        console, tr, deck = self._console, self._console.tr, self._deck
        console.clear()
        for note in self._notes:
            console.write(note)
        self._notes.clear()
        if deck.drawn:
            self._show_card(deck.card(deck.drawn - 1))
        else:
            seal = chance.commitment(deck.seed)
            console.write(tr("deck.begin", n=deck.size))
            console.write(tr("terminal.seal", seal=seal), "dim")
        if deck.drawn and deck.place == deck.size:
            console.write(tr("deck.year_ends"), "bold")
        if deck.seen > deck.drawn:
            number = deck.card(deck.drawn).number
            console.write(tr("deck.known", number=number), "dim")
        console.write(tr("deck.keys"), "dim")

    def _show_card(self, card: Card) -> None:
        console, tr = self._console, self._console.tr
        for row in big(card.number):
            console.write_raw(f"  {row}", "", "bold")
        console.write(tr("deck.place", n=self._deck.place, all=self._deck.size), "dim")
        if card.event != NONE:
            console.write(f"{tr.show(Ref('event', card.event))}", "bold")
            console.write(f"→ {tr.text(Text(f'deck.event.{card.event}'))}", indent="  ")
        if card.number != 7:
            console.write(f"→ {tr('deck.produce', number=card.number)}", indent="  ")
