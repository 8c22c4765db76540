"""Which refusals a table may overrule: the rules' word, where the command has a meaning at all."""

from __future__ import annotations

from companion.core.model import Refusal

NEVER_FORCED = frozenset(
    {
        "unknown_action",
        "unknown_argument",
        "bad_argument_type",
        "missing_argument",
        "unknown_trait",
        "bad_trait",
        "unknown_seat",
        "missing_seat",
        "impossible_argument",
        # It was meant for a question that is answered already, or for another one.
        "stale",
        # What the table may set right, it may not set to what cannot be recorded at all.
        "bad_order",
        "bad_position",
        "bad_setting",
        "color_taken",
        "last_player",
        "no_color_left",
        "no_number_due",
        "no_such_award",
        "no_such_card",
        "no_such_count",
        "no_such_kind",
        "no_such_piece",
        "not_at_table",
        "not_changeable",
        "not_pinned",
        "sits_already",
        "wrong_spot",
    }
)
"""Refusals that even an insisting table cannot overrule: the command itself has no meaning."""

NOT_THE_RULES = frozenset(
    {"bad_command", "fault", "id_reused", "no_game", "other_game", "read_only"}
)
"""Refusals of what keeps the game, which say nothing about the rules; `journal.` codes as well."""


def may_insist(refusal: Refusal) -> bool:
    """Whether the table may record what was refused all the same, marked for good."""
    code = refusal.code
    return not (code in NEVER_FORCED or code in NOT_THE_RULES or code.startswith("journal."))
