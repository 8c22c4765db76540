"""Making a text fit its box: shrink, then wrap, then shorten. Pure: no Kivy.

Measuring is passed in, so the rules can be tested without a window.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

ELLIPSIS = "…"
NO_BREAK = "\u00a0"
STEP = 0.94  # each attempt is this much smaller
PATH_JOINTS = r"(?<=[/.-])(?=.)"
WORD_JOINTS = r"(?<=\w-)(?=\w)"
ONE_LINE_DOWN_TO = 0.88  # of its size a text may shrink to stay in one line

# Width of a text in one line at a font size, in pixels.
Measure = Callable[[str, float], float]


@dataclass(frozen=True, slots=True)
class Fitted:
    """How a text is set: its lines, the font size in pixels, and whether it was shortened."""

    lines: tuple[str, ...]
    size: float
    shortened: bool = False


def wrap(text: str, width: float, size: float, measure: Measure) -> tuple[str, ...] | None:
    """`text` in lines of at most `width`; None when one word alone is wider.

    Line breaks of the text are kept. A single letter or digit stays with the next word, as
    Czech typography wants it. A word that is too wide goes on in the next line after a hyphen,
    the path of a file also after a folder or a dot.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        current = ""
        for word, space in _parts(paragraph, width, size, measure):
            longer = f"{current}{space}{word}" if current else word
            if measure(longer, size) <= width:
                current = longer
            elif measure(word, size) > width:
                return None
            else:
                lines.append(current)
                current = word
        lines.append(current)
    return tuple(lines)


def _parts(
    paragraph: str, width: float, size: float, measure: Measure
) -> Iterator[tuple[str, str]]:
    """Words with the space before them; those that are too wide in pieces with none between."""
    for word in _words(paragraph):
        if measure(word, size) <= width:
            yield word, " "
            continue
        joints = PATH_JOINTS if word.count("/") > 1 else WORD_JOINTS
        first, *rest = re.split(joints, word)
        yield first, " "
        yield from ((piece, "") for piece in rest)


def _words(paragraph: str) -> list[str]:
    """Words, with words of one letter or digit glued to the word that follows."""
    glued: list[str] = []
    for word in paragraph.split(" "):
        if glued and len(glued[-1].split(NO_BREAK)[-1]) == 1 and glued[-1][-1:].isalnum():
            glued[-1] += NO_BREAK + word
        elif word:
            glued.append(word)
    return glued


def shorten(text: str, width: float, size: float, measure: Measure) -> str:
    """`text` cut with an ellipsis to at most `width`, at a word if that costs little."""
    if measure(text, size) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + ELLIPSIS, size) <= width:
            low = middle
        else:
            high = middle - 1
    kept = text[:low].rstrip(" ,.;:" + NO_BREAK)
    at_word = kept.rfind(" ")
    if at_word > 0 and len(kept) - at_word <= 3:
        kept = kept[:at_word].rstrip(" ,.;:" + NO_BREAK)
    return kept + ELLIPSIS if kept else ELLIPSIS


def fit(  # noqa: PLR0913 - a pure function of everything that matters
    text: str,
    width: float,
    height: float,
    size: float,
    smallest: float,
    measure: Measure,
    max_lines: int = 1,
    line_height: float = 1.2,
) -> Fitted:
    """The largest setting of `text` that fits `width` and `height`, at most `size` pixels high.

    One line is preferred down to `ONE_LINE_DOWN_TO` of the size when wrapping is allowed, then
    wrapped at the full size and shrunk; at `smallest` the text is shortened: nothing overflows.
    """
    # Where not even the smallest size is high enough for a line, legible gives way to visible.
    smallest = max(1.0, min(smallest, size, height / line_height))
    if "\n" not in text:
        tight = ONE_LINE_DOWN_TO if max_lines > 1 else 0.0
        # Width grows with size, nearly: begin where it will about fit.
        attempt = min(size, height / line_height, 1.02 * size * width / max(1, measure(text, size)))
        while attempt >= max(smallest, size * tight):
            if measure(text, attempt) <= width and attempt * line_height <= height:
                return Fitted((text,), attempt)
            attempt *= STEP
    attempt = size
    while True:
        allowed = max(1, min(max_lines, int(height / (attempt * line_height) + 0.01)))
        lines = wrap(text, width, attempt, measure)
        tall = allowed * attempt * line_height <= height + 0.01
        if lines is not None and len(lines) <= allowed and tall:
            return Fitted(lines, attempt)
        if attempt <= smallest:
            break
        attempt = max(smallest, attempt * STEP)
    return _cut(text, width, smallest, allowed, measure)


def _cut(text: str, width: float, size: float, allowed: int, measure: Measure) -> Fitted:
    """As many lines as are allowed, the last with an ellipsis."""
    lines: list[str] = []
    rest = text
    while rest and len(lines) < allowed - 1:
        taken = ""
        for word in rest.split(" "):
            longer = f"{taken} {word}" if taken else word
            if measure(longer, size) > width:
                break
            taken = longer
        if not taken:
            break
        lines.append(taken)
        rest = rest[len(taken) :].lstrip()
    lines.append(shorten(rest.replace("\n", " "), width, size, measure))
    return Fitted(tuple(lines), size, shortened=True)
