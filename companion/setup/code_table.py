"""The boards that came with the program and have numbers in share codes, for ever.

Written by `python -m tools.layouts`, which appends and changes nothing: an old row stays when its
board is changed, so that codes made for the old board are refused instead of read as another.
"""

from typing import Final

from companion.core.model import Struct


class Layout(Struct, frozen=True):
    """A board by its scenario and edition; its number is its place in `LAYOUTS`, from 1.

    fingerprints: of the plan, for each number of players. As frozen as the row.
    """

    scenario: str
    edition: str
    fingerprints: tuple[tuple[int, str], ...]


LAYOUTS: Final[tuple[Layout, ...]] = (
    Layout("base", "", ((2, "f49bf037"), (3, "d9b54763"), (4, "d9b54763"))),
    Layout("fishermen", "", ((2, "449b61f2"), (3, "29d28d2e"), (4, "29d28d2e"))),
    Layout("rivers", "", ((2, "5fa04e85"), (3, "5c7c9c25"), (4, "5c7c9c25"))),
    Layout("rivers", "en-2025", ((2, "e5df2963"), (3, "1fd63b1c"), (4, "1fd63b1c"))),
    Layout("caravans", "", ((2, "2aa808d5"), (3, "b13696a2"), (4, "b13696a2"))),
    Layout("caravans", "turned", ((3, "b551e86c"), (4, "b551e86c"))),
    Layout("barbarian_attack", "", ((2, "21963440"), (3, "eabd1881"), (4, "eabd1881"))),
    Layout("traders_barbarians", "", ((2, "2c20db25"), (3, "8177c284"), (4, "8177c284"))),
    Layout("new_shores", "", ((3, "34ef5573"), (4, "35ad8829"))),
    Layout("new_shores", "en-2025", ((4, "81952eda"),)),
    Layout("four_islands", "", ((3, "32c3d775"), (4, "c8446625"))),
    Layout("four_islands", "en-2025", ((3, "24031861"), (4, "a7977db5"))),
    Layout("fog_islands", "", ((3, "290b4817"), (4, "d94db091"))),
    Layout("fog_islands", "en-2025", ((4, "13e382fd"),)),
    Layout("fog_islands", "de-2007", ((4, "343412df"),)),
    Layout("through_the_desert", "", ((3, "66e82565"), (4, "e1f0733f"))),
    Layout("through_the_desert", "en-2025", ((3, "45971ec6"), (4, "ee7c82f3"))),
    Layout("through_the_desert", "en-2020", ((3, "f1255748"),)),
    Layout("forgotten_tribe", "", ((3, "3f596f89"), (4, "3f596f89"))),
    Layout("cloth", "", ((3, "7899ae7a"), (4, "7899ae7a"))),
    Layout("pirate_islands", "", ((3, "61198113"), (4, "4e4e3c23"))),
    Layout("wonders", "", ((3, "139e059f"), (4, "139e059f"))),
    Layout("new_world", "", ((3, "192cfaab"), (4, "192cfaab"))),
)
