"""The areas of a board: what is shuffled where, and from which pools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.core.board.hexes import Hex
from companion.core.board.layout import NUMBERS, pips
from companion.core.board.plan import Area, Stack
from companion.core.board.problem import BARE, MOST_ALIKE, MOST_HEXES, NumberPool, TerrainPool
from companion.core.model import Struct
from companion.scenario.faults import Faults
from companion.scenario.lines import Key
from companion.scenario.picture import DRAWN, TERRAINS, Picture
from companion.scenario.places import Places

KEYS: Final = ("hexes", "shuffle", "terrain", "numbers", "paths", "hidden")
MOST_AREAS: Final = 40
MOST_PATHS: Final = 24
SHUFFLED: Final = ("terrain", "numbers")


class Pools(Struct, frozen=True):
    """What the areas of a board come to."""

    areas: tuple[Area, ...] = ()
    terrain: tuple[TerrainPool, ...] = ()
    numbers: tuple[NumberPool, ...] = ()
    stacks: tuple[Stack, ...] = ()


class AreaReader:
    """Reads the areas of one board."""

    def __init__(self, picture: Picture, places: Places, faults: Faults, board: Key) -> None:
        """board: the key of the whole board."""
        self._board = board
        self._cells = {cell.hex: cell for cell in picture.cells}
        self._picture = picture
        self._places = places
        self._faults = faults
        self._owner: dict[tuple[str, Hex], str] = {}
        self._areas: list[Area] = []
        self._terrain: list[TerrainPool] = []
        self._numbers: list[NumberPool] = []
        self._number_keys: list[Key] = []
        self._stacks: list[Stack] = []

    def read(self, given: Mapping[str, Any], key: Key) -> Pools:
        """All areas, each fault gathered."""
        before = len(self._faults.found)
        if len(given) > MOST_AREAS:
            self._faults.add("areas", key, n=len(given), most=MOST_AREAS)
            return Pools()
        for name, area in given.items():
            if isinstance(area, dict):
                self._area(name, area, (*key, name))
            else:
                self._faults.value((*key, name), area, '{ hexes = "B2-4" }')
        self._printed_numbers()
        if len(self._faults.found) > before:
            return Pools()
        self._undrawn(key)
        for pool, where in zip(self._numbers, self._number_keys, strict=True):
            self._fit(pool, where)
        return Pools(
            tuple(self._areas), tuple(self._terrain), tuple(self._numbers), tuple(self._stacks)
        )

    def _area(self, name: str, given: Mapping[str, Any], key: Key) -> None:
        for word in given:
            if word not in KEYS:
                self._faults.name((*key, word), word, KEYS)
        if "hexes" not in given:
            self._faults.add("missing", key, name="hexes")
            return
        before = len(self._faults.found)
        hexes = self._tiles(given["hexes"], (*key, "hexes"))
        shuffle = self._shuffle(given.get("shuffle", []), (*key, "shuffle"))
        if not isinstance(hidden := given.get("hidden", False), bool):
            self._faults.value((*key, "hidden"), hidden, "true", "false")
        terrains = self._terrains(given, hexes, key) if "terrain" in shuffle else ()
        numbers = self._tokens(given, hexes, key) if "numbers" in shuffle else ()
        for word in SHUFFLED:
            if word in given and word not in shuffle:
                self._faults.add("not_shuffled", (*key, word), name=word)
        paths = self._paths(given.get("paths", []), hexes, (*key, "paths"))
        self._areas.append(Area(name, hexes))
        if len(self._faults.found) > before:
            return
        if hidden is True:
            self._stacks.append(Stack(name, hexes, terrains, numbers))
            return
        self._own(name, hexes, shuffle, key)
        if "terrain" in shuffle:
            self._terrain.append(TerrainPool(hexes, terrains))
        if "numbers" in shuffle:
            self._numbers.append(NumberPool(hexes, numbers, paths))
            self._number_keys.append((*key, "numbers"))

    def _tiles(self, given: object, key: Key) -> tuple[Hex, ...]:
        """The hexes of an area, which must be tiles, each once."""
        found = self._places.hexes(given, key)
        for place, times in Counter(found).items():
            if place not in self._cells:
                self._faults.add("in_frame", key, hex=self._picture.name_of(place))
            elif times > 1:
                self._faults.add("hex_twice", key, hex=self._cells[place].name)
        return found

    def _shuffle(self, given: object, key: Key) -> list[str]:
        if not isinstance(given, list):
            self._faults.value(key, given, '["terrain", "numbers"]')
            return []
        for at, word in enumerate(given):
            if word not in SHUFFLED:
                self._faults.name((*key, at), word, SHUFFLED)
        return [word for word in SHUFFLED if word in given]

    def _terrains(
        self, given: Mapping[str, Any], hexes: Sequence[Hex], key: Key
    ) -> tuple[str, ...]:
        if "terrain" not in given:
            drawn = [self._cells[place].terrain for place in hexes if place in self._cells]
            if DRAWN in drawn or given.get("hidden") is True:
                self._faults.add("missing", key, name="terrain")
            return tuple(drawn)
        found = counted(given["terrain"], TERRAINS, (*key, "terrain"), self._faults)
        if len(found) != len(hexes):
            self._faults.add("pool_size", (*key, "terrain"), n=len(found), hexes=len(hexes))
        return found

    def _tokens(self, given: Mapping[str, Any], hexes: Sequence[Hex], key: Key) -> tuple[int, ...]:
        if "numbers" not in given:
            cells = [self._cells[place] for place in hexes if place in self._cells]
            if given.get("hidden") is True or any(
                c.terrain == DRAWN and c.number is None for c in cells
            ):
                self._faults.add("missing", key, name="numbers")
            return tuple(c.number for c in cells if c.number and c.terrain not in BARE)
        return numbers(given["numbers"], (*key, "numbers"), self._faults)

    def _paths(self, given: object, hexes: Sequence[Hex], key: Key) -> tuple[tuple[Hex, ...], ...]:
        if not isinstance(given, list) or len(given) > MOST_PATHS:
            self._faults.value(key, given, '["A1-3 B3-1"]')
            return ()
        paths = []
        for at, line in enumerate(given):
            before = len(self._faults.found)
            path = self._places.hexes(line, (*key, at))
            if len(self._faults.found) > before:
                continue
            if sorted(path) != sorted(hexes):
                missing = [h for h in hexes if h not in path]
                wrong = missing or [h for h in path if path.count(h) > 1 or h not in hexes]
                name = self._picture.name_of(wrong[0])
                self._faults.add("path", (*key, at), hex=name, n=len(hexes))
            paths.append(path)
        return tuple(paths)

    def _own(self, name: str, hexes: Sequence[Hex], shuffle: Sequence[str], key: Key) -> None:
        for word in shuffle:
            for place in hexes:
                other = self._owner.setdefault((word, place), name)
                if other != name:
                    hex_name = self._picture.name_of(place)
                    self._faults.add("two_areas", (*key, "hexes"), hex=hex_name, other=other)

    def _printed_numbers(self) -> None:
        """Tokens that are printed on hexes whose terrain is shuffled: pools of one hex."""
        for cell in self._picture.cells:
            if ("terrain", cell.hex) in self._owner and ("numbers", cell.hex) not in self._owner:
                if cell.number is not None:
                    self._numbers.append(NumberPool((cell.hex,), (cell.number,)))
                    self._number_keys.append((*self._board, "map"))
            elif cell.number is not None and cell.terrain in BARE:
                where, row = (*self._board, "map"), ord(cell.name[0]) - ord("A")
                self._faults.add("bare", where, row, hex=cell.name, terrain=cell.terrain)

    def _undrawn(self, key: Key) -> None:
        left = [
            cell.name
            for cell in self._picture.cells
            if cell.terrain == DRAWN and ("terrain", cell.hex) not in self._owner
        ]
        if left:
            self._faults.add("undrawn", key, hexes=tuple(left[:12]))

    def _fit(self, pool: NumberPool, key: Key) -> None:
        """Say where a pool has not as many numbers as hexes that carry one."""
        drawn = {place for terrain in self._terrain for place in terrain.hexes}
        sure = [place for place in pool.hexes if place not in drawn]
        least = most = sum(self._cells[place].terrain not in BARE for place in sure)
        for terrain in self._terrain:
            here = len(set(pool.hexes) & set(terrain.hexes))
            bearing = sum(name not in BARE for name in terrain.terrains)
            least += max(0, here - (len(terrain.terrains) - bearing))
            most += min(here, bearing)
        if not least <= len(pool.numbers) <= most:
            room = str(least) if least == most else f"{least}–{most}"
            self._faults.add("number_count", key, n=len(pool.numbers), room=room)


def counted(given: object, names: Sequence[str], key: Key, faults: Faults) -> tuple[str, ...]:
    """A pool written as `{ hills = 3 }`, spread out."""
    if not isinstance(given, dict) or not given:
        faults.value(key, given, f"{{ {names[0]} = 3 }}")
        return ()
    found: list[str] = []
    for name, count in given.items():
        if name not in names:
            faults.name((*key, name), name, names)
        elif type(count) is not int or not 0 <= count <= MOST_HEXES:
            faults.value((*key, name), count, f"0–{MOST_HEXES}")
        else:
            found += [name] * count
    return tuple(found)


def numbers(given: object, key: Key, faults: Faults) -> tuple[int, ...]:
    """Tokens written as `[2, 3, 3]`."""
    if not isinstance(given, list) or len(given) > MOST_HEXES:
        faults.value(key, given, "[2, 3, 3, 4]")
        return ()
    fine = [number for number in given if type(number) is int and number in NUMBERS]
    for at, number in enumerate(given):
        if type(number) is not int or number not in NUMBERS:
            faults.value((*key, at), number, *map(str, NUMBERS))
    for weight, count in sorted(Counter(map(pips, fine)).items()):
        if count > MOST_ALIKE:
            faults.add("alike", key, n=count, pips=weight, most=MOST_ALIKE)
    return tuple(fine)
