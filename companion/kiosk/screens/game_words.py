"""What is said about a game in a line: what is played, how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.registry import known
from companion.i18n.text import Ref, Text
from companion.view.model import TableView

if TYPE_CHECKING:
    from companion.kiosk.host import Host
    from companion.session.summary import Summary


def what_is_played(host: Host, scenario: str, variants: tuple[str, ...]) -> str:
    """The scenario and its variants: "Base game, Event Cards"."""
    names = tuple(module_name(name) for name in (scenario, *variants) if name)
    return host.tr("kiosk.home.list", items=names)


def module_name(name: str) -> Text | str:
    """What a scenario or variant is called; a scenario of the table's own goes by its id."""
    return Text(f"module.{name}") if name in known() else name


def how_far(host: Host, summary: Summary) -> str:
    """Over, in the set-up, or which turn it is."""
    if summary.over:
        return host.tr("kiosk.home.over")
    return host.tr("kiosk.home.turn", n=summary.turn) if summary.turn else _set_up(host)


def whose_turn(host: Host, view: TableView) -> str:
    """The same of the game on the table, with whose turn it is."""
    if view.over:
        return host.tr("kiosk.home.over")
    if not view.turn.number:
        return _set_up(host)
    if view.turn.seat is None:
        return host.tr("kiosk.home.turn", n=view.turn.number)
    seat = Ref("seat", view.turn.seat)
    return host.tr("kiosk.home.turn_of", n=view.turn.number, seat=seat)


def who_leads(host: Host, view: TableView) -> str:
    """Who has won or leads, "" while nobody has a point more than the others."""
    if view.winner is not None:
        return host.tr("kiosk.home.won", seat=Ref("seat", view.winner))
    seats = [s for s in view.seats if s.present and s.kind == "player" and s.vp is not None]
    most = max((s.vp or 0 for s in seats), default=0)
    first = [s for s in seats if s.vp == most]
    if len(first) != 1:
        return ""
    return host.tr("kiosk.home.leads", seat=Ref("seat", first[0].id))


def _set_up(host: Host) -> str:
    return host.tr("kiosk.home.set_up")
