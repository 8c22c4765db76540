"""Give every board that comes with the program a number in share codes.

``python -m tools.layouts`` appends a row to companion/setup/code_table.py for every scenario and
edition with a board that has none yet: a new one, or one that was changed. Rows that are there
stay as they are; codes that people wrote down depend on them. A table that was never released
may be made anew: empty it first.
"""

from __future__ import annotations

from pathlib import Path

from companion.core.board.plan import Plan
from companion.scenario.files import available
from companion.scenario.plans import plans
from companion.setup import code_table
from companion.setup.code_layouts import fingerprint, layout_number
from companion.setup.code_table import LAYOUTS, Layout

TABLE = Path(code_table.__file__)
HEAD = "LAYOUTS: Final[tuple[Layout, ...]] = ("

ORDER = (
    "base", "fishermen", "rivers", "caravans", "barbarian_attack", "traders_barbarians",
    "new_shores", "four_islands", "fog_islands", "through_the_desert", "forgotten_tribe",
    "cloth", "pirate_islands", "wonders", "new_world",
)  # fmt: skip
"""The order in which scenarios that are new together get their numbers; others come behind."""


def boards() -> list[Plan]:
    """Every board that comes with the program."""
    names = sorted(available(), key=lambda name: (*ORDER, name).index(name))
    return [plan for name in names for plan in plans(name)]


def missing() -> tuple[Layout, ...]:
    """The rows that have to be appended."""
    rows: dict[tuple[str, str], dict[int, str]] = {}
    lacking = set()
    for plan in boards():
        name = (plan.scenario, plan.edition)
        rows.setdefault(name, {}).update((n, fingerprint(plan)) for n in plan.players)
        lacking |= {name for n in plan.players if not layout_number(plan, n)}
    return tuple(
        Layout(*name, tuple(sorted(row.items()))) for name, row in rows.items() if name in lacking
    )


def line(row: Layout) -> str:
    """A row as the table has it."""
    prints = "".join(f'({count}, "{found}"), ' for count, found in row.fingerprints).rstrip()
    if len(row.fingerprints) > 1:
        prints = prints.removesuffix(",")
    return f'    Layout("{row.scenario}", "{row.edition}", ({prints})),\n'


def main() -> None:
    """Append what is missing."""
    before, _ = TABLE.read_text("utf-8").split(HEAD)
    rows = (*LAYOUTS, *missing())
    text = f"{before}{HEAD}\n{''.join(map(line, rows))})\n"
    TABLE.write_text(text, "utf-8")
    print(f"{len(rows) - len(LAYOUTS)} rows appended, {len(rows)} in all: format the file")


if __name__ == "__main__":
    main()
