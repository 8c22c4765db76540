"""What somebody asks of a board in plain data, and the board it comes to: for script and command.

Everything that is wrong with a request is found before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.core.board.hexes import Edge, Hex, edge
from companion.core.board.layout import Board
from companion.core.board.options import LIMITS, Options
from companion.core.model import Problem, Struct
from companion.core.settings import did_you_mean
from companion.i18n.text import Text

BY_LETTERS: Final = "by_letters"
"""A wish that is none of the generator's: numbers in the order of their letters."""

WISHES: Final = (*Options.__struct_fields__, BY_LETTERS)

MOST_FAULTS: Final = 20
"""More faults of one request are not told: they would not be read."""

_FARTHEST: Final = 1000


class RequestRefused(Exception):
    """A request that cannot be carried out; `problems` holds every reason, up to MOST_FAULTS."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems[:MOST_FAULTS])
        super().__init__("; ".join(problem.code for problem in self.problems))


class Wished(Struct, frozen=True):
    """The wishes of a request."""

    options: Options = Options()
    by_letters: bool = False


def wishes_of(given: Mapping[str, Any]) -> Wished:
    """Wishes from names and values: true or false, or a whole number where it is a limit.

    Raises RequestRefused naming every word that is no wish, and every value that it cannot have.
    """
    fine: dict[str, Any] = {}
    faults: list[Problem] = []
    for name, value in given.items():
        if len(faults) >= MOST_FAULTS:
            break
        if name not in WISHES:
            text = did_you_mean("boards.draw.wish", name[:_LONGEST], WISHES)
            faults.append(Problem("unknown_wish", text))
        elif name in LIMITS:
            low, high = LIMITS[name]
            whole = isinstance(value, int) and not isinstance(value, bool)
            if whole and low <= value <= high:
                fine[name] = value
            elif value is not None and value is not False:
                bounds: dict[str, int | str] = {"low": low, "high": high}
                bounds |= {"name": name, "value": _short(value)}
                faults.append(Problem("bad_limit", Text("boards.draw.limit", bounds)))
        elif isinstance(value, bool):
            fine[name] = value
        else:
            params = {"name": name, "value": _short(value)}
            faults.append(Problem("bad_wish", Text("boards.draw.flag", params)))
    if faults:
        raise RequestRefused(faults)
    by_letters = bool(fine.pop(BY_LETTERS, False))
    return Wished(Options(**fine), by_letters)


_LONGEST: Final = 40


def _short(value: object) -> str:
    shown = str(value)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"


def sites_of(given: Sequence[Any], board: Board, key: str) -> list[Hex | Edge]:
    """Hexes `[q, r]` and harbors `[[q, r], [q, r]]` of a board.

    Raises RequestRefused naming each that is none or that the board does not have.
    """
    found: list[Hex | Edge] = []
    faults: list[Problem] = []
    tiles = board.by_hex()
    harbors = {harbor.edge for harbor in board.harbors}
    for at, value in enumerate(given):
        site = next(_read(value), None)
        if site is not None and (site in tiles or site in harbors):
            found.append(site)
            continue
        params: dict[str, str] = {"key": f"{key}[{at}]", "value": _short(value)}
        faults.append(Problem("bad_site", Text("boards.draw.site", params)))
        if len(faults) >= MOST_FAULTS:
            break
    if faults:
        raise RequestRefused(faults)
    return found


def _read(value: object) -> Iterator[Hex | Edge]:
    place = _hex(value)
    if place is not None:
        yield place
    elif isinstance(value, (list, tuple)) and len(value) == 2:
        one, other = _hex(value[0]), _hex(value[1])
        if one is not None and other is not None and one != other:
            try:
                yield edge(one, other)
            except ValueError:  # two hexes that do not touch
                return


def _hex(value: object) -> Hex | None:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        return None
    q, r = value
    for number in (q, r):
        if not isinstance(number, int) or isinstance(number, bool) or abs(number) > _FARTHEST:
            return None
    return q, r
