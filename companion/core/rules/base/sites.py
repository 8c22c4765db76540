"""Where pieces may stand, for what is said to be there (BG-5): asked without a drawn board."""

from __future__ import annotations

from companion.core.context import Context
from companion.core.module import Query, Several
from companion.core.rules.pieces import BUILDINGS

LINK_KINDS = ("road", "ship", "bridge")
OWN = "own_building"
FOREIGN = "foreign_building"
DAMAGED = "damaged_road"


def _link_open(ctx: Context, kind: str, at: tuple[str, ...]) -> bool:
    """A building decides: an own one lets anything go on, a foreign one nothing."""
    if OWN in at or FOREIGN in at:
        return OWN in at
    # A bridge joins like a road, a ship joins ships only; a damaged road waits for its repair.
    return any(link != DAMAGED and (link == "ship") == (kind == "ship") for link in at)


LINK_OPEN: Query[bool] = Query(
    "link_open",
    "Whether a road, ship or bridge may go on from a node with all of this: an own_building, a "
    "foreign_building, and a seat's own links there.",
    _link_open,
    args=("kind", "at"),
    rules=("BG-5", "RI-4", "SF-4", "EV-4"),
    takes={"kind": LINK_KINDS, "at": Several((OWN, FOREIGN, *LINK_KINDS, DAMAGED))},
)
DISTANCE_KEPT: Query[bool] = Query(
    "distance_kept",
    "Whether a settlement may be founded at a node whose neighboring nodes carry these buildings "
    "of anybody, neutral ones included.",
    lambda ctx, neighbors: not neighbors,
    args=("neighbors",),
    rules=("BG-5", "TW-1"),
    takes={"neighbors": Several(BUILDINGS)},
)

QUERIES = (LINK_OPEN, DISTANCE_KEPT)
