"""Events as one line of text each, as a viewer may see them.

Every event kind has a message `event_kind.<module>.<name>` that names the event's fields. A
field becomes a parameter by what it holds: a seat's id the seat, a list a list, a yes or no
the word, nothing "nobody", and the fields of `REFERENCES` the thing they name. Who may not see
all of an event gets `event_kind.<module>.<name>.hidden`, which does without. Events of the
system, whose fields hold more than that, are told by the functions below.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from companion.core.events import PromptOpened
from companion.core.model import Command, Event, Prompt, SeatId
from companion.core.projection import project_event
from companion.core.rules.pieces import Piece, PieceUpgraded
from companion.i18n.text import Param, Ref, SeatRef, Text

REFERENCES: Mapping[str, str] = {
    "award": "award",
    "card": "card",
    "color": "color",
    "deed": "action",
    "edition": "edition",
    "event": "event",
    "face": "event_die",
    "kind_now": "piece",
    "resource": "resource",
    "resources": "resource",
    "setting": "setting",
    "source": "number_source",
    "track": "track",
}
"""Fields that hold the id of a thing with a name, and the kind of thing."""

QUIET = frozenset(
    {
        "kernel.flow_entered",
        "kernel.flow_left",
        "kernel.stage_run",
        "kernel.prompt_opened",
        "kernel.prompt_answered",
        "kernel.chance_drawn",
    }
)
"""The agenda's own workings, and chance, whose outcome other events tell."""

Fields = Mapping[str, Any]


class Teller:
    """Tells events in order.

    It remembers which piece is whose, and what was asked, as later events only name them.
    """

    def __init__(
        self,
        seats: Collection[SeatId],
        viewer: SeatId | None,
        pieces: Iterable[Piece] = (),
        prompts: Iterable[Prompt] = (),
    ) -> None:
        self.viewer = viewer
        self._seats = frozenset(seats)
        self._pieces: dict[int, tuple[str, SeatId]] = {p.id: (p.kind, p.seat) for p in pieces}
        self._asked: dict[str, Text] = {p.name: p.text for p in prompts}

    def entry(
        self, command: Command | None, events: Iterable[Event]
    ) -> tuple[Text, tuple[Text, ...]]:
        """What an entry did, and its consequences."""
        told: list[Text] = []
        insisted: list[Text] = []
        all_stand = False
        for event in events:
            kind = str(event.__struct_config__.tag)
            all_stand = all_stand or kind == "base.setup_skipped"
            if all_stand and getattr(event, "start", False):
                self.remember(event)
                continue
            text = self.event(event)
            if kind == "kernel.prompt_closed" and told:
                continue
            if text is not None:
                (insisted if kind == "kernel.action_forced" else told).append(text)
        if not told:
            told = [] if command is None else [_by_name(command)]
        said = [*told, *insisted] or [Text("event_kind.kernel.game_started")]
        return said[0], tuple(said[1:])

    def event(self, event: Event) -> Text | None:
        """One line for `event`; None for what the table need not read."""
        kind = str(event.__struct_config__.tag)
        self.remember(event)
        if kind in QUIET:
            return None
        fields = project_event(event, self.viewer)
        special = _SPECIAL.get(kind)
        if special is not None:
            return special(self, fields)
        message = f"event_kind.{kind}.hidden" if event.hidden(self.viewer) else f"event_kind.{kind}"
        return Text(message, self._params(fields))

    def remember(self, event: Event) -> None:
        """Take note of whose the pieces of `event` are and what it asks, without telling it."""
        if isinstance(event, PromptOpened):
            self._asked[event.prompt.name] = event.prompt.text
            return
        if isinstance(event, PieceUpgraded):
            self._pieces[event.piece] = (event.kind_now, event.seat)
        hidden = event.hidden(self.viewer)
        for name in event.__struct_fields__:
            value = getattr(event, name)
            # Whole pieces, wherever an event holds them.
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, Piece) and name not in hidden:
                    self._pieces[one.id] = (one.kind, one.seat)

    def _params(self, fields: Fields) -> dict[str, Param]:
        params: dict[str, Param] = {}
        for name, value in fields.items():
            if name == "kind" or isinstance(value, dict):
                continue
            if isinstance(value, list):
                params[name] = tuple(self._param(name, one) for one in value)
            else:
                params[name] = self._param(name, value)
        return params

    def _param(self, name: str, value: Any) -> Any:
        if value is None:
            return Text("common.nobody")
        if isinstance(value, bool):
            return Text("common.yes" if value else "common.no")
        if not isinstance(value, str):
            return value
        if value in self._seats:
            return SeatRef(value)
        kind = REFERENCES.get(name)
        return value if kind is None else Ref(kind, value)

    # -- events whose line depends on what they hold --------------------------------------

    def _piece(self, message: str, piece: int) -> Text:
        """A line about a piece that the event names by its id alone."""
        if piece not in self._pieces:
            return Text("event_kind.pieces.unknown")
        kind, seat = self._pieces[piece]
        return Text(message, {"piece": Ref("piece", kind), "seat": SeatRef(seat)})

    def placed(self, fields: Fields) -> Text:
        """A piece came into play."""
        message = "event_kind.pieces.placed"
        if fields["free"]:
            how = "start" if fields["start"] else "free"
            message = f"event_kind.pieces.placed.{how}"
        return self._piece(message, fields["piece"]["id"])

    def removed(self, fields: Fields) -> Text:
        """A piece left play."""
        return self._piece("event_kind.pieces.removed", fields["piece"])

    def upgraded(self, fields: Fields) -> Text:
        """A settlement became a city."""
        return self._piece("event_kind.pieces.upgraded", fields["piece"])

    def ticked(self, fields: Fields) -> Text:
        """A spot was set right."""
        return self._piece("event_kind.pieces.traits_ticked", fields["piece"])

    def settled(self, fields: Fields) -> Text:
        """The table has dealt with a question: which, and whose it was."""
        asked = self._asked.get(fields["question"])
        if asked is None:
            return Text("event_kind.table.settled")
        if fields["seat"] is None:
            return Text("event_kind.table.settled.asked", {"asked": asked})
        said: dict[str, Param] = {"seat": SeatRef(fields["seat"]), "asked": asked}
        return Text("event_kind.table.settled.whose", said)

    def closed(self, fields: Fields) -> Text | None:
        """A question was settled without an answer; other ends of a prompt go untold."""
        settled = fields["how"] == "settled"
        return Text("event_kind.kernel.prompt_closed") if settled else None

    def forced(self, fields: Fields) -> Text:
        """The table insisted, and what spoke against it."""
        reason = msgspec.convert(fields["text"], Text)
        action = Ref("action", fields["action"])
        return Text("event_kind.kernel.action_forced", {"action": action, "text": reason})

    def over(self, fields: Fields) -> Text:
        """The end."""
        if fields["winner"] is None:
            return Text("event_kind.kernel.game_over.nobody")
        return Text("event_kind.kernel.game_over", {"winner": SeatRef(fields["winner"])})

    def award(self, fields: Fields) -> Text:
        """A special card moved, or was set aside."""
        award = Ref("award", fields["award"])
        if fields["holder"] is None:
            return Text("event_kind.awards.moved.nobody", {"award": award})
        return Text(
            "event_kind.awards.moved", {"award": award, "holder": SeatRef(fields["holder"])}
        )

    def turn_set(self, fields: Fields) -> Text:
        """The table said whose turn it is."""
        resume = fields["resume"]
        return Text(
            "event_kind.base.turn_set", {"seat": SeatRef(resume["seat"]), "turn": resume["turn"]}
        )

    def number(self, fields: Fields) -> Text | None:
        """A number came up; a card tells its own."""
        if fields["source"] == "cards":
            return None
        params: dict[str, Param] = {"number": fields["number"]}
        if fields["faces"]:
            faces = " + ".join(str(face) for face in fields["faces"])
            return Text("event_kind.base.number_produced.faces", {**params, "faces": faces})
        params["source"] = Ref("number_source", fields["source"])
        if fields["event"] is not None:
            event = Ref("event", fields["event"])
            return Text("event_kind.base.number_produced.event", {**params, "event": event})
        return Text("event_kind.base.number_produced", params)

    def robber(self, fields: Fields) -> Text:
        """The robber went home, or somewhere and perhaps took a card."""
        if fields["to"] == "home" and fields["victim"] is None:
            return Text("event_kind.base.robber_moved.home")
        seat = SeatRef(fields["seat"])
        if fields["victim"] is None:
            return Text("event_kind.base.robber_moved.nobody", {"seat": seat})
        return Text(
            "event_kind.base.robber_moved", {"seat": seat, "victim": SeatRef(fields["victim"])}
        )

    def card(self, fields: Fields) -> Text:
        """A development card was played."""
        params = self._params(fields)
        if fields["resources"]:
            return Text("event_kind.base.card_played.resources", params)
        params.pop("resources")
        return Text("event_kind.base.card_played", params)


_SPECIAL: Mapping[str, Callable[[Teller, Fields], Text | None]] = {
    "kernel.game_started": lambda teller, fields: Text("event_kind.kernel.game_started"),
    "kernel.prompt_closed": Teller.closed,
    "kernel.action_forced": Teller.forced,
    "kernel.game_over": Teller.over,
    "pieces.placed": Teller.placed,
    "pieces.removed": Teller.removed,
    "pieces.upgraded": Teller.upgraded,
    "pieces.traits_ticked": Teller.ticked,
    "awards.moved": Teller.award,
    "base.turn_set": Teller.turn_set,
    "base.number_produced": Teller.number,
    "base.robber_moved": Teller.robber,
    "base.card_played": Teller.card,
    "table.settled": Teller.settled,
}


def _by_name(command: Command) -> Text:
    """A command that left nothing to tell, by its action's name."""
    action = Ref("action", command.action)
    if command.seat is None:
        return Text("history.action", {"action": action})
    return Text("history.seat_action", {"seat": SeatRef(command.seat), "action": action})
