"""The file that teaches the form is one: read, drawn, and refused when it is broken."""

from __future__ import annotations

import re
from pathlib import Path

from companion.core.board.layout import SEA
from companion.core.chance import parse_seed
from companion.resources import scenario_folder
from companion.scenario.files import Scenario
from companion.scenario.picture import CODES, FRAME
from companion.setup.generate import Generator
from tests.scenario.own import reading, written

README = (scenario_folder() / "README.md").read_text("utf-8")


def example() -> str:
    found = re.search(r"```toml\n(.*?)```", README, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_worked_example_is_a_sound_file(tmp_path: Path) -> None:
    read = reading(written(tmp_path, example(), "twin_bays"))
    assert isinstance(read, Scenario), read
    (plan,) = read.plans
    assert (read.modules, plan.players, plan.printed) == (("base",), (3, 4), None)
    answer = Generator(plan.variable, plan.rules).draw(parse_seed("the worked example"))
    assert answer.board is not None
    assert len([tile for tile in answer.board.tiles if tile.terrain != SEA]) == 17
    gold = next(tile for tile in answer.board.tiles if tile.terrain == "gold")
    assert gold.number not in (6, 8)
    assert len(answer.board.harbors) == 6


def test_a_broken_example_is_refused(tmp_path: Path) -> None:
    broken = example().replace('"A1 NW generic"', '"A1 SE generic"')
    assert isinstance(reading(written(tmp_path, broken, "twin_bays")), tuple)


def test_every_code_of_the_map_is_in_the_table() -> None:
    for code, name in CODES.items():
        assert f"`{code}`" in README, name
        assert name in README or name == FRAME
