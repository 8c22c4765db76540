"""Whatever is wrong with a scenario file is said: where, what, and what would do."""

from pathlib import Path

import pytest

from companion.scenario.files import LONGEST_LINE, MOST_BYTES, Scenario
from tests.scenario.own import ISLAND, line_of, reading, said, written

# What is written instead of what, and the code; the line is that of the new text.
BROKEN = [
    ("format = 1", "format = 2", "bad_value"),
    ("format = 1", "fromat = 1", "unknown_name missing"),
    ('id = "own"', 'id = "other"', "bad_value"),
    ("players = [3, 4]", "players = [4, 3]", "bad_value"),
    ("players = [3, 4]", "players = [3, 900]", "bad_value"),
    ("[[board]]\n", "bonus = { each = 'small_iland', points = 2 }\n[[board]]\n", "unknown_name"),
    ("[[board]]\n", "bonus = 3\n[[board]]\n", "bad_value"),
    ("[[board]]\n", 'settings."base.targt" = 12\n[[board]]\n', "unknown_name"),
    ("[[board]]\n", 'settings."base.target" = 1\n[[board]]\n', "bad_setting"),
    ("[[board]]\n", "modules = ['bse']\n[[board]]\n", "unknown_name"),
    ("[[board]]\n", "[[board]]\nplayers = 5\n", "bad_value"),
    ("[[board]]\n", "[[board]]\nlike_above = true\n", "like_above"),
    ("[[board]]\n", "[[board]]\nfirst = [1]\n", "bad_value"),
    ("[[board]]\n", "[[board]]\nedition = 'EN 2020!'\n", "bad_value"),
    ("[[board]]\n", "[[board]]\nfloor = 99\n", "bad_value"),
    ("[[board]]\n", "[[board]]\nalong_paths = 'yes'\n", "bad_value"),
    ("[[board]]\n", "[[board]]\nharbours = []\n", "unknown_name"),
    ("B   ==    hi6", "B   ==    ho6", "unknown_name"),
    ("B   ==    hi6", "B   ==    hi7", "number"),
    ("B   ==    hi6", "B   ==    hi-6", "cell"),
    ("B   ==    hi6", "B   ==      hi6", "off_grid"),
    ("C      de    pa8", "X      de    pa8", "row_letter"),
    ("C      de    pa8", "       de    pa8", "row_letter"),
    ("de    pa8", "de9   pa8", "bare"),
    ("B2 NW generic", "B2 XW generic", "unknown_name"),
    ("B2 NW generic", "B9 NW generic", "off_map"),
    ("B2 NW generic", "Q1 NW generic", "no_row"),
    ("B2 NW generic", "B2 NW genric", "unknown_name"),
    ("B2 NW generic", "B2 NW", "bad_value"),
    ("B2 NW generic", "B2 E generic", "harbor_inland"),
    ("B2 NW generic", "D2 E generic", "harbor_at_sea"),
    ('"B2 NW generic"', '"C4 W ore", "B2 NW generic"', "harbor_twice"),
    ("harbor_pool = { ore = 1 }", "harbor_pool = { ore = 2 }", "harbor_pool"),
    ("harbor_pool = { ore = 1 }", "harbor_pool = { gold = 1 }", "unknown_name harbor_pool"),
    ("islands = 2", "islands = 3", "islands"),
    ('robber = { terrain = "desert" }', 'robber = { terrain = "desrt" }', "unknown_name"),
    ('robber = { terrain = "desert" }', 'robber = { terrain = "gold" }', "start_terrain"),
    ('robber = { terrain = "desert" }', "robber = { number = 12 }", "start_number"),
    ('robber = { terrain = "desert" }', 'robber = { hexes = "D2" }', "start"),
    ('robber = { terrain = "desert" }', 'robber = "at home"', "bad_value"),
    ('pirate = { hexes = "B4" }', 'pirate = { hexes = "B2" }', "start"),
    ('pirate = { hexes = "B4" }', 'pirate = { hexes = "D9" }', "off_map"),
    ('terrain = ["desert"]', 'terrain = ["dessert"]', "unknown_name"),
    ('terrain = ["desert"]', "numbers = [6, 7]", "bad_value"),
    ("reds_apart = true", "reds_apart = 1", "bad_value"),
    ("reds_apart = true", "red_apart = true", "unknown_name"),
    ("node_most = 12", "node_most = 99", "bad_value"),
    ('hexes = "B2-3 C1-2"', 'hexes = "B1-3 C1-2"', "in_frame"),
    ('hexes = "B2-3 C1-2"', 'hexes = "B2-3 B2 C1-2"', "hex_twice"),
    ('hexes = "B2-3 C1-2"', 'hexes = "B2-9"', "off_map"),
    ('hexes = "B2-3 C1-2"', "hexes = 3", "bad_value"),
    ('hexes = "B2-3 C1-2"', 'hexs = "B2-3"', "unknown_name missing"),
    ('shuffle = ["terrain", "numbers"]', 'shuffle = ["terain"]', "unknown_name"),
    ('shuffle = ["terrain", "numbers"]', 'shuffle = ["terrain"]\nnumbers = [3]', "not_shuffled"),
    ('shuffle = ["terrain", "numbers"]', 'shuffle = ["numbers"]\nnumbers = [3]', "number_count"),
    ('"numbers"]', '"numbers"]\nterrain = { hills = 3 }', "pool_size"),
    ('"numbers"]', '"numbers"]\nterrain = { hills = 1000000000 }', "bad_value pool_size"),
    ('"numbers"]', '"numbers"]\nnumbers = [6, 5, 14]', "bad_value"),
    ('"numbers"]', '"numbers"]\npaths = ["B2-3 C2"]', "path"),
    ('"numbers"]', '"numbers"]\nhidden = 1', "bad_value"),
    ('hexes = "C4 D4"', 'hexes = "B3 C4"\nshuffle = ["terrain"]', "two_areas"),
    ('nodes = "C4 N"', 'nodes = "C4 X"', "unknown_name"),
    ('nodes = "C4 N"', 'nodes = "A1 N"', "off_board"),
    ('nodes = "C4 N"', 'node = "C4 N"', "bad_value"),
    ("number = 4", "number = 7", "bad_value"),
    ('edges = "B2 E, C2 SE"', 'edges = "B2 E; C2 SE"', "bad_value"),
    ('["stone_1", "stone_2"]', '["stone_1", "ston_2"]', "unknown_name"),
    ("numbers = [3, 11]", "numbers = [3]", "mark_numbers"),
    ("islands = 2", "islands = 2\nlaid_harbors = { generic = 21 }", "laid"),
    ("islands = 2", "islands = 2\njoined = [[2]]", "bad_value"),
    ("stone_1 = {", '"\\u001b[31mred" = {', "bad_value unknown_name"),
]  # fmt: skip


def test_the_file_that_is_broken_here_is_sound(tmp_path: Path) -> None:
    found = reading(written(tmp_path, ISLAND))
    assert isinstance(found, Scenario)
    (plan,) = found.plans
    assert plan.players == (3, 4)
    assert [area.name for area in plan.areas] == ["home", "away"]
    assert plan.printed is not None
    assert len(plan.printed.tiles) == 10


@pytest.mark.parametrize(("was", "becomes", "codes"), BROKEN)
def test_a_fault_is_told_with_its_line(was: str, becomes: str, codes: str, tmp_path: Path) -> None:
    assert was in ISLAND
    text = ISLAND.replace(was, becomes, 1)
    problems = reading(written(tmp_path, text))
    assert isinstance(problems, tuple), "nothing was found"
    assert {problem.code for problem in problems} == set(codes.split()), said(problems)
    before = ISLAND.split("\n")
    anew = {n for n, line in enumerate(text.split("\n"), start=1) if line not in before}
    assert anew & {int(str(p.text.params["path"]).rpartition(":")[2]) for p in problems}
    for language in ("en", "cs"):
        assert all("own.toml:" in sentence for sentence in said(problems, language))


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = ISLAND
    for was, becomes in (
        ("format = 1", "format = 9"),
        ('"C4 W any"', '"C4 W any", "B2 QQ brick"'),
        ("islands = 2", 'islands = "two"'),
        ("node_most = 12", "node_mst = 12"),
        ('hexes = "C4 D4"', 'hexes = "C4 D9"'),
    ):
        text = text.replace(was, becomes)
    sentences = said(reading(written(tmp_path, text)))
    assert len(sentences) == 5
    assert any("Did you mean node_most?" in sentence for sentence in sentences)
    assert any("board[1].areas.away.hexes" in sentence for sentence in sentences)


def test_a_name_is_suggested_where_one_is_near(tmp_path: Path) -> None:
    text = ISLAND.replace('robber = { terrain = "desert" }', 'robber = { terrain = "desrt" }')
    (sentence,) = said(reading(written(tmp_path, text)))
    assert "Did you mean desert?" in sentence
    assert "board[1].robber.terrain" in sentence


def test_a_key_given_twice_is_told_with_its_line(tmp_path: Path) -> None:
    text = ISLAND.replace("islands = 2", "islands = 2\nislands = 2")
    (sentence,) = said(reading(written(tmp_path, text)))
    assert f"line {line_of(text, 'islands') + 1}" in sentence


def test_boards_for_the_same_players_need_an_edition(tmp_path: Path) -> None:
    again = "\n[[board]]\nplayers = 4\nlike_above = true\n"
    (sentence,) = said(reading(written(tmp_path, ISLAND + again)))
    assert "4 players" in sentence
    sound = reading(written(tmp_path, ISLAND + again + 'edition = "late"\n'))
    assert isinstance(sound, Scenario)
    assert [plan.edition for plan in sound.plans] == ["", "late"]


def test_a_hex_left_open_must_be_shuffled(tmp_path: Path) -> None:
    text = ISLAND.replace("mo10", "..10")
    (sentence,) = said(reading(written(tmp_path, text)))
    assert "D4" in sentence


def test_a_file_is_bounded_before_it_is_read(tmp_path: Path) -> None:
    large = written(tmp_path, ISLAND + "#" * 80 + "\n" + "# more\n" * (MOST_BYTES // 7))
    assert "64 KiB" in said(reading(large))[0]
    long = written(tmp_path, ISLAND + "\n#" + "x" * LONGEST_LINE)
    assert f"own.toml:{len(ISLAND.splitlines()) + 2}" in said(reading(long))[0]
