"""Two productions a turn, whose numbers differ (TW-2, TW-7, C3, C17)."""

from __future__ import annotations

from companion.core.context import Context
from companion.core.module import Contribution, Setting, StageEdit
from companion.core.rules.base.book import BaseSlice, number_of
from companion.core.rules.base.facts import IGNORED, REPEATED
from companion.i18n.text import Text


def _each_at_once(ctx: Context) -> bool:
    return bool(ctx.setting("two_players.production") == "each_at_once")


def _after_both(ctx: Context) -> bool:
    return not _each_at_once(ctx)


def _equal(ctx: Context, index: int) -> int | None:
    """The number of production `index` where an earlier one of this turn was the same."""
    s = ctx.slice(BaseSlice)
    made = number_of(s, index)
    earlier = [before.number for i in range(index) if (before := number_of(s, i))]
    return made.number if made is not None and made.number in earlier else None


def _repeated(ctx: Context, index: int) -> tuple[Text, ...]:
    number = _equal(ctx, index)
    if number is None or ctx.state.setup.numbers == "cards":
        return ()
    return (Text("step.equal_again", {"number": number}),)


def _ignored(ctx: Context, index: int) -> tuple[Text, ...]:
    number = _equal(ctx, index)
    if number is None or ctx.setting("two_players.equal_cards") == "both_count":
        return ()
    return (Text("step.equal_ignored", {"number": number}),)


EDITS = (
    StageEdit("turn", "repeat", "turn.number", ("turn.production",), when=_each_at_once),
    StageEdit("turn", "repeat_before", "turn.number", ("turn.production",), when=_after_both),
    StageEdit("turn", "repeat", "turn.production", ("turn.production",), when=_after_both),
)

CONTRIBUTIONS = (
    Contribution(REPEATED, "add", _repeated, rules=("TW-2",)),
    Contribution(IGNORED, "add", _ignored, rules=("TW-7",)),
)

SETTINGS = (
    Setting(
        "production",
        "choice",
        "each_at_once",
        "When the two numbers of a turn produce: each before the next, or both at the end.",
        choices=("each_at_once", "after_both"),
        editions={"cs": "after_both"},
        rules=("TW-2", "C17"),
    ),
    Setting(
        "equal_cards",
        "choice",
        "both_count",
        "With event cards, what two equal numbers in one turn bring.",
        choices=("both_count", "second_ignored"),
        editions={"pl": "second_ignored"},
        rules=("TW-7", "C3"),
    ),
)
