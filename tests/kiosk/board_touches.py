"""Touches of the tests that make boards on the screen."""

from __future__ import annotations

from typing import Any

from companion.core.board.hexes import Edge, Hex
from companion.core.board.options import Options
from companion.setup.draft import Draft, Stand, Wanted
from tests.kiosk.evenings import Window
from tests.kiosk.touching import tap

FOUR = ["Anna", "Bořivoj", "Cecílie", "Dan"]
STRICT = Options(reds_apart=True, equal_apart=True, extremes_apart=True, node_most=11)


def making(window: Window, scenario: str = "base", wanted: Wanted | None = None) -> Any:
    """The screen on which a board of a scenario for four is being made."""
    assert window.host.boards.choose(scenario, 4, "", wanted) == ()
    return window.go("board")


def draft_of(window: Window) -> Draft:
    draft = window.host.boards.draft
    assert isinstance(draft, Draft)
    return draft


def stand_of(window: Window) -> Stand:
    stand = draft_of(window).stand
    assert stand is not None
    return stand


def touch(window: Window, site: Hex | Edge) -> None:
    """Put a finger on a hex, a harbor's disk, or the middle of an edge."""
    from companion.kiosk.widgets.board import middle_of
    from companion.setup.drawing.shapes import Circle

    picture = window.router.screen.picture
    disks = [s for s in picture.scene.shapes if s.role == "harbor" and isinstance(s, Circle)]
    at = next((s.center for s in disks if s.site == site), middle_of(site))
    tap(window, picture.place(at))


def terrains(stand: Stand) -> dict[Hex, tuple[str, int | None]]:
    return {tile.hex: (tile.terrain, tile.number) for tile in stand.board.tiles}
