"""The written cases of setting up, asked through the faces: script, plans, codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.board.hexes import Hex, adjacent, hexagon, neighbors, nodes_next_to
from companion.core.board.layout import SEA, Board, Tile
from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.core.board.problem import NumberPool, Problem
from companion.core.chance import parse_seed
from companion.scenario.plans import plan_for
from companion.setup.drawing.scene import start_hex
from companion.setup.drawn import draw_board
from companion.setup.generate import Generator
from companion.setup.hands import swapped
from companion.setup.wishes import rules_broken
from tests.cases.loader import Case, cases
from tests.setup.every import EVERY
from tests.terminal.playing import answers

SEEDS = 40
REDS = (6, 8)

Answer = Callable[[Mapping[str, Any]], dict[str, Any]]


def boards(plan: Plan, options: Options | None = None, seeds: int = SEEDS) -> Iterator[Board]:
    """Boards by the scenario's own rules; it is a fault if there is none."""
    for n in range(seeds):
        answer = draw_board(plan, plan.variable, options or plan.rules, parse_seed(f"case {n}"))
        assert answer.board is not None
        yield answer.board


def plans_of(given: Mapping[str, Any]) -> list[Plan]:
    players = given.get("players", 4)
    return [
        plan_for(given["scenario"], n) for n in ([players] if isinstance(players, int) else players)
    ]


def area(plan: Plan, name: str) -> tuple[Hex, ...]:
    return next(found.hexes for found in plan.areas if found.name == name)


def land_of(board: Board) -> set[Hex]:
    return {tile.hex for tile in board.tiles if tile.terrain != SEA}


def contradictions(given: Mapping[str, Any]) -> dict[str, Any]:
    lines = [
        {"board": {"scenario": name, "wishes": wishes}}
        for wishes in given["wishes"]
        for name in ("base", "new_shores", "new_world")
    ]
    found = [answer["board"] for answer in answers(lines)]
    broken = sum(len(answer.get("broken", ())) for answer in found)
    return {"outcomes": sorted({answer["outcome"] for answer in found}), "broken": broken}


def lake(given: Mapping[str, Any]) -> dict[str, Any]:
    (plan,) = plans_of(given)
    seen = {t.hex for b in boards(plan, seeds=200) for t in b.tiles if t.terrain == "lake"}
    island = set(plan.variable.hexes())
    inland = [place for place in seen if all(beside in island for beside in neighbors(place))]
    return {"inland": len(inland), "at_the_edge": len(seen) - len(inland)}


def coast_numbers(given: Mapping[str, Any]) -> dict[str, Any]:
    (plan,) = plans_of(given)
    coast = set(area(plan, "coast"))
    found = {tuple(sorted(t.number or 0 for t in b.tiles if t.hex in coast)) for b in boards(plan)}
    assert len(found) == 1
    return {"coast": list(found.pop())}


def flower(given: Mapping[str, Any]) -> dict[str, Any]:
    places = hexagon(1)
    outcomes = []
    for reds in given["apart"]:
        numbers = (6,) * reds + (2, 3, 4, 5, 9, 10)[: 7 - reds]
        fields = tuple(Tile(place, "fields") for place in places)
        problem = Problem(fixed=fields, numbers=(NumberPool(places, numbers),))
        generator = Generator(problem, Options(reds_apart=True))
        outcomes.append(generator.draw(parse_seed("flower")).outcome)
    return {"outcomes": outcomes}


def traders(given: Mapping[str, Any]) -> dict[str, Any]:
    (plan,) = plans_of(given)
    goals = ("castle", "quarry", "glassworks")
    for board in boards(plan):
        tiles = board.by_hex()
        numbers = [tile.number for tile in board.tiles if tile.number is not None]
        places = [tile.hex for tile in board.tiles if tile.terrain in goals]
        sides = [sum(beside not in tiles for beside in neighbors(place)) for place in places]
        return {
            "land": len(tiles) - len(places),
            "numbers": len(numbers),
            "goals": len(places),
            "sea_sides": sides,
            "without": [n for n in (2, 12) if n not in numbers],
        }
    raise AssertionError


def new_shores(given: Mapping[str, Any]) -> dict[str, Any]:
    (plan,) = plans_of(given)
    main, small = set(area(plan, "main")), set(area(plan, "small"))
    for board in boards(plan):
        tiles = board.by_hex()
        on = {name: [tiles[place] for place in places] for name, places in
              (("main", main), ("small", small))}  # fmt: skip
        land = {name: [t for t in there if t.terrain != SEA] for name, there in on.items()}
        numbered = {n: [t for t in there if t.number is not None] for n, there in on.items()}
        sea = len(on["small"]) - len(land["small"])
        return {
            "main": [len(land["main"]), len(numbered["main"])],
            "small": [sea, len(land["small"]), len(numbered["small"])],
            "fits": all(t.number is not None for there in land.values() for t in there),
        }
    raise AssertionError


def desert_reds(given: Mapping[str, Any]) -> dict[str, Any]:
    on_gold = touch = 0
    for plan in plans_of(given):
        for board in boards(plan):
            reds = [tile for tile in board.tiles if tile.number in REDS]
            on_gold += sum(tile.terrain == "gold" for tile in reds)
            touch += sum(adjacent(one.hex, other.hex) for one, other in combinations(reds, 2))
    return {"always": True, "reds_on_gold": on_gold, "reds_touch": touch}


def belt(given: Mapping[str, Any]) -> dict[str, Any]:
    moved, swaps = False, set()
    terrain: list[str] = []
    for plan in plans_of(given):
        places = area(plan, "belt")
        for board in boards(plan):
            tiles = board.by_hex()
            terrain = [tiles[place].terrain for place in places]
            moved = moved or terrain != ["desert"] * 3
        field = next(tile.hex for tile in board.tiles if tile.terrain == "fields")
        swaps |= {f.wish for f in rules_broken(plan.variable, swapped(board, places[0], field))}
    assert "groups" in swaps
    return {"belt": terrain, "ever_moved": moved, "a_swap_is": "groups"}


def cloth(given: Mapping[str, Any]) -> dict[str, Any]:
    (plan,) = plans_of(given)
    middle = area(plan, "islets")
    seen = set()
    on_land = villages = 0
    for board in boards(plan):
        tiles = board.by_hex()
        seen.add(tuple(tiles[place] for place in middle))
        on_land = sum(tile.number is not None for tile in board.tiles)
        villages = sum(mark.name == "village" and mark.number is not None for mark in board.marks)
    return {
        "on_land": on_land,
        "on_villages": villages,
        "middle_ever_moved": len(seen) > 1,
    }


def new_world(given: Mapping[str, Any]) -> dict[str, Any]:
    (plan,) = plans_of(given)
    land, reds = set(), set()
    for board in boards(plan, replace(plan.rules, reds_apart=True), seeds=200):
        places = [tile.hex for tile in board.tiles if tile.number in REDS]
        assert not any(adjacent(one, other) for one, other in combinations(places, 2))
        land.add(len(land_of(board)))
        reds.add(len(places))
    assert len(land) == len(reds) == 1
    return {"always": True, "land": land.pop(), "reds": reds.pop()}


def groups(_given: Mapping[str, Any]) -> dict[str, Any]:
    mixed, wrong = 0, set()
    for plan in EVERY:
        problem = plan.variable
        board, tiles = Board(()), {}
        for board in boards(plan, seeds=8):
            tiles = board.by_hex()
            for pool in problem.terrain:
                there = Counter(tiles[place].terrain for place in pool.hexes)
                mixed += there != Counter(pool.terrains)
            for numbers in problem.numbers:
                lying = Counter(tiles[h].number for h in numbers.hexes)
                del lying[None]
                mixed += lying != Counter(numbers.numbers)
        if len(problem.terrain) > 1:
            one, other = (
                next(h for h in pool.hexes if tiles[h].terrain not in set(beside.terrains))
                if set(pool.terrains) - set(beside.terrains)
                else pool.hexes[0]
                for pool, beside in (problem.terrain[:2], problem.terrain[1::-1])
            )
            if tiles[one].terrain != tiles[other].terrain:
                wrong |= {f.wish for f in rules_broken(problem, swapped(board, one, other))}
    assert "groups" in wrong
    return {"mixed": mixed, "a_swap_is": "groups"}


def neutral(given: Mapping[str, Any]) -> dict[str, Any]:
    counts, near = set(), 0
    for name in given["scenarios"]:
        plan = plan_for(name, 2)
        (mark,) = [mark for mark in plan.variable.marks if mark.name == "neutral_settlement"]
        counts.add(len(mark.nodes))
        near += sum(site in nodes_next_to(mark.nodes[0]) for site in mark.nodes[1:])
    assert len(counts) == 1
    return {"neutral": counts.pop(), "neighbors": near}


def robber_on(given: Mapping[str, Any]) -> dict[str, Any]:
    (plan,) = plans_of(given)
    start = next(start for start in plan.starts if start.figure == "robber")
    found = set()
    for board in boards(plan):
        place = start_hex(start, board)
        assert place is not None
        found.add(board.by_hex()[place].number)
    return {"robber_on": sorted(n for n in found if n is not None)}


def laid(given: Mapping[str, Any]) -> dict[str, Any]:
    (answer,) = answers([{"board": {"scenario": given["scenario"]}}])
    return {
        "drawn": len(answer["board"]["board"]["harbors"]),
        "to_lay": len(answer["board"]["to_lay"]),
    }


def figures(given: Mapping[str, Any]) -> dict[str, Any]:
    (plan,) = plans_of(given)
    board = next(boards(plan))
    return {"figures": [start_hex(start, board) for start in plan.starts]}


ASKED: Mapping[str, Answer] = {
    "Q-SU-02": contradictions,
    "Q-SU-03": lake,
    "Q-SU-08": coast_numbers,
    "Q-SU-10": flower,
    "Q-SU-11": traders,
    "Q-SU-12": new_shores,
    "Q-SU-21": desert_reds,
    "Q-SU-22": belt,
    "Q-SU-24": cloth,
    "Q-SU-27": new_world,
    "Q-SU-31": groups,
    "Q-SU-33": neutral,
    "Q-NS-03": robber_on,
    "Q-NW-02": laid,
    "Q-NW-03": figures,
}


@pytest.mark.parametrize("case", cases("setup"), ids=lambda case: case.id)
def test_setting_up(case: Case) -> None:
    found = ASKED[case.id](case.given)
    assert found == case.expect, case.situation
