"""The bundled fonts can draw every character that any catalog says."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageFont

import companion

PACKAGE = Path(companion.__file__).parent
FONTS = sorted((PACKAGE / "kiosk" / "fonts").glob("*.ttf"))
NOT_FOR_SCREENS = {"cli.toml", "script.toml", "terminal.toml"}
MISSING = "\uffff"


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, dict):
        for name, part in value.items():
            if name != "note":
                yield from _texts(part)


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.stem)
def test_every_character_of_the_catalogs_has_a_glyph(font: Path) -> None:
    drawn = ImageFont.truetype(str(font), 40)
    blank = bytes(drawn.getmask(MISSING))
    said: dict[str, str] = {}
    for catalog in sorted((PACKAGE / "i18n" / "catalog").glob("*.toml")):
        if catalog.name not in NOT_FOR_SCREENS:
            for text in _texts(tomllib.loads(catalog.read_text("utf-8"))):
                said.update(dict.fromkeys(text, catalog.name))
    missing = {
        f"{char!r} in {where}"
        for char, where in said.items()
        if not char.isspace() and bytes(drawn.getmask(char)) == blank
    }
    assert not missing, f"{font.name} cannot draw: {sorted(missing)}"
