"""Share codes: a scenario, the wishes and the exact board in a few characters.

The same code gives the same board on every machine and in every later version of the program.
A board that the plan's pools cannot give gets the long form instead, which is meant for a QR
code or for copying. docs/boards.md describes both, byte by byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from companion.core.board.layout import Board, board_of
from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.core.model import Problem
from companion.i18n.text import Text
from companion.setup.code_json import (
    MOST_BYTES,
    from_long_form,
    is_long_form,
    long_form,
    read_json,
    to_json,
)
from companion.setup.code_layouts import (
    FINGERPRINT_BITS,
    LAYOUT_BOUND,
    PLAYERS,
    fingerprint,
    layout_number,
    layout_of,
)
from companion.setup.code_ranks import (
    NoRank,
    Packer,
    Unpacker,
    pack_board,
    printed_plan,
    unpack_board,
)
from companion.setup.code_record import NO_WISHES, Decoded, FindPlan, most_players, no_plan, plan_of
from companion.setup.code_text import (
    CHECKS,
    GROUP,
    MOST_CHARACTERS,
    CodeRefused,
    check_holds,
    clean,
    grouped,
    letters,
    repairs,
    values,
    with_check,
)

VERSION: Final = 0
VERSION_BOUND: Final = 2
"""A later version has a 1 here, and may then number itself as it likes."""

LEAST_CHARACTERS: Final = 4

_WISHES, _NO_RULES, _ALONG = 1, 2, 4
"""A mode is a sum: wishes follow, the scenario's rules were off, the numbers lie along paths."""

WISHES: Final[tuple[tuple[str, tuple[int, int] | None], ...]] = (
    ("reds_apart", None),
    ("equal_apart", None),
    ("extremes_apart", None),
    ("clusters", (1, 9)),
    ("node_most", (1, 15)),
    ("node_least", (1, 15)),
    ("reds_per_terrain", (1, 9)),
    ("balance", (1, 36)),
    ("harbors_off_own", None),
    ("no_reds_on_gold", None),
    ("lopsided", (1, 36)),
)
"""The wishes that version 0 can carry, with the limits' ranges. Frozen."""

NAME_LETTERS: Final = "0123456789_abcdefghijklmnopqrstuvwxyz-"
MOST_NAME: Final = 31


class _Head(NamedTuple):
    """What a code says before its board; `found` is the fingerprint it was made for."""

    scenario: str
    edition: str
    players: int
    found: str | int


def encode(
    plan: Plan,
    board: Board,
    *,
    players: int | None = None,
    options: Options = NO_WISHES,
    rules: bool = True,
) -> str:
    """The code of a board, ungrouped; the long form if the plan's pools cannot give the board.

    players: the greatest number the plan is for, if None. options: the table's wishes; they
    make the code a little longer. rules: whether the scenario's own rules were on.

    Raises ValueError if two tiles of the board lie on one hex.
    """
    if players is None:
        players = most_players(plan)
    short = short_code(plan, board, players=players, options=options, rules=rules)
    if short is not None:
        return short
    return long_form(to_json(plan, board, players=players, options=options, rules=rules))


def short_code(
    plan: Plan, board: Board, *, players: int, options: Options = NO_WISHES, rules: bool = True
) -> str | None:
    """The short code of a board, ungrouped, or None where only the long form will do.

    Raises ValueError if two tiles of the board lie on one hex.
    """
    board = board_of(board.tiles, board.harbors, board.marks)
    mode = (options != NO_WISHES) * _WISHES + (not rules) * _NO_RULES
    modes, printed = _modes(plan)
    tries = [mode + _ALONG, mode] if _has_paths(plan) else [mode]
    if printed is not None and mode == 0:
        tries = [printed, *tries]
    for tried in tries:
        packer = Packer()
        try:
            _put_head(packer, plan, players)
            packer.put_bits(tried, modes)
            _put_wishes(packer, options, 0 if tried == printed else tried)
            drawn = printed_plan(plan) if tried == printed else None
            pack_board(drawn or plan, board, packer, along=bool(tried & _ALONG))
        except NoRank:
            continue
        digits = with_check(_digits(packer.total, _width(packer.space)))
        if len(digits) <= MOST_CHARACTERS and _gives(plan, digits, board):
            return letters(digits)
    return None


def decode(text: str, find_plan: FindPlan) -> Decoded:
    """The board of what was typed, scanned or pasted: a code, its long form, or a board's JSON.

    Raises CodeRefused with what is wrong with the text.
    """
    if len(text) > MOST_BYTES or text.lstrip().startswith("{"):
        return read_json(text, find_plan)
    cleaned = clean(text)
    if is_long_form(cleaned):
        return from_long_form(cleaned, find_plan)
    if len(cleaned) > MOST_CHARACTERS:
        raise _refused("too_long", n=len(cleaned), most=MOST_CHARACTERS)
    digits = values(cleaned)
    if len(digits) < LEAST_CHARACTERS:
        raise _refused("too_short", n=len(digits), least=LEAST_CHARACTERS)
    if not check_holds(digits):
        raise CodeRefused(_wrong(digits, find_plan))
    return _read(digits, find_plan)


def _read(digits: Sequence[int], find_plan: FindPlan) -> Decoded:
    """The board of digits whose check holds."""
    unpacker = Unpacker(_number(digits[:-CHECKS]))
    try:
        decoded = _unpack(unpacker, find_plan)
    except NoRank as fault:
        raise _refused("no_rank") from fault
    needed = _width(unpacker.space) + CHECKS
    if needed != len(digits):
        raise _refused("length", n=len(digits), needed=needed)
    if unpacker.rest:
        raise _refused("no_rank")
    return decoded


def _unpack(unpacker: Unpacker, find_plan: FindPlan) -> Decoded:
    head = _take_head(unpacker)
    plan = plan_of(find_plan, head.scenario, head.players, head.edition)
    if head.found != _found(plan, head.found):
        raise CodeRefused([no_plan("other_board", head.scenario, head.players, head.edition)])
    modes, printed = _modes(plan)
    mode = unpacker.take_bits(modes)
    drawn = printed_plan(plan)
    if drawn is not None and mode == printed:
        return Decoded(plan, unpack_board(drawn, unpacker, along=False), head.players)
    options = _take_wishes(unpacker, mode)
    board = unpack_board(plan, unpacker, along=bool(mode & _ALONG))
    return Decoded(plan, board, head.players, options, not mode & _NO_RULES)


def _wrong(digits: Sequence[int], find_plan: FindPlan) -> Iterator[Problem]:
    """What to say of digits whose check does not hold."""
    yield from _refused("check", n=len(digits)).problems
    places = {}
    for at, repaired in repairs(digits):
        try:
            _read(repaired, find_plan)
        except CodeRefused:
            continue
        places[at] = repaired
    if len(places) == 1:
        ((at, repaired),) = places.items()
        group = at // GROUP
        typed, likely = (_group(row, group) for row in (digits, repaired))
        yield from _refused("look_at", group=group + 1, typed=typed, likely=likely).problems
    else:
        yield from _wrong_length(digits, find_plan)


def _wrong_length(digits: Sequence[int], find_plan: FindPlan) -> Iterator[Problem]:
    """What to say if codes that begin like these digits are longer or shorter."""
    plans = []

    def noted(scenario: str, players: int, edition: str) -> Plan:
        plans.append(find_plan(scenario, players, edition))
        return plans[-1]

    try:
        _read(digits, noted)
    except CodeRefused as refused:
        # Where harbors are laid the length depends on the terrain, which may be misread.
        if not any(plan.laid for plan in plans):
            yield from (problem for problem in refused.problems if problem.code == "code_length")


def _group(digits: Sequence[int], group: int) -> str:
    return letters(digits[group * GROUP : (group + 1) * GROUP])


def _gives(plan: Plan, digits: Sequence[int], board: Board) -> bool:
    """Whether a code gives just this board: what the pools do not hold is lost in it."""
    try:
        return _read(digits, lambda *_: plan).board == board
    except CodeRefused:
        return False


def _has_paths(plan: Plan) -> bool:
    return any(pool.paths for pool in plan.variable.numbers)


def _modes(plan: Plan) -> tuple[int, int | None]:
    """How many modes the codes of a plan have, and the one of the printed board."""
    others = 2 * _ALONG if _has_paths(plan) else _ALONG
    return (others, None) if plan.printed is None else (others + 1, others)


def _put_head(packer: Packer, plan: Plan, players: int) -> None:
    number = layout_number(plan, players)
    layout = layout_of(number)
    packer.put_bits(VERSION, VERSION_BOUND)
    packer.put_bits(number, LAYOUT_BOUND)
    if layout is not None:
        known = [count for count, _ in layout.fingerprints]
        packer.put_bits(known.index(players), len(known))
        return
    packer.put_bits(players - PLAYERS[0], PLAYERS[1] - PLAYERS[0] + 1)
    _put_name(packer, plan.scenario)
    _put_name(packer, plan.edition)
    packer.put_bits(_short_print(plan), 1 << FINGERPRINT_BITS)


def _take_head(unpacker: Unpacker) -> _Head:
    if unpacker.take_bits(VERSION_BOUND) != VERSION:
        raise _refused("newer")
    number = unpacker.take_bits(LAYOUT_BOUND)
    if number == 0:
        players = PLAYERS[0] + unpacker.take_bits(PLAYERS[1] - PLAYERS[0] + 1)
        scenario, edition = _take_name(unpacker), _take_name(unpacker)
        return _Head(scenario, edition, players, unpacker.take_bits(1 << FINGERPRINT_BITS))
    layout = layout_of(number)
    if layout is None:
        raise _refused("unknown_layout", n=number)
    players, found = layout.fingerprints[unpacker.take_bits(len(layout.fingerprints))]
    return _Head(layout.scenario, layout.edition, players, found)


def _found(plan: Plan, like: str | int) -> str | int:
    """The fingerprint of a plan in the same form as another."""
    return fingerprint(plan) if isinstance(like, str) else _short_print(plan)


def _short_print(plan: Plan) -> int:
    return int(fingerprint(plan), 16) >> (32 - FINGERPRINT_BITS)


def _put_name(packer: Packer, name: str) -> None:
    packer.put_bits(len(name), MOST_NAME + 1)
    for letter in name:
        packer.put_bits(NAME_LETTERS.find(letter), len(NAME_LETTERS))


def _take_name(unpacker: Unpacker) -> str:
    length = unpacker.take_bits(MOST_NAME + 1)
    return "".join(NAME_LETTERS[unpacker.take_bits(len(NAME_LETTERS))] for _ in range(length))


def _put_wishes(packer: Packer, options: Options, mode: int) -> None:
    if not mode & _WISHES:
        return
    wished = [(getattr(options, name), limits) for name, limits in WISHES]
    packer.put_bits(
        sum(1 << bit for bit, (value, _) in enumerate(wished) if value not in {None, False}),
        1 << len(WISHES),
    )
    for value, limits in wished:
        if limits is not None and value is not None:
            packer.put_bits(value - limits[0], limits[1] - limits[0] + 1)


def _take_wishes(unpacker: Unpacker, mode: int) -> Options:
    if not mode & _WISHES:
        return NO_WISHES
    on = unpacker.take_bits(1 << len(WISHES))
    wishes: dict[str, Any] = {}
    for bit, (name, limits) in enumerate(WISHES):
        if not on >> bit & 1:
            continue
        wishes[name] = True
        if limits is not None:
            wishes[name] = limits[0] + unpacker.take_bits(limits[1] - limits[0] + 1)
    return Options(**wishes)


def _digits(total: int, width: int) -> list[int]:
    return [total >> (5 * at) & 31 for at in range(width)]


def _number(digits: Sequence[int]) -> int:
    return sum(digit << (5 * at) for at, digit in enumerate(digits))


def _width(space: int) -> int:
    """So many digits of base 32 hold every number below `space`."""
    return -(-(space - 1).bit_length() // 5)


def _refused(code: str, **params: int | str) -> CodeRefused:
    return CodeRefused([Problem(f"code_{code}", Text(f"boards.code.{code}", params))])


__all__ = ["CodeRefused", "Decoded", "decode", "encode", "grouped", "short_code"]
