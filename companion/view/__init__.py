"""Presenters: a game in, a view out, built once and drawn by every face.

A view is frozen data that becomes JSON as it is. It holds message references
(`companion.i18n.text`), never words, so one view reads in every language; a face shows them
with a `Translator` that knows `seat_names`. Nothing here keeps anything or looks at a clock.

`present` is the table now; `history_lines`, `statistics`, `rule_sheet` and `ranking` are the
screens beside it. `docs/view.md` shows them with an example.
"""

from companion.view.history import history_lines, redo_view, undo_view
from companion.view.ranking import ranking
from companion.view.seats import seat_names
from companion.view.sheet import rule_sheet
from companion.view.statistics import statistics
from companion.view.table import present

__all__ = [
    "history_lines",
    "present",
    "ranking",
    "redo_view",
    "rule_sheet",
    "seat_names",
    "statistics",
    "undo_view",
]
