"""What keeps a file from being used, with the commands that lead on."""

from __future__ import annotations

from pathlib import Path

from companion.i18n.text import Text
from companion.i18n.translator import Translator

_READING = Text("cli.cure.read_only")
_REPLACING = Text("cli.cure.replace")
_CURES = {
    "journal.newer": _READING,
    "journal.newer_uncopied": _READING,
    "journal.locked": _READING,
    "journal.read_only": _READING,
    "journal.damaged": _REPLACING,
    "journal.damaged_uncopied": _REPLACING,
    "journal.damaged_in_use": _REPLACING,
}
_DECK = {"journal.newer", "journal.newer_uncopied", "journal.newer_unreadable"} | {
    "journal.damaged",
    "journal.damaged_uncopied",
}


def with_cure(tr: Translator, text: Text, journal: Path, deck: Path | None = None) -> str:
    """The words of `text`, and behind them the command that cures it.

    Commands work on the standard `journal` and `deck`, so no other file gets one.
    """
    cure = _cure(text, journal, deck)
    return tr.text(text) if cure is None else f"{tr.text(text)} {tr.text(cure)}"


def _cure(text: Text, journal: Path, deck: Path | None) -> Text | None:
    file = text.params.get("file")
    if not isinstance(file, str):
        return None
    path = Path(file).resolve()
    if deck is not None and path == deck.resolve():
        return Text("cli.cure.deck") if text.id in _DECK else None
    if path != journal.resolve():
        return None
    if text.id == "journal.damaged_game":
        return Text("cli.cure.rescue", {"game": str(text.params.get("game", ""))})
    return _CURES.get(text.id)
