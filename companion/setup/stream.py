"""The generator's own chance: a seeded stream of integers, the same on every machine.

A board takes hundreds of draws, many of which are thrown away, so they come from one stream
instead of `companion.core.chance`, where each draw has a name. It is frozen in the same way: a
seed must give the same board years later. A change means a new `ALGORITHM` beside the old one.

Algorithm 1. Block *i* of a stream is the SHAKE-128 of the ASCII text

    islekeeper-setup:1:SEED:i

(SEED is 32 lowercase hex digits, *i* decimal, from 0), 504 bytes long for block 0 and 1,680
for every later one, read as little-endian 64-bit words, the last word of a block first. An
integer below a bound takes the next word that lies below the greatest multiple of the bound,
and is its remainder: exactly uniform. Shuffles are Fisher-Yates from the last position down.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_128
from struct import Struct
from typing import Final, TypeVar

from companion.core.chance import Seed

ALGORITHM: Final = 1

WORD: Final = 2**64
MOST: Final = 2**48
"""Greatest bound of one integer."""

SAFE: Final = WORD - MOST
"""A word below this is good for every bound; a loop may test that instead of asking."""

_FIRST, _LATER = 504, 1680
_FIRST_WORDS = Struct(f"<{_FIRST // 8}Q").unpack
_LATER_WORDS = Struct(f"<{_LATER // 8}Q").unpack
_LABEL: Final = b"islekeeper-setup:%d:" % ALGORITHM

_Item = TypeVar("_Item")


def _is_seed(seed: str) -> bool:
    try:
        return len(seed) == 32 and bytes.fromhex(seed).hex() == seed
    except ValueError:
        return False


class Stream:
    """An endless row of 64-bit words. `words` is what is left of a block, taken from its end."""

    __slots__ = ("_block", "_label", "words")

    def __init__(self, seed: Seed) -> None:
        """Begin the stream of a seed.

        Raises ValueError if the seed is not 32 lowercase hex digits.
        """
        if not _is_seed(seed):
            raise ValueError(
                f"the seed {seed!r} is not 32 lowercase hex digits: pass it through parse_seed"
            )
        self._label = _LABEL + seed.encode("ascii") + b":"
        self._block = 1
        self.words: list[int] = list(_FIRST_WORDS(shake_128(self._label + b"0").digest(_FIRST)))

    def refill(self) -> None:
        """Put the next block below what is left of the ones before."""
        raw = shake_128(self._label + b"%d" % self._block).digest(_LATER)
        # In place: a loop that holds `words` goes on with it.
        self.words[:0] = _LATER_WORDS(raw)
        self._block += 1

    def word(self) -> int:
        """The next word."""
        if not self.words:
            self.refill()
        return self.words.pop()

    def below(self, bound: int) -> int:
        """A uniform integer from 0 to `bound` - 1; `bound` is 1 to `MOST`."""
        if not self.words:
            self.refill()
        word = self.words.pop()
        return word % bound if word < SAFE else self.settle(word, bound)

    def settle(self, word: int, bound: int) -> int:
        """What `below` makes of a `word` that is not below `SAFE`: mostly the same remainder."""
        limit = WORD - WORD % bound
        while word >= limit:
            word = self.word()
        return word % bound

    def shuffle(self, items: list[_Item]) -> None:
        """Bring `items` into a uniformly drawn order, in place."""
        words, last = self.words, len(items) - 1
        if last < 1:
            return
        while len(words) < last:
            self.refill()
        taken = words[: -last - 1 : -1]
        if max(taken) < SAFE:
            # No word is thrown away, so they can be taken all at once.
            del words[-last:]
            for word in taken:
                chosen = word % (last + 1)
                items[last], items[chosen] = items[chosen], items[last]
                last -= 1
        else:
            for at in range(last, 0, -1):
                chosen = self.below(at + 1)
                items[at], items[chosen] = items[chosen], items[at]

    def pick(self, items: Sequence[_Item]) -> _Item:
        """One uniformly drawn item of at least one."""
        return items[self.below(len(items))]
