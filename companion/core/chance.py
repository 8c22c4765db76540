"""Seeded chance: every shuffle and throw is a pure function of its arguments.

A draw depends on the game's seed, on the name of a stream ("event_deck", "dice") and on how
often that stream was used before: nothing is kept between calls, so the same call always gives
the same answer, after an undo, a restart or years later. The algorithm is our own because a
journal must outlive any library's generator. It is frozen: a change of any byte below means a
new algorithm number beside the old one, never an edit. `docs/chance.md` shows how to check a
game by hand.

Algorithm 1. Block *i* of a draw is the SHA-256 of the ASCII text

    islekeeper-chance:1:SEED:LENGTH:STREAM:USE:i

(LENGTH is the number of characters of STREAM, all numbers are decimal and count from 0.) Each
block is read as eight big-endian 32-bit words. A uniform integer below a bound takes the next
word that lies below the greatest multiple of the bound, and is its remainder. Shuffles are
Fisher-Yates from the last position down.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import count as count_from
from typing import TypeAlias, TypeVar

Seed: TypeAlias = str
"""32 lowercase hex digits: 128 bits."""

ALGORITHM = 1
"""The algorithm of new games. A game keeps the number it began with."""

SEED_BYTES = 16
MAX_BOUND = 2**32
"""Greatest bound of one integer: a draw is made from one 32-bit word."""

_SEED_DIGITS = 2 * SEED_BYTES
_COMMITMENT_DIGITS = 64
_WORD_BYTES = 4
_BLOCK_BYTES = 32
_HEX = frozenset("0123456789abcdef")
# From this many digits on, hex of the wrong length is a slip in copying rather than a chosen word.
_SLIP_DIGITS = 24

_Item = TypeVar("_Item")


def new_seed(entropy: Callable[[int], bytes]) -> Seed:
    """Make a fresh seed of 128 bits.

    entropy: returns as many unpredictable bytes as it is asked for; pass `secrets.token_bytes`.

    Raises ValueError if it returns another number of bytes.
    """
    raw = entropy(SEED_BYTES)
    if len(raw) != SEED_BYTES:
        raise ValueError(
            f"the entropy source gave {len(raw)} bytes, {SEED_BYTES} were asked for: "
            "pass secrets.token_bytes"
        )
    return raw.hex()


def parse_seed(text: str) -> Seed:
    """Turn what a person typed into a seed.

    32 hex digits are the seed itself, whatever their case and however spaces and hyphens group
    them. Any other text is a pass phrase: with its runs of white space made single spaces, the
    seed is the first 16 bytes of the SHA-256 of `islekeeper-seed:1:` and that text in UTF-8.
    Letter case counts in a pass phrase.

    Raises ValueError for empty text, text that is not valid Unicode, and for 24 or more hex
    digits that are not exactly 32, which is nearly always a seed copied badly.
    """
    phrase = " ".join(text.split())
    if not phrase:
        raise ValueError(
            f"the seed {text!r} is empty: give {_SEED_DIGITS} hex digits or any words of yours"
        )
    digits = phrase.replace(" ", "").replace("-", "").lower()
    if _HEX.issuperset(digits):
        if len(digits) == _SEED_DIGITS:
            return digits
        if len(digits) >= _SLIP_DIGITS:
            raise ValueError(
                f"the seed {text!r} has {len(digits)} hex digits instead of {_SEED_DIGITS}: "
                "copy it again in full"
            )
    try:
        message = f"islekeeper-seed:1:{phrase}".encode()
    except UnicodeEncodeError:
        raise ValueError(
            f"the seed {text!r} holds characters that are not valid Unicode: "
            f"give {_SEED_DIGITS} hex digits or plain words"
        ) from None
    return sha256(message).digest()[:SEED_BYTES].hex()


def commitment(seed: Seed, *, algorithm: int = ALGORITHM) -> str:
    """Return the 64 hex digits that bind a game to its seed and algorithm without telling the seed.

    Shown before the first draw; once the seed is told, `verify_commitment` compares the two.

    Raises ValueError if the seed is malformed or the algorithm unknown.
    """
    _require_algorithm(algorithm)
    _require_seed(seed)
    return sha256(f"islekeeper-commitment:{algorithm}:{seed}".encode("ascii")).hexdigest()


def verify_commitment(seed: Seed, shown: str, *, algorithm: int = ALGORITHM) -> bool:
    """Say whether `shown`, noted before the first draw, belongs to this seed and algorithm.

    The letter case of `shown` and white space in it do not count.

    Raises ValueError if `shown` is not 64 hex digits (a bad copy is no proof of a false seed),
    if the seed is malformed, or if the algorithm is unknown.
    """
    digits = "".join(shown.split()).lower()
    if len(digits) != _COMMITMENT_DIGITS or not _HEX.issuperset(digits):
        raise ValueError(
            f"the commitment {shown!r} is not {_COMMITMENT_DIGITS} hex digits: "
            "copy it in full as it was shown before the first draw"
        )
    return digits == commitment(seed, algorithm=algorithm)


def integers(
    seed: Seed, stream: str, use: int, bounds: Sequence[int], *, algorithm: int = ALGORITHM
) -> tuple[int, ...]:
    """Draw one uniform integer for each bound: 0 to bound - 1.

    stream: name of what is drawn, printable ASCII; `use`: how often it was used before, from 0.
    bounds: each 1 to `MAX_BOUND`. Fewer bounds give the beginning of the same answer, so one use
    of a stream must serve one purpose only.

    Raises ValueError naming the argument that is out of range.
    """
    for position, bound in enumerate(bounds):
        if not 1 <= bound <= MAX_BOUND:
            raise ValueError(f"bounds[{position}] is {bound}: give 1 to {MAX_BOUND}")
    words = _words(seed, stream, use, algorithm)
    return tuple(_below(bound, words) for bound in bounds)


def dice(
    seed: Seed,
    stream: str,
    use: int,
    count: int = 2,
    sides: int = 6,
    *,
    algorithm: int = ALGORITHM,
) -> tuple[int, ...]:
    """Throw `count` dice and return their faces, each 1 to `sides`, in the order thrown.

    Raises ValueError naming the argument that is out of range.
    """
    if count < 1:
        raise ValueError(f"count is {count}: throw at least 1 die")
    if not 1 <= sides <= MAX_BOUND:
        raise ValueError(f"sides is {sides}: give 1 to {MAX_BOUND}")
    drawn = integers(seed, stream, use, (sides,) * count, algorithm=algorithm)
    return tuple(value + 1 for value in drawn)


def shuffle(
    seed: Seed, stream: str, use: int, items: Sequence[_Item], *, algorithm: int = ALGORITHM
) -> tuple[_Item, ...]:
    """Return all items in a uniformly drawn order; the answer depends on the order given.

    Raises ValueError naming the argument that is out of range.
    """
    order = list(items)
    # Bounds fall from n to 2: the item that stays in the last open position is drawn first.
    bounds = range(len(order), 1, -1)
    drawn = integers(seed, stream, use, bounds, algorithm=algorithm)
    for bound, chosen in zip(bounds, drawn, strict=True):
        last = bound - 1
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def pick(
    seed: Seed, stream: str, use: int, items: Sequence[_Item], *, algorithm: int = ALGORITHM
) -> _Item:
    """Return one uniformly drawn item.

    Raises ValueError if there are no items or an argument is out of range.
    """
    if not items:
        raise ValueError(f"stream {stream!r}, use {use}: no items to pick from; give at least 1")
    (chosen,) = integers(seed, stream, use, (len(items),), algorithm=algorithm)
    return items[chosen]


def _words(seed: Seed, stream: str, use: int, algorithm: int) -> Iterator[int]:
    """Check what names a draw, then return its endless row of 32-bit words."""
    _require_algorithm(algorithm)
    _require_seed(seed)
    if not (stream and stream.isascii() and stream.isprintable()):
        raise ValueError(
            f"the stream name {stream!r} is not usable: give at least 1 printable ASCII character"
        )
    if use < 0:
        raise ValueError(f"stream {stream!r}: use is {use}; uses count from 0")
    # The length says where the name ends, whatever colons and digits it holds.
    label = f"islekeeper-chance:{algorithm}:{seed}:{len(stream)}:{stream}:{use}:"
    return _hashed_words(label.encode("ascii"))


def _hashed_words(label: bytes) -> Iterator[int]:
    for block in count_from():
        digest = sha256(b"%b%d" % (label, block)).digest()
        for start in range(0, _BLOCK_BYTES, _WORD_BYTES):
            yield int.from_bytes(digest[start : start + _WORD_BYTES], "big")


def _below(bound: int, words: Iterator[int]) -> int:
    """Return a uniform integer below `bound` from the next words."""
    # Words past the last whole multiple are thrown away: they would favor the small remainders.
    limit = MAX_BOUND - MAX_BOUND % bound
    return next(word for word in words if word < limit) % bound


def _require_seed(seed: Seed) -> None:
    if len(seed) != _SEED_DIGITS or not _HEX.issuperset(seed):
        raise ValueError(
            f"the seed {seed!r} is not {_SEED_DIGITS} lowercase hex digits: "
            "pass it through parse_seed first"
        )


def _require_algorithm(algorithm: int) -> None:
    if algorithm != ALGORITHM:
        raise ValueError(
            f"chance algorithm {algorithm} is unknown, this Islekeeper knows {ALGORITHM}: "
            "open the game with the version that recorded it or a newer one"
        )
