"""Several damaged roads, turned back one by one (EV-4)."""

from __future__ import annotations

from companion.core.model import INSTEAD_OF
from companion.core.rules.event_cards.earthquake import STAGE
from tests.core.table import draw, game, next_turn, put


def test_of_two_damaged_roads_the_second_is_reminded_of_when_the_first_is_repaired() -> None:
    g = game("event_cards")
    put(g, "s1", "road", 2)
    for _ in range(3):
        draw(g, "earthquake")
        next_turn(g)
    draw(g, "earthquake")
    reminders = []
    for _ in range(2):
        g.do("repair_road", "s1")
        tells = [prompt for prompt in g.state.prompts if prompt.kind == "tell"]
        assert any(prompt.data.get(INSTEAD_OF) == STAGE for prompt in tells)
        reminders.append([p.text.params["n"] for p in tells if p.name == STAGE])
    assert reminders == [[1], []]
