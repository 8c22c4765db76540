"""The board part of a scenario file: from what a person wrote to plans, or to every fault."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, get_type_hints

from companion.core.board.hexes import SIDES, Edge, Hex
from companion.core.board.layout import GENERIC, RESOURCE_OF, Board, Harbor, Mark, Tile, board_of
from companion.core.board.options import LIMITS, Options
from companion.core.board.plan import Figure, MarkedNumbers, Plan, Start
from companion.core.board.problem import (
    Ban,
    HarborPool,
    Problem,
    ProblemError,
    require_sound,
)
from companion.core.names import harmless, one_line
from companion.scenario.areas import AreaReader, Pools, counted, numbers
from companion.scenario.faults import Faults
from companion.scenario.ground import check_ground
from companion.scenario.lines import Key
from companion.scenario.picture import DRAWN, TERRAINS, Picture, read_picture
from companion.scenario.places import Places

KEYS: Final = (
    "players", "edition", "like_above", "first", "map", "areas", "harbors", "harbor_pool",
    "shuffle_harbors", "laid_harbors", "islands", "bans", "rules", "along_paths", "robber",
    "pirate", "marks", "mark_numbers", "floor", "floor_along", "joined",
)  # fmt: skip
KINDS: Final = (GENERIC, *sorted(RESOURCE_OF.values()))
ANY: Final = "any"
MOST_LAID: Final = 20
"""Harbors that players lay at most: the ways to lay more take too long to count."""
BESIDE: Final = "beside the board"
_LONGEST_MARK: Final = 40
_SITES: Final = ("hexes", "edges", "nodes")


class BoardReader:
    """Reads one board of a file."""

    def __init__(self, given: Mapping[str, Any], key: Key, faults: Faults) -> None:
        """given: the board's table; key: the way to it; faults: where faults are gathered."""
        self._given = given
        self._key = key
        self._faults = faults
        self._harbor_keys: dict[Edge, Key] = {}

    def read(self, scenario: str, players: tuple[int, int]) -> Plan | None:
        """The plan for a scenario, None if there are faults. players: of the whole file."""
        faults, given = self._faults, self._given
        before = len(faults.found)
        for word in given:
            if word not in KEYS:
                faults.name((*self._key, word), word, KEYS)
        counts = self._players(players)
        picture = self._picture()
        if picture is None:
            return None
        self._places = Places(picture, faults)
        pools = AreaReader(picture, self._places, faults, self._key).read(
            self._table("areas"), (*self._key, "areas")
        )
        harbors, kinds = self._harbors()
        problem = self._problem(picture, pools, harbors, kinds)
        plan = Plan(
            scenario=scenario,
            players=counts,
            frame=picture.frame,
            areas=pools.areas,
            printed=self._printed(picture, harbors, problem),
            variable=problem,
            edition=self._edition(),
            rules=self._rules(),
            floor=self._number("floor", LIMITS["node_most"]),
            starts=self._starts(picture),
            marked_numbers=self._marked_numbers(problem.marks),
            laid=self._laid(),
            stacks=pools.stacks,
            along_paths=self._switch("along_paths", default=False),
            joined=self._joined(),
            floor_along=self._number("floor_along", LIMITS["node_most"]),
        )
        if len(faults.found) == before:
            check_ground(plan, picture, self._key, self._harbor_keys, faults)
        if len(faults.found) == before:
            try:
                require_sound(problem)
            except ProblemError as wrong:
                for error in wrong.errors:
                    faults.add("unsound", self._key, value=error)
        return plan if len(faults.found) == before else None

    # -- small values ---------------------------------------------------------------------------

    def _table(self, name: str) -> Mapping[str, Any]:
        found = self._given.get(name, {})
        if isinstance(found, dict):
            return found
        self._faults.value((*self._key, name), found, "{ … }")
        return {}

    def _list(self, name: str) -> list[Any]:
        found = self._given.get(name, [])
        if isinstance(found, list):
            return found
        self._faults.value((*self._key, name), found, "[ … ]")
        return []

    def _switch(self, name: str, *, default: bool) -> bool:
        found = self._given.get(name, default)
        if isinstance(found, bool):
            return found
        self._faults.value((*self._key, name), found, "true", "false")
        return default

    def _number(self, name: str, bounds: tuple[int, int]) -> int | None:
        found = self._given.get(name)
        if found is None or (type(found) is int and bounds[0] <= found <= bounds[1]):
            return found
        self._faults.value((*self._key, name), found, f"{bounds[0]}–{bounds[1]}")
        return None

    def _players(self, whole: tuple[int, int]) -> tuple[int, ...]:
        given = self._given.get("players", list(whole))
        pair = [given, given] if type(given) is int else given
        fine = (
            isinstance(pair, list)
            and len(pair) == 2
            and all(type(n) is int for n in pair)
            and whole[0] <= pair[0] <= pair[1] <= whole[1]
        )
        if not fine:
            allowed = (str(whole[0]), f"[{whole[0]}, {whole[1]}]")
            self._faults.value((*self._key, "players"), given, *allowed)
            return whole
        return tuple(range(pair[0], pair[1] + 1))

    def _edition(self) -> str:
        found = self._given.get("edition", "")
        if isinstance(found, str) and re.fullmatch(r"[a-z0-9-]{0,20}", found):
            return found
        self._faults.value((*self._key, "edition"), found, '"en-2025"')
        return ""

    def _picture(self) -> Picture | None:
        key = (*self._key, "map")
        if "map" not in self._given:
            self._faults.add("missing", self._key, name="map")
            return None
        text = self._given["map"]
        if not isinstance(text, str):
            self._faults.value(key, text, '"""…"""')
            return None
        first = self._given.get("first", [0, 0])
        fine = isinstance(first, list) and len(first) == 2
        if not fine or not all(type(n) is int and abs(n) < 100 for n in first):
            self._faults.value((*self._key, "first"), first, "[0, -2]")
            return None
        before = len(self._faults.found)
        picture = read_picture(text, (first[0], first[1]), key, self._faults)
        return picture if len(self._faults.found) == before else None

    # -- harbors --------------------------------------------------------------------------------

    def _kinds(self, name: str) -> tuple[str, ...]:
        if name not in self._given:
            return ()
        return counted(self._given[name], KINDS, (*self._key, name), self._faults)

    def _joined(self) -> tuple[tuple[int, int], ...]:
        found = []
        for at, pair in enumerate(self._list("joined")):
            key = (*self._key, "joined", at)
            if not isinstance(pair, list) or len(pair) != 2:
                self._faults.value(key, pair, "[2, 12]")
                continue
            read = numbers(pair, key, self._faults)
            if len(read) == 2:
                found.append((read[0], read[1]))
        return tuple(found)

    def _laid(self) -> tuple[str, ...]:
        kinds = self._kinds("laid_harbors")
        if len(kinds) <= MOST_LAID:
            return kinds
        self._faults.add("laid", (*self._key, "laid_harbors"), n=len(kinds), most=MOST_LAID)
        return ()

    def _harbors(self) -> tuple[list[tuple[Edge, str]], tuple[str, ...]]:
        """The edges with their kinds or `ANY`, and the kinds for those."""
        found: list[tuple[Edge, str]] = []
        for at, item in enumerate(self._list("harbors")):
            key = (*self._key, "harbors", at)
            words = item.split() if isinstance(item, str) else []
            if len(words) != 3:
                self._faults.value(key, item, f'"A1 NW {GENERIC}"', f'"A1 NW {ANY}"')
                continue
            name, side, kind = words
            place = self._places.hex(name, key)
            if side not in SIDES:
                self._faults.name(key, side, SIDES)
            if kind not in (*KINDS, ANY):
                self._faults.name(key, kind, (*KINDS, ANY))
            elif place is not None and side in SIDES:
                site = self._places.side(place, side)
                if site in self._harbor_keys:
                    self._faults.add("harbor_twice", key, value=item)
                self._harbor_keys.setdefault(site, key)
                found.append((site, kind))
        pool = self._kinds("harbor_pool")
        open_sites = sum(kind == ANY for _, kind in found)
        if len(pool) != open_sites:
            key = (*self._key, "harbor_pool" if "harbor_pool" in self._given else "harbors")
            self._faults.add("harbor_pool", key, n=len(pool), sites=open_sites)
        return found, pool

    # -- what is drawn --------------------------------------------------------------------------

    def _problem(
        self,
        picture: Picture,
        pools: Pools,
        harbors: list[tuple[Edge, str]],
        kinds: tuple[str, ...],
    ) -> Problem:
        shuffle = self._switch("shuffle_harbors", default=True)
        drawn = [site for site, kind in harbors if shuffle or kind == ANY]
        known = tuple(kind for _, kind in harbors if kind != ANY and shuffle)
        pool = (HarborPool(tuple(drawn), (*known, *kinds)),) if drawn else ()
        fixed_harbors = () if shuffle else tuple(Harbor(s, k) for s, k in harbors if k != ANY)
        free = {place for terrain in pools.terrain for place in terrain.hexes}
        tokens = {place for number in pools.numbers for place in number.hexes}
        return Problem(
            fixed=tuple(
                Tile(cell.hex, cell.terrain, None if cell.hex in tokens else cell.number)
                for cell in picture.cells
                if cell.hex not in free
            ),
            terrain=pools.terrain,
            numbers=pools.numbers,
            harbors=pool,
            harbors_fixed=fixed_harbors,
            marks=self._marks(),
            bans=self._bans(),
            islands=self._number("islands", (1, 99)),
        )

    def _printed(
        self, picture: Picture, harbors: list[tuple[Edge, str]], problem: Problem
    ) -> Board | None:
        if any(cell.terrain == DRAWN for cell in picture.cells):
            return None
        return board_of(
            (Tile(cell.hex, cell.terrain, cell.number) for cell in picture.cells),
            (Harbor(site, kind) for site, kind in harbors if kind != ANY),
            problem.marks,
        )

    def _bans(self) -> tuple[Ban, ...]:
        found = []
        for at, ban in enumerate(self._list("bans")):
            key = (*self._key, "bans", at)
            if not isinstance(ban, dict) or not ban:
                self._faults.value(key, ban, '{ terrain = ["gold"], numbers = [6, 8] }')
                continue
            for word in ban:
                if word not in ("hexes", "terrain", "numbers"):
                    self._faults.name((*key, word), word, ("hexes", "terrain", "numbers"))
            hexes = self._places.hexes(ban["hexes"], (*key, "hexes")) if "hexes" in ban else ()
            tokens = numbers(ban.get("numbers", []), (*key, "numbers"), self._faults)
            found.append(Ban(hexes, self._names(ban.get("terrain", []), key), tokens))
        return tuple(found)

    def _names(self, given: object, key: Key) -> tuple[str, ...]:
        if not isinstance(given, list):
            self._faults.value((*key, "terrain"), given, '["gold"]')
            return ()
        for at, name in enumerate(given):
            if name not in TERRAINS:
                self._faults.name((*key, "terrain", at), name, TERRAINS)
        return tuple(name for name in given if name in TERRAINS)

    def _rules(self) -> Options:
        kinds = get_type_hints(Options)
        fine: dict[str, Any] = {}
        for name, value in self._table("rules").items():
            key = (*self._key, "rules", name)
            if name not in kinds:
                self._faults.name(key, name, kinds)
            elif name not in LIMITS:
                fine[name] = value
                if not isinstance(value, bool):
                    self._faults.value(key, value, "true", "false")
            elif type(value) is int and LIMITS[name][0] <= value <= LIMITS[name][1]:
                fine[name] = value
            else:
                self._faults.value(key, value, "–".join(map(str, LIMITS[name])))
        return Options(**fine)

    # -- starts and marks -----------------------------------------------------------------------

    def _starts(self, picture: Picture) -> tuple[Start, ...]:
        return tuple(
            self._start(figure, self._given[figure], picture)
            for figure in ("robber", "pirate")
            if figure in self._given
        )

    def _start(self, figure: Figure, given: object, picture: Picture) -> Start:
        key = (*self._key, figure)
        if given == BESIDE:
            return Start(figure)
        if not isinstance(given, dict) or not given:
            self._faults.value(key, given, '{ hexes = "B2" }', f'"{BESIDE}"')
            return Start(figure)
        for word in given:
            if word not in ("hexes", "terrain", "number"):
                self._faults.name((*key, word), word, ("hexes", "terrain", "number"))
        hexes: tuple[Hex, ...] = ()
        if "hexes" in given:
            hexes = self._places.hexes(given["hexes"], (*key, "hexes"))
        terrain, number = given.get("terrain"), given.get("number")
        if terrain is not None and terrain not in TERRAINS:
            self._faults.name((*key, "terrain"), terrain, TERRAINS)
        if number is not None:
            number = next(iter(numbers([number], (*key, "number"), self._faults)), None)
        return Start(figure, hexes, terrain if terrain in TERRAINS else None, number)

    def _marks(self) -> tuple[Mark, ...]:
        found = []
        for name, given in self._table("marks").items():
            key = (*self._key, "marks", name)
            if not one_line(name) or len(name) > _LONGEST_MARK:
                self._faults.value(key, harmless(name), f"1–{_LONGEST_MARK} letters")
                continue
            if isinstance(given, list) and given:
                found += [self._mark(name, item, (*key, at)) for at, item in enumerate(given)]
            else:
                found.append(self._mark(name, given, key))
        return tuple(found)

    def _mark(self, name: str, given: object, key: Key) -> Mark:
        known = (*_SITES, "number")
        if not isinstance(given, dict) or not set(given) & set(_SITES):
            self._faults.value(key, given, '{ nodes = "B2 N" }', '{ edges = "B2 NE" }')
            return Mark(name)
        for word in given:
            if word not in known:
                self._faults.name((*key, word), word, known)
        number = None
        if "number" in given:
            pool = numbers([given["number"]], (*key, "number"), self._faults)
            number = next(iter(pool), None)
        places = self._places
        return Mark(
            name,
            places.hexes(given["hexes"], (*key, "hexes")) if "hexes" in given else (),
            places.edges(given["edges"], (*key, "edges")) if "edges" in given else (),
            places.nodes(given["nodes"], (*key, "nodes")) if "nodes" in given else (),
            number,
        )

    def _marked_numbers(self, marks: tuple[Mark, ...]) -> tuple[MarkedNumbers, ...]:
        names = [mark.name for mark in marks]
        found = []
        for at, given in enumerate(self._list("mark_numbers")):
            key = (*self._key, "mark_numbers", at)
            if not isinstance(given, dict) or set(given) != {"marks", "numbers"}:
                self._faults.value(key, given, '{ marks = ["one", "two"], numbers = [4, 10] }')
                continue
            wanted = given["marks"] if isinstance(given["marks"], list) else []
            for place, name in enumerate(wanted):
                if name not in names:
                    self._faults.name((*key, "marks", place), name, names)
            tokens = numbers(given["numbers"], (*key, "numbers"), self._faults)
            if len(tokens) != len(set(map(str, wanted))):
                self._faults.add(
                    "mark_numbers", (*key, "numbers"), n=len(tokens), marks=len(wanted)
                )
            found.append(MarkedNumbers(tuple(map(str, wanted)), tokens))
        return tuple(found)
