"""The table drawn as text: whose turn, the number huge, what to do, everybody's points."""

from __future__ import annotations

from typing import Final

from companion.terminal.console import Console
from companion.view.model import NumberView, SeatView, TableView

_DIGITS: Final = (
    ("█▀█", "▄█ ", "▀▀█", "▀▀█", "█ █", "█▀▀", "█▀▀", "▀▀█", "█▀█", "█▀█"),
    ("█ █", " █ ", "█▀▀", " ▀█", "▀▀█", "▀▀█", "█▀█", "  █", "█▀█", "▀▀█"),
    ("▀▀▀", "▀▀▀", "▀▀▀", "▀▀▀", "  ▀", "▀▀▀", "▀▀▀", "  ▀", "▀▀▀", "▀▀▀"),
)
"""The digits 0 to 9 in three rows."""

SHAPES: Final = {
    "red": "●",
    "blue": "■",
    "white": "◆",
    "orange": "▲",
    "green": "▼",
    "brown": "★",
    "purple": "⬟",
    "black": "✚",
}
"""A shape for each color, for whoever cannot tell the colors apart."""


def big(number: int) -> tuple[str, str, str]:
    """A number three rows high."""
    rows = [" ".join(row[int(digit)] for digit in str(number)) for row in _DIGITS]
    return rows[0], rows[1], rows[2]


def draw(console: Console, view: TableView) -> None:
    """The whole table."""
    _headline(console, view)
    if view.number is not None:
        _number(console, view.number, view)
    _steps(console, view)
    console.rule()
    for seat in view.seats:
        _seat(console, seat)
    console.rule()
    for text in view.known:
        console.write(console.tr.show(text), "dim")


def _headline(console: Console, view: TableView) -> None:
    tr = console.tr
    if view.over:
        winner = next((s for s in view.seats if s.id == view.winner), None)
        if winner is None:
            console.write(tr("terminal.over"), "bold")
        else:
            console.write(tr("terminal.won", seat=tr.show(winner.name)), "bold")
        return
    turn = next((s for s in view.seats if s.id == view.turn.seat), None)
    if turn is None:
        console.write(tr("terminal.setup"), "bold")
    else:
        name = tr.show(turn.name)
        shape = SHAPES.get(turn.color, "●")
        line = tr("terminal.turn", n=view.turn.number, seat=f"{shape} {name}")
        console.write(line, "bold", turn.color)
    if view.paused:
        console.write(tr("terminal.paused"), "alert")


def _number(console: Console, number: NumberView, view: TableView) -> None:
    tr = console.tr
    beside = [tr.show(number.source_label)]
    if number.faces:
        beside[0] += f": {' + '.join(map(str, number.faces))}"
    if number.event_label is not None:
        beside.append(tr("terminal.event", event=number.event_label))
    if len(view.numbers) > 1:
        beside.append(", ".join(str(n.number) for n in view.numbers))
    rows = [*big(number.number), *[""] * (len(beside) - 3)]
    pad = max(map(len, rows)) + 3
    for row, said in zip(rows, [*beside, *[""] * (len(rows) - len(beside))], strict=True):
        console.write_raw(row.ljust(pad), said, "bold")
    for text in number.ignored:
        console.write(tr.show(text), "alert")


def _steps(console: Console, view: TableView) -> None:
    for step in view.steps:
        mark = "·" if step.past else "?" if step.kind == "ask" else "→"
        style = "dim" if step.past else "bold"
        waiting = ", ".join(console.tr.show(s.name) for s in view.seats if s.id in step.seats)
        alone = step.seats == (view.turn.seat,)
        who = f" [{waiting}]" if waiting and not alone else ""
        console.write(f"{mark} {console.tr.show(step.text)}{who}", style, indent="  ")


def _seat(console: Console, seat: SeatView) -> None:
    tr = console.tr
    mark = "▶" if seat.on_turn else " "
    shape = SHAPES.get(seat.color, "●")
    name = tr.show(seat.name)
    vp = "" if seat.vp is None else f"  {seat.vp}/{seat.target}"
    lead = " ♛" if seat.leader else ""
    away = "" if seat.present else f" ({tr('terminal.away')})"
    console.write(f"{mark}{shape} {name}{away}{vp}{lead}", seat.color, *_weight(seat))
    counts = [f"{tr.show(t.label)} {t.value}" for t in seat.tracks if t.shown and t.value]
    awards = [tr.show(a.label) for a in seat.awards]
    if awards:
        console.write(f"    {', '.join(awards)}", "bold", indent="    ")
    if counts:
        console.write(f"    {', '.join(counts)}", "dim", indent="    ")


def _weight(seat: SeatView) -> tuple[str, ...]:
    return ("bold",) if seat.on_turn else ()
