"""What the commands without a screen have in common: lines said, and what failed."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, TextIO

from companion.core.names import harmless
from companion.i18n.text import Text
from companion.i18n.translator import Translator

OK, FAILED = 0, 1
"""Exit statuses."""


class Deeds:
    """Says lines to `out` and complaints to the error stream, whatever a stranger's file holds."""

    def __init__(self, tr: Translator, out: TextIO) -> None:
        self._tr = tr
        self._out = out

    def _say(self, message: str, **params: Any) -> None:
        self._write(self._tr(message, **params))

    def _write(self, line: str) -> None:
        self._out.write(harmless(line) + "\n")

    def _fail(self, *texts: Text) -> int:
        """Say what is wrong, a line each, and give the exit status for it."""
        for text in texts:
            sys.stderr.write(f"islekeeper: {harmless(self._tr.text(text))}\n")
        return FAILED


def texts_of(problems: Iterable[Any]) -> tuple[Text, ...]:
    """The words of problems."""
    return tuple(problem.text for problem in problems)
