"""Scenario files of a table's own, for tests: written, read, and what is said about them."""

from pathlib import Path

from companion.core.model import Problem
from companion.i18n.translator import Translator
from companion.scenario.files import Scenario, ScenarioRefused, read

ISLAND = '''\
format = 1
id = "own"
players = [3, 4]

[[board]]
map = """
A      ==    ==    ==    ==
B   ==    hi6   fo5   ~~    ==
C      de    pa8   ~~    fi9   ==
D   ==    ~~    ~~    mo10  ==
E      ==    ==    ==    ==
"""
harbors = ["B2 NW generic", "C4 W any"]
harbor_pool = { ore = 1 }
islands = 2
robber = { terrain = "desert" }
pirate = { hexes = "B4" }
bans = [{ terrain = ["desert"], hexes = "B2-3" }]
rules = { reds_apart = true, node_most = 12 }

[board.areas.home]
hexes = "B2-3 C1-2"
shuffle = ["terrain", "numbers"]

[board.areas.away]
hexes = "C4 D4"

[board.marks]
village = [{ nodes = "C4 N", number = 4 }]
path = { edges = "B2 E, C2 SE" }
stone_1 = { nodes = "B2 N" }
stone_2 = { nodes = "B3 N" }

[[board.mark_numbers]]
marks = ["stone_1", "stone_2"]
numbers = [3, 11]
'''
"""A small sound file; tests break it in one place each."""


def written(folder: Path, text: str, name: str = "own") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def reading(path: Path) -> Scenario | tuple[Problem, ...]:
    """The scenario, or what is wrong with its file."""
    try:
        return read(path)
    except ScenarioRefused as refused:
        return refused.problems


def said(problems: Scenario | tuple[Problem, ...], language: str = "en") -> list[str]:
    assert isinstance(problems, tuple), problems
    assert problems
    translator = Translator(language, strict=True)
    return [translator.text(problem.text) for problem in problems]


def line_of(text: str, needle: str) -> int:
    """The number of the first line that has `needle`."""
    return next(n for n, line in enumerate(text.split("\n"), start=1) if needle in line)
