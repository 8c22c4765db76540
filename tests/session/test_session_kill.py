"""Real games in real processes, killed with -9. ``ISLEKEEPER_KILLS`` sets how many."""

import os

from tests.proof.kill import run

GAMES = int(os.environ.get("ISLEKEEPER_KILLS", "20"))


def test_what_was_answered_survives_kill_9() -> None:
    figures = run(GAMES)
    assert figures.lost == 0
    assert figures.kills >= GAMES
    # The test is worth something only if the kills hit games that were under way.
    assert figures.acknowledged > 10 * GAMES
    assert figures.repeated_once > 0
