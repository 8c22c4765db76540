"""Site traits that several modules ask for. A game asks only for those its modules list."""

from __future__ import annotations

from companion.core.module import Trait

HARBOR = Trait(
    "harbor",
    "choice",
    ("settlement", "city"),
    "The harbor at the spot; generic is 3:1.",
    choices=("none", "generic", "brick", "lumber", "wool", "grain", "ore"),
    rules=("HM-1", "EV-4"),
)
COAST = Trait("coast", "flag", ("settlement", "city"), "The spot lies at the sea.", rules=("TW-6",))
DESERT = Trait(
    "desert", "flag", ("settlement", "city"), "The spot lies at the desert.", rules=("TW-6",)
)
