"""The screens beside the table, as text: history, statistics, rule sheet, ranking."""

from __future__ import annotations

from companion.core.context import Context
from companion.core.history import Log
from companion.i18n.text import SeatRef
from companion.terminal.console import Console
from companion.terminal.screen import SHAPES
from companion.view import history_lines, ranking, rule_sheet, statistics
from companion.view.pages import FactView, LineView

BAR = "█"


def show_history(console: Console, log: Log) -> None:
    """Every record, oldest first; what does not count any more is crossed out by a sign."""
    tr = console.tr
    console.rule(tr("common.history"))
    for line in history_lines(log):
        said = "; ".join(tr.show(text) for text in (line.what, *line.more))
        console.write(
            f"{_mark(line)} {line.id or '':>5}  {said}", *_style(line), indent="         "
        )
    console.write(tr("terminal.history_signs"), "dim")


def _mark(line: LineView) -> str:
    if line.mark == "undone":
        return "✗"
    if line.mark == "replaced":
        return "≠"
    if line.forced:
        return "!"
    return "~" if line.amended else " "


def _style(line: LineView) -> tuple[str, ...]:
    if line.mark != "live":
        return ("dim",)
    return ("alert",) if line.forced else ()


def show_statistics(console: Console, log: Log) -> None:
    """Numbers as they came against what two dice would give; everybody's counts and times."""
    tr = console.tr
    view = statistics(log)
    console.rule(tr("common.statistics"))
    console.write(tr("terminal.numbers_made", n=view.total))
    room = max(5, console.width - 24)
    most = max((max(n.count, n.expected) for n in view.numbers), default=0) or 1
    for n in view.numbers:
        bar = BAR * round(n.count / most * room)
        expected = tr.number(round(n.expected, 1))
        console.write_raw(f"{n.number:3} {n.count:3} ({expected:>4})  ", bar)
    names = Context(log.rules, log.state)
    for seat in view.seats:
        shape = SHAPES.get(names.seat(seat.seat).color, "●")
        parts = [tr("terminal.turns", n=seat.turns)]
        if seat.timed_turns:
            parts.append(tr("terminal.turn_time", seconds=seat.seconds / seat.timed_turns))
        parts += [f"{tr.show(m.label)} {m.value}" for m in seat.metrics if m.value]
        who = tr.ref(SeatRef(seat.seat))
        console.write(f"{shape} {who}: {', '.join(parts)}", indent="    ")


def show_rules(console: Console, log: Log) -> None:
    """What applies in this game, and who says so."""
    tr = console.tr
    sheet = rule_sheet(log.rules, log.state)
    console.rule(tr("terminal.rules"))
    shown = [m for m in sheet.modules if m.role != "system"]
    console.write(", ".join(tr.show(m.label) for m in shown), "bold")
    console.write(tr.show(sheet.edition_label))
    for setting in sheet.settings:
        value = tr.show(setting.value_label)
        why = tr.show(setting.layer_label)
        mark = "¿ " if setting.name in sheet.disputed else "  "
        console.write(f"{mark}{tr.show(setting.label)}: {value} ({why})", indent="      ")
    console.write()
    for fact in sheet.facts:
        console.write(f"  {_fact(console, fact)}", indent="      ")


def _fact(console: Console, fact: FactView) -> str:
    tr = console.tr
    value = tr.show(fact.value)
    who = "" if fact.seat is None else f" ({tr.ref(SeatRef(fact.seat))})"
    said = ", ".join(f"{tr.show(s.label)} {tr.show(s.phase_label)}" for s in fact.sources)
    return f"{tr.show(fact.label)}{who}: {value} ({said})"


def show_ranking(console: Console, log: Log) -> None:
    """Everybody by points, and the proof of fair chance."""
    tr = console.tr
    view = ranking(log.rules, log.state)
    console.rule(tr("terminal.ranking"))
    for place in view.places:
        mark = " ♛" if place.winner else ""
        console.write(f"{place.place}. {tr.ref(SeatRef(place.seat))}  {place.vp}{mark}", "bold")
        for point in place.points:
            console.write(f"     {point.vp:+}  {tr.show(point.reason)}", indent="         ")
    seal = view.seal
    console.write(tr("terminal.seal", seal=seal.commitment), "dim")
    if seal.seed is not None:
        console.write(tr("terminal.seed", seed=seal.seed), "dim")
