"""The QR code of a text, as dark and light squares for any face to draw."""

from __future__ import annotations

from typing import Final

QUIET: Final = 4
"""Light squares that must lie around a QR code so that phones find it."""

SHORT: Final = 200
"""Texts up to here get the medium correction (a seventh of the code may be unreadable), longer
ones the low one, so that their squares stay large."""


class TooLong(ValueError):
    """A text that no QR code holds; one holds 4,296 capitals and digits, fewer of other letters."""


def matrix(text: str) -> tuple[tuple[bool, ...], ...]:
    """The rows of the smallest QR code that holds a text: True where dark, no margin around.

    Raises TooLong if the text is longer than any QR code holds.
    """
    # Imported here: nothing else needs it, and it takes its time.
    from qrcode import constants  # noqa: PLC0415
    from qrcode.exceptions import DataOverflowError  # noqa: PLC0415
    from qrcode.main import QRCode  # noqa: PLC0415

    short = len(text) <= SHORT
    correction = constants.ERROR_CORRECT_M if short else constants.ERROR_CORRECT_L
    code = QRCode(error_correction=correction, border=0)
    code.add_data(text)
    try:
        code.make(fit=True)
    except (DataOverflowError, ValueError) as fault:
        raise TooLong(f"no QR code holds {len(text)} characters") from fault
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())
