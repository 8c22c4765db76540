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
    Layout("base", "", ((2, "a3b745a9"), (3, "4ba29dde"), (4, "4ba29dde"))),
    Layout("fishermen", "", ((2, "4fc4c958"), (3, "c21aa06f"), (4, "c21aa06f"))),
    Layout("rivers", "", ((2, "658365fc"), (3, "803cfe6b"), (4, "803cfe6b"))),
    Layout("rivers", "en-2025", ((2, "4b03dabf"), (3, "f148fcc7"), (4, "f148fcc7"))),
    Layout("caravans", "", ((2, "1541d221"), (3, "faabb8a5"), (4, "faabb8a5"))),
    Layout("caravans", "turned", ((3, "8bc74445"), (4, "8bc74445"))),
    Layout("barbarian_attack", "", ((2, "6ffbe5b9"), (3, "56d3ecbb"), (4, "56d3ecbb"))),
    Layout("traders_barbarians", "", ((2, "5e60a5a0"), (3, "0ba1b95e"), (4, "0ba1b95e"))),
    Layout("new_shores", "", ((3, "016b3722"), (4, "29a1b716"))),
    Layout("new_shores", "en-2025", ((4, "eb9199e2"),)),
    Layout("four_islands", "", ((3, "3327a6bd"), (4, "204ed730"))),
    Layout("four_islands", "en-2025", ((3, "60555596"), (4, "88e62e06"))),
    Layout("fog_islands", "", ((3, "f46fc2b1"), (4, "5a229c88"))),
    Layout("fog_islands", "en-2025", ((4, "83c84d85"),)),
    Layout("fog_islands", "de-2007", ((4, "c1b6cf40"),)),
    Layout("through_the_desert", "", ((3, "f12933b2"), (4, "8db253e8"))),
    Layout("through_the_desert", "en-2025", ((3, "eef2d94d"), (4, "1e432e26"))),
    Layout("through_the_desert", "en-2020", ((3, "307870ea"),)),
    Layout("forgotten_tribe", "", ((3, "e1bd5d4d"), (4, "e1bd5d4d"))),
    Layout("cloth", "", ((3, "fb525c97"), (4, "fb525c97"))),
    Layout("pirate_islands", "", ((3, "14a54d3e"), (4, "36c3f872"))),
    Layout("wonders", "", ((3, "1d91865e"), (4, "1d91865e"))),
    Layout("new_world", "", ((3, "63d3c441"), (4, "63d3c441"))),
)
