"""Reading a position that somebody wrote: every fault at once, each with its place and cure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.actions import check_traits
from companion.core.context import Context
from companion.core.frozen import FrozenMap, freeze, shown
from companion.core.model import COLORS, Param, Seat, SeatId
from companion.core.names import LONGEST_NAME, harmless, name_key, one_line
from companion.core.rules.base.book import BaseSlice
from companion.core.rules.base.facts import PIECE_LIMIT
from companion.core.rules.table.agenda import LAST_TURN, STAGES
from companion.core.rules.table.book import TableSlice
from companion.core.rules.table.counts import LONGEST_REASON, MOST_POINTS, UNTIL, writable
from companion.core.rules.table.position import (
    HolderPosition,
    Pinned,
    PointsPosition,
    Position,
    SeatPosition,
    Spot,
    TurnPosition,
    kinds_of,
    parts_of,
    spots,
)
from companion.core.settings import did_you_mean
from companion.i18n.text import Text

KEYS = ("seats", "holders", "turn")
SEAT_KEYS = ("name", "color", "pieces", "tracks", "points")
PIN_KEYS = ("until", "reason")
TURN_KEYS = ("seat", "number", "stage")


class Reader:
    """Reads one position; `faults` collects what is wrong with it."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.faults: list[Text] = []

    def fault(self, path: str, fault: Text) -> None:
        """Note what is wrong at `path`."""
        self.faults.append(Text("position.at", {"path": path or "position", "fault": fault}))

    def wrong(self, path: str, value: Any, *allowed: str) -> None:
        """Note a value that cannot be, and what could."""
        self.fault(path, Text("position.value", {"value": shown(value), "allowed": allowed}))

    def mapping(self, path: str, data: Any, keys: tuple[str, ...] = ()) -> Mapping[str, Any]:
        """`data` where it is an object, its keys among `keys` (none named: any)."""
        if not isinstance(data, dict):
            self.wrong(path, data, "{…}")
            return {}
        for key in data:
            if keys and key not in keys:
                self.fault(path, did_you_mean("position.key", str(key), keys))
        return data

    def count(self, path: str, value: Any, low: int, high: int) -> int:
        """A whole number between the bounds; the lower one in place of a wrong value."""
        if type(value) is int and low <= value <= high:
            return value
        self.wrong(path, value, f"{low}–{high}")
        return low

    def seat(self, path: str, name: Any, seats: tuple[Seat, ...]) -> Seat | None:
        """The one of `seats` with this id or, in any case, this name or else this color."""
        # Ids first: a position that the app wrote down says who is who by them.
        for words in ([s.id for s in seats], [s.name for s in seats], [s.color for s in seats]):
            for seat, word in zip(seats, words, strict=True):
                if word and name_key(word) == name_key(str(name)):
                    return seat
        known = [s.name or s.color for s in seats]
        self.fault(path, did_you_mean("position.seat", str(name), known))
        return None

    # -- the whole ------------------------------------------------------------------------

    def position(self, data: Any) -> Position:
        """The position as far as it can be read."""
        parts = parts_of(self.ctx)
        data = self.mapping("", data, (*KEYS, *parts))
        seats: dict[SeatId, SeatPosition] = {}
        for name, part in self.mapping("seats", data.get("seats", {})).items():
            path = f"seats.{name}"
            seat = self.seat(path, name, self.ctx.seats())
            if seat is not None and seat.id in seats:
                self.fault(path, Text("position.seat_twice", {"value": str(name)}))
            elif seat is not None:
                seats[seat.id] = self.seat_part(path, seat, part)
        self.unlike(seats)
        holders = {}
        for award, holder in self.mapping("holders", data.get("holders", {})).items():
            if award in self.ctx.rules.awards:
                holders[award] = self.holder(f"holders.{award}", holder)
            else:
                names = tuple(self.ctx.rules.awards)
                fault = did_you_mean("position.award", str(award), names)
                self.fault(f"holders.{award}", fault)
        turn = self.turn(data["turn"]) if data.get("turn") is not None else self.first_turn()
        said = {
            key: part.read(self.ctx, self, data[key]) for key, part in parts.items() if key in data
        }
        return Position(FrozenMap(seats), FrozenMap(holders), turn, FrozenMap(said))

    def seat_part(self, path: str, seat: Seat, data: Any) -> SeatPosition:
        """What is said about one seat."""
        data = self.mapping(path, data, SEAT_KEYS)
        name = data.get("name", seat.name)
        if not isinstance(name, str) or (name != seat.name and not name.strip()):
            self.wrong(f"{path}.name", name, "Ada")
            name = seat.name
        if len(name) > LONGEST_NAME:
            self.wrong(f"{path}.name", name, f"≤ {LONGEST_NAME}")
        if name != seat.name and not one_line(name):
            self.fault(f"{path}.name", Text("position.one_line", {"value": harmless(name)}))
        color = data.get("color", seat.color)
        if color not in COLORS:
            self.fault(f"{path}.color", did_you_mean("position.color", str(color), COLORS))
            color = seat.color
        pieces = self.pieces(f"{path}.pieces", data.get("pieces", {}))
        tracks = self.tracks(f"{path}.tracks", seat, data.get("tracks", {}))
        points = self.points(f"{path}.points", data.get("points"))
        return SeatPosition(name.strip(), color, pieces, tracks, points)

    def points(self, path: str, data: Any) -> PointsPosition | None:
        """The points that the table pins: a number, or one with how long and why."""
        if data is None:
            return None
        pinned = Pinned()
        if isinstance(data, dict):
            pinned = self.pinned(path, self.mapping(path, data, ("vp", *PIN_KEYS)))
            path, data = f"{path}.vp", data.get("vp")
        return PointsPosition(self.count(path, data, 0, MOST_POINTS), pinned)

    def holder(self, path: str, data: Any) -> HolderPosition:
        """Who holds an award: a seat or nobody, pinned where it says how long."""
        pinned = None
        if isinstance(data, dict):
            pinned = self.pinned(path, self.mapping(path, data, ("holder", *PIN_KEYS)))
            path, data = f"{path}.holder", data.get("holder")
        found = None if data is None else self.seat(path, data, self.ctx.seats())
        return HolderPosition(None if found is None else found.id, pinned)

    def pinned(self, path: str, data: Mapping[str, Any]) -> Pinned:
        """How long the table's word stands, and why it was given."""
        until, reason = data.get("until", "moved"), data.get("reason", "")
        if until not in UNTIL:
            self.wrong(f"{path}.until", until, *UNTIL)
            until = "moved"
        if not isinstance(reason, str) or len(reason) > LONGEST_REASON:
            self.wrong(f"{path}.reason", reason, f"≤ {LONGEST_REASON}")
            reason = ""
        return Pinned(until, reason)

    def pieces(self, path: str, data: Any) -> FrozenMap[str, tuple[Spot, ...]]:
        """Pieces by kind: a count, or a list of spots."""
        found = {}
        for kind, said in self.mapping(path, data).items():
            at = f"{path}.{kind}"
            if kind not in kinds_of(self.ctx):
                self.fault(at, did_you_mean("position.piece", str(kind), kinds_of(self.ctx)))
                continue
            limit = self.ctx.get(PIECE_LIMIT, kind=kind)
            if not isinstance(said, (list, tuple)):
                of = [FrozenMap[str, Any]()] * self.count(at, said, 0, limit)
            else:
                self.count(at, len(said), 0, limit)
                of = [self.spot(f"{at}.{i}", kind, spot) for i, spot in enumerate(said, 1)]
            if of:
                found[kind] = spots(of)
        return FrozenMap(found)

    def spot(self, path: str, kind: str, data: Any) -> Spot:
        """The ticked traits of one piece."""
        spot = self.mapping(path, data)
        names = tuple(t.name for t in self.ctx.rules.traits.values() if kind in t.pieces)
        for name, ticked in spot.items():
            one = {name: freeze(ticked)}
            if name not in names:
                self.fault(path, did_you_mean("position.trait", str(name), names))
            elif check_traits(self.ctx, Param("traits", "traits", choices=names), one):
                allowed = self.ctx.rules.traits[name].choices or ("true", "false")
                self.wrong(f"{path}.{name}", ticked, *allowed)
        return FrozenMap({str(k): freeze(v) for k, v in spot.items()})

    def tracks(self, path: str, seat: Seat, data: Any) -> FrozenMap[str, int]:
        """Every count of the seat that can be set; its least where nothing is said."""
        tracks = {t.name: t for t in writable(self.ctx, seat.id)}
        values = {name: track.low for name, track in tracks.items()}
        for name, value in self.mapping(path, data).items():
            if name not in tracks:
                self.fault(f"{path}.{name}", did_you_mean("position.track", str(name), tracks))
                continue
            track = tracks[name]
            values[name] = self.count(f"{path}.{name}", value, track.low, track.high)
        return FrozenMap(values)

    def turn(self, data: Any) -> TurnPosition | None:
        """Whose turn it is, and where it stands."""
        data = self.mapping("turn", data, TURN_KEYS)
        players = tuple(s for s in self.ctx.seats() if s.kind == "player")
        seat = self.seat("turn.seat", data.get("seat"), players)
        now = max(1, self.ctx.slice(BaseSlice).turn)
        number = self.count("turn.number", data.get("number", now), 1, LAST_TURN)
        stage = data.get("stage", "number")
        if stage not in STAGES:
            self.wrong("turn.stage", stage, *STAGES)
        elif seat is not None:
            return TurnPosition(seat.id, number, stage)
        return None

    def first_turn(self) -> TurnPosition | None:
        """A position is one of the game under way: entering it ends the set-up."""
        if self.ctx.slice(BaseSlice).phase == "play":
            return None
        return TurnPosition(self.ctx.players()[0], 1, "number")

    def unlike(self, seats: Mapping[SeatId, SeatPosition]) -> None:
        """Note colors and names that two seats would have."""
        for what in ("color", "name"):
            taken: dict[str, SeatId] = {}
            for seat in self.ctx.slice(TableSlice).seats:
                value = getattr(seats.get(seat.id, seat), what)
                other = taken.setdefault(value.casefold(), seat.id)
                if other != seat.id and value and {seat.id, other} & seats.keys():
                    at = seat.id if seat.id in seats else other
                    self.fault(f"seats.{at}.{what}", Text("position.taken", {"value": value}))
