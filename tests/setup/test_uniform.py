"""Every board is as likely as any other: against complete enumeration, by chi-square.

Scores are standard normal: above 4 is bias. Seeds are fixed, so every run gives the same figures.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from itertools import permutations
from typing import Any

import msgspec
import pytest

from companion.core.board.hexes import adjacent, hexagon
from companion.core.board.layout import Board, Tile
from companion.core.board.options import Options
from companion.core.board.problem import HarborPool, NumberPool, Problem, TerrainPool
from companion.setup import numbers as numbers_module
from companion.setup.dealing import Dealer
from companion.setup.generate import Generator
from companion.setup.ground import Ground, classes_of
from companion.setup.listing import Listing
from companion.setup.numbers import NumberDraw
from companion.setup.search import Search
from companion.setup.stream import Stream
from companion.setup.walk import Walk
from tests.core.test_chance_uniformity import score
from tests.setup.enumeration import SMALL, middle_desert, placements
from tests.setup.problems import base
from tests.setup.seeds import STRICT, seed

TOKENS = (5, 5, 6, 8, 9, 9, 3, 12)
THREES = (5, 5, 5, 6, 9, 3, 3, 12)


def bias(seen: Iterable[Hashable], shares: Mapping[Any, float]) -> float:
    """How far what was seen lies from its expected shares; nothing else may be seen."""
    counts = Counter(seen)
    assert counts.keys() <= shares.keys()
    drawn, whole = counts.total(), sum(shares.values())
    statistic = 0.0
    for what, share in shares.items():
        expected = drawn * share / whole
        statistic += (counts[what] - expected) ** 2 / expected
    return score(statistic, len(shares) - 1)


def evenly(ways: Iterable[Any]) -> dict[Any, float]:
    return dict.fromkeys(ways, 1.0)


@pytest.mark.parametrize("often", [True, False])
@pytest.mark.parametrize(
    ("tokens", "wishes"),
    [
        (TOKENS, {**STRICT, "node_most": 11}),
        (TOKENS, {"equal_apart": True, "node_least": 8}),
        (THREES, {"reds_apart": True, "equal_apart": True, "node_most": 12}),
    ],
)
def test_staged_rejection_is_uniform(
    tokens: tuple[int, ...], wishes: dict[str, Any], often: bool
) -> None:
    options = Options(**wishes)
    ground = Ground(SMALL, tokens, {}, options)
    dealer = Dealer(ground, classes_of(tokens, options), often=often)
    stream = Stream(seed(1))
    ways = placements(SMALL, tokens, options)
    seen = [tuple(dealer.deal(stream, 100_000).numbers or ()) for _ in range(5 * len(ways))]
    assert abs(bias(seen, evenly(ways))) < 4


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    ("tokens", "wishes"),
    [
        (TOKENS, {**STRICT, "node_most": 11}),
        (TOKENS, {"equal_apart": True, "node_least": 8, "node_most": 13}),
        (THREES, {"reds_apart": True, "equal_apart": True, "node_most": 12}),
    ],
)
def test_listed_beginnings_are_uniform(
    tokens: tuple[int, ...], wishes: dict[str, Any], length: int
) -> None:
    options = Options(**wishes)
    listing = Listing(Search(Ground(SMALL, tokens, {}, options), classes_of(tokens, options)))
    for _ in range(min(length, len(listing.search.steps))):
        assert listing.deepen()
        assert listing.ready
    stream = Stream(seed(2))
    ways = placements(SMALL, tokens, options)
    seen = [tuple(listing.deal(stream, 100_000).numbers or ()) for _ in range(5 * len(ways))]
    assert abs(bias(seen, evenly(ways))) < 4


def test_a_walk_is_near_to_uniform_where_swaps_reach_every_board() -> None:
    options = Options(**STRICT, node_most=11)
    ground = Ground(SMALL, TOKENS, {}, options)
    classes = classes_of(TOKENS, options)
    ways = placements(SMALL, TOKENS, options)
    stream = Stream(seed(3))
    seen = []
    for _ in range(5 * len(ways)):
        walk = Walk(ground, classes, list(ways[0]))
        walk.go(stream, 300, None)
        seen.append(tuple(walk.numbers))
    assert abs(bias(seen, evenly(ways))) < 4


def test_a_short_walk_shows_in_the_score() -> None:
    options = Options(**STRICT, node_most=11)
    ground = Ground(SMALL, TOKENS, {}, options)
    ways = placements(SMALL, TOKENS, options)
    stream = Stream(seed(3))
    seen = []
    for _ in range(5 * len(ways)):
        walk = Walk(ground, classes_of(TOKENS, options), list(ways[0]))
        walk.go(stream, 30, None)
        seen.append(tuple(walk.numbers))
    assert bias(seen, evenly(ways)) > 8


def test_restarting_only_the_failed_class_shows_in_the_score() -> None:
    """The mistake that staged rejection avoids, made on purpose."""
    options = Options(**STRICT, node_most=11)
    ways = placements(SMALL, TOKENS, options)
    ends = Counter(tuple(at for at, number in enumerate(way) if number in (6, 8)) for way in ways)
    stream = Stream(seed(4))
    reds = sorted(ends)
    seen = []
    for _ in range(12 * len(ways)):
        kept = stream.pick(reds)
        seen.append(stream.pick([w for w in ways if {w[at] for at in kept} == {6, 8}]))
    assert bias(seen, evenly(ways)) > 8


ISLAND = hexagon(1)
TERRAINS = ("fields", "fields", "forest", "forest", "hills", "hills", "desert")


def island(options: Options) -> tuple[Problem, list[tuple[str, ...]]]:
    """Seven hexes to draw, and every terrain that meets the wishes."""
    problem = Problem(
        terrain=(TerrainPool(ISLAND, TERRAINS),),
        numbers=(NumberPool(ISLAND, (4, 5, 6, 8, 9, 10)),),
    )
    near = [(i, j) for i in range(7) for j in range(i) if adjacent(ISLAND[i], ISLAND[j])]
    ways = sorted(set(permutations(TERRAINS)))
    if options.clusters == 1:
        ways = [way for way in ways if not any(way[i] == way[j] != "desert" for i, j in near)]
    return problem, ways


@pytest.mark.parametrize("clusters", [None, 1])
def test_terrain_is_uniform_over_all_that_can_be_completed(clusters: int | None) -> None:
    options = Options(reds_apart=True, clusters=clusters, node_most=12)
    problem, terrains = island(options)
    numbers: dict[str, dict[Any, float]] = {}
    for at, place in enumerate(ISLAND):
        rest = [other for other in ISLAND if other != place]
        found = evenly(placements(rest, problem.numbers[0].numbers, options))
        numbers[str(at)] = found
    terrains = [way for way in terrains if numbers[str(way.index("desert"))]]
    generator = Generator(problem, options)
    drawn = [whole(generator, number) for number in range(8 * len(terrains))]
    assert abs(bias((_terrain(board) for board in drawn), evenly(terrains))) < 4
    for at in {way.index("desert") for way in terrains}:
        laid = [
            tuple(tile.number for tile in board.tiles if tile.number is not None)
            for board in drawn
            if board.tiles[at].terrain == "desert"
        ]
        assert abs(bias(laid, numbers[str(at)])) < 4


def whole(generator: Generator, number: int) -> Board:
    answer = generator.draw(seed(number))
    assert answer.board is not None
    assert answer.exact
    return answer.board


def _terrain(board: Board) -> tuple[str, ...]:
    return tuple(tile.terrain for tile in board.tiles)


@pytest.mark.parametrize("wishes", [{}, {"harbors_off_own": True}])
def test_harbors_are_uniform(wishes: dict[str, Any]) -> None:
    names = ("fields", "hills", "forest", "pasture", "hills", "mountains", "hills")
    edges = tuple((place, (2 * place[0], 2 * place[1])) for place in ISLAND if place != (0, 0))
    edges = tuple((min(pair), max(pair)) for pair in edges)
    kinds = ("brick", "brick", "grain", "ore", "generic", "generic")
    problem = Problem(fixed=tuple(map(Tile, ISLAND, names)), harbors=(HarborPool(edges, kinds),))
    terrain = dict(zip(ISLAND, names, strict=True))
    yields = {"brick": "hills", "grain": "fields", "ore": "mountains", "generic": ""}
    near = {
        pair: {terrain[place] for place in ISLAND if all(adjacent(place, p) for p in pair)}
        | {terrain[place] for place in pair if place in terrain}
        for pair in edges
    }
    ordered = sorted(edges)
    ways = [
        way
        for way in sorted(set(permutations(kinds)))
        if not wishes
        or not any(yields[kind] in near[site] for kind, site in zip(way, ordered, strict=True))
    ]
    assert len(ways) < 180 or not wishes
    generator = Generator(problem, Options(**wishes))
    seen = [
        tuple(harbor.kind for harbor in whole(generator, number).harbors)
        for number in range(20 * len(ways))
    ]
    assert abs(bias(seen, evenly(ways))) < 4


def test_the_desert_of_a_strict_base_board_lies_anywhere() -> None:
    generator = Generator(base(), Options(**STRICT, node_most=10))
    seen = [_terrain(whole(generator, number)).index("desert") for number in range(19 * 30)]
    assert abs(bias(seen, evenly(range(19)))) < 4


def test_the_tightest_ground_of_the_base_board_is_uniform() -> None:
    """The desert in the middle, at most 10 pips: one deal in 1.7 million, 92 parts for a walk."""
    problem = base()
    (pool,) = problem.terrain
    others = list(pool.terrains)
    others.remove("desert")
    middle = msgspec.structs.replace(
        problem,
        fixed=(Tile((0, 0), "desert"),),
        terrain=(TerrainPool(tuple(h for h in pool.hexes if h != (0, 0)), tuple(others)),),
    )
    generator = Generator(middle, Options(**STRICT, node_most=10))
    beside = hexagon(1)
    seen = []
    for number in range(300):
        lying = [tile.number for tile in whole(generator, number).tiles if tile.hex in beside]
        reds = sum(number in (6, 8) for number in lying)
        seen.append((reds, sum(number in (2, 12) for number in lying)))
    assert abs(bias(seen, {key: float(count) for key, count in middle_desert().items()})) < 4


def test_rejection_and_listing_agree_on_the_base_board() -> None:
    """Two ways that share little code, compared by where 6 and 8, 2 and 12 lie."""
    options = Options(**STRICT, node_most=11)
    cells = tuple(place for place in hexagon(2) if place != (1, 0))
    pool = base().numbers[0].numbers
    ground, classes = Ground(cells, pool, {}, options), classes_of(pool, options)
    listing = Listing(Search(ground, classes))
    assert listing.deepen()
    stream, seen = Stream(seed(5)), []
    for method in (Dealer(ground, classes, often=True), listing):
        keys: Counter[tuple[int, int]] = Counter()
        for _ in range(700):
            lying = method.deal(stream, 100_000).numbers
            assert lying is not None
            inner = [n for n, place in zip(lying, cells, strict=True) if place in hexagon(1)]
            keys[sum(n in (6, 8) for n in inner), sum(n in (2, 12) for n in inner)] += 1
        seen.append(keys)
    one, other = seen
    both = [key for key in one | other if one[key] + other[key] >= 10]
    statistic = sum((one[key] - other[key]) ** 2 / (one[key] + other[key]) for key in both)
    assert score(statistic, len(both) - 1) < 4


def test_where_no_exact_way_is_quick_enough_an_answer_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(numbers_module, "_promising", lambda *_: False)
    # Past the memory of grounds, which other tests share.
    monkeypatch.setattr(numbers_module, "_make_ready", numbers_module._make_ready.__wrapped__)
    options = Options(**STRICT, node_most=11)
    draw = NumberDraw(SMALL, TOKENS, {}, options, {})
    found = draw.draw(draw.place(SMALL), Stream(seed(6)), 1_000, None)
    assert found.numbers is not None
    assert not found.exact
    assert tuple(found.numbers[place] for place in SMALL) in placements(SMALL, TOKENS, options)
