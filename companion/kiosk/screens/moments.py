"""Days and times of day as a list shows them: in the table's language and by its own clock."""

from __future__ import annotations

from datetime import UTC, datetime

from companion.i18n.translator import Translator

STAMP = "%Y%m%dT%H%M%SZ"
"""How the name of a backup writes a moment, in UTC."""


def when(tr: Translator, moment: datetime) -> str:
    """`moment` by the clock on the wall: `1. prosince 2026 20:05`."""
    here = moment.astimezone()
    return f"{tr.date(here.date())} {tr.time(here)}"


def written_when(tr: Translator, written: str) -> str:
    """A moment as the journal writes it; what is no moment is shown as it is."""
    try:
        return when(tr, datetime.fromisoformat(written))
    except ValueError:
        return written


def stamped_when(tr: Translator, stamp: str) -> str:
    """A moment as the name of a backup writes it; what is no moment is shown as it is."""
    try:
        return when(tr, datetime.strptime(stamp, STAMP).replace(tzinfo=UTC))
    except ValueError:
        return stamp
