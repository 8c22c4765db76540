"""A terminal as a stream of lines: colors where they are wanted, and questions with numbers.

Nothing here needs more than a dumb terminal: whatever is chosen is typed as a number and Enter.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TextIO, TypeVar

from companion.core.names import harmless
from companion.i18n.text import Text
from companion.i18n.translator import Translator

T = TypeVar("T")

BACK: Final = "<"
"""What is typed to leave a question without an answer."""

NARROWEST: Final = 20
WIDEST: Final = 100

_STYLES: Final[Mapping[str, str]] = {
    "bold": "1",
    "dim": "2",
    "reverse": "7",
    "alert": "1;31",
    "red": "31",
    "green": "32",
    "orange": "33",
    "blue": "34",
    "purple": "35",
    "white": "37",
    "brown": "33",
    "black": "90",
}


class TroubleError(Exception):
    """A command cannot be carried out; `text` says why, and the cure."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.id)
        self.text = text


class Left(Exception):
    """The input is at its end, or somebody pressed Ctrl-C: the face closes down."""


class Back(Exception):
    """Somebody left a question without an answer."""


class Console:
    """Reads lines, writes lines. `tr` gives the words of its own questions."""

    def __init__(
        self,
        source: Callable[[], str],
        out: TextIO,
        tr: Translator,
        *,
        colored: bool = False,
        clears: bool = False,
        width: Callable[[], int] = lambda: 80,
    ) -> None:
        """`source` gives the next line without its end, and raises EOFError behind the last."""
        self._source = source
        self._out = out
        self.tr = tr
        self._colored = colored
        self._clears = clears
        self._width = width

    @classmethod
    def standard(cls, tr: Translator) -> Console:
        """The process's own input and output. Honors NO_COLOR and TERM=dumb."""
        plain = not sys.stdout.isatty() or os.environ.get("TERM") == "dumb"
        return cls(
            input_line,
            sys.stdout,
            tr,
            colored=not plain and not os.environ.get("NO_COLOR"),
            clears=not plain and sys.stdin.isatty(),
            width=lambda: shutil.get_terminal_size().columns,
        )

    @property
    def width(self) -> int:
        """Columns to write in."""
        return max(NARROWEST, min(WIDEST, self._width()))

    def style(self, text: str, *styles: str) -> str:
        """`text` in a color or weight, where colors are wanted."""
        codes = ";".join(_STYLES[s] for s in styles if s in _STYLES)
        return f"\x1b[{codes}m{text}\x1b[0m" if self._colored and codes else text

    def clear(self) -> None:
        """An empty screen, or an empty line where nothing can be cleared."""
        self._out.write("\x1b[2J\x1b[H" if self._clears else "\n")

    def write(self, text: str = "", *styles: str, indent: str = "") -> None:
        """A line, wrapped to the width; further lines of it stand under `indent`.

        What a stranger's file holds may be in it: control characters are made harmless.
        """
        wrapped = textwrap.wrap(harmless(text), self.width, subsequent_indent=indent) or [""]
        for part in wrapped:
            self._out.write(f"{self.style(part, *styles)}\n")

    def write_raw(self, drawn: str, said: str, *styles: str) -> None:
        """A line that is drawn in `styles`, not read, with words beside it; both made harmless."""
        line = f"{self.style(harmless(drawn), *styles)}{harmless(said)}"
        self._out.write(line.rstrip() + "\n")

    def rule(self, title: str = "") -> None:
        """A line across, with a title in it."""
        head = f"── {harmless(title)} " if title else ""
        self._out.write(self.style(head + "─" * max(0, self.width - len(head)), "dim") + "\n")

    def flush(self) -> None:
        """Send everything off."""
        self._out.flush()

    # -- questions ----------------------------------------------------------------------------

    def ask(self, prompt: str = "") -> str:
        """A line that somebody typed. Raises `Left` at the end of the input."""
        try:
            self._out.write(f"{harmless(prompt)}> " if prompt else "> ")
            self.flush()
            return self._source().strip()
        except (EOFError, KeyboardInterrupt):
            self._out.write("\n")
            raise Left from None

    def answer(self, prompt: str) -> str:
        """Like `ask`; raises `Back` when the question is left."""
        line = self.ask(prompt)
        if line == BACK:
            raise Back
        return line

    def complain(self, text: str) -> None:
        """Say what is wrong with what was typed."""
        self.write(text, "alert")

    def pause(self) -> None:
        """Wait until what stands there was read."""
        self.ask(self.tr("terminal.enter_to_go_on"))

    def choose(
        self,
        title: str,
        options: Sequence[tuple[T, str]],
        *,
        default: T | None = None,
        optional: bool = False,
    ) -> T | None:
        """One of `options` (value, label) by its number; None where it may be left out.

        An empty line takes the `default`, or leaves it out. Raises `Back`.
        """
        self.write(title, "bold")
        for number, (value, label) in enumerate(options, 1):
            mark = " *" if default is not None and value == default else ""
            self.write(f" {number:2}  {label}{mark}", indent="     ")
        while True:
            line = self.answer(self._hint(optional=optional or default is not None))
            if not line and default is not None:
                return default
            if not line and optional:
                return None
            at = position(line, len(options))
            if at is not None:
                return options[at][0]
            self.complain(self.tr("terminal.number_between", low=1, high=len(options)))

    def choose_many(
        self, title: str, options: Sequence[tuple[T, str]], *, default: tuple[T, ...] = ()
    ) -> tuple[T, ...]:
        """Any of `options` by their numbers, in the order typed. Raises `Back`.

        An empty line takes the `default`; where that is not none, 0 takes none.
        """
        self.write(title, "bold")
        for number, (value, label) in enumerate(options, 1):
            mark = " *" if value in default else ""
            self.write(f" {number:2}  {label}{mark}", indent="     ")
        hint = self.tr("terminal.hint_many_kept" if default else "terminal.hint_many")
        while True:
            words = self.answer(hint).replace(",", " ").split()
            if default and (not words or words == ["0"]):
                return () if words else default
            found = [position(word, len(options)) for word in words]
            if None not in found:
                return tuple(options[at][0] for at in dict.fromkeys(found) if at is not None)
            self.complain(self.tr("terminal.number_between", low=1, high=len(options)))

    def number(
        self, title: str, low: int | None, high: int | None, default: int | None = None
    ) -> int | None:
        """A whole number within its bounds; an empty line gives the `default`. Raises `Back`."""
        bounds = "" if low is None and high is None else f" ({low}–{high})"
        while True:
            line = self.answer(f"{title}{bounds}")
            if not line:
                return default
            value = _whole(line)
            fits = value is not None and (low is None or value >= low)
            if value is not None and fits and (high is None or value <= high):
                return value
            if low is None and high is None:
                self.complain(self.tr("terminal.whole_number"))
            else:
                self.complain(self.tr("terminal.number_between", low=low or 0, high=high or 0))

    def yes(self, question: str) -> bool:
        """Yes or no; no where the question is left."""
        try:
            return self.decide(question)
        except Back:
            return False

    def decide(self, question: str, *, default: bool | None = None) -> bool:
        """Yes or no; an empty line gives the `default`, if there is one. Raises `Back`."""
        options = [(True, self.tr("common.yes")), (False, self.tr("common.no"))]
        return bool(self.choose(question, options, default=default))

    def _hint(self, *, optional: bool) -> str:
        return self.tr("terminal.hint_optional" if optional else "terminal.hint")


def position(word: str, count: int) -> int | None:
    """Which of `count` options, from 0, somebody means who typed its number from 1 on."""
    number = _whole(word)
    return number - 1 if number is not None and 1 <= number <= count else None


def _whole(word: str) -> int | None:
    # int() would also take "1_0" and digits of other scripts; nobody means those here.
    digits = word.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
        return None
    return int(word)


def input_line() -> str:
    """A line of the standard input, read so that a broken byte in it is no error."""
    line = sys.stdin.buffer.readline()
    if not line:
        raise EOFError
    return line.decode("utf-8", "replace").rstrip("\r\n")
