"""A small project of its own: sources, compiled catalogues, code."""

from pathlib import Path

import pytest

from companion.i18n.check import Report, check
from companion.i18n.compile import main as compile_main
from companion.i18n.compile import write
from companion.i18n.sources import read_sources
from companion.i18n.translator import Translator

GOOD = """
dynamic = ["thing.*"]

[step.take]
en = ["{seat} takes {n} card", "{seat} takes {n} cards"]
cs = ["{seat} bere {n} kartu", "{seat} bere {n} karty", "{seat} bere {n} karet"]

[step.both]
count = "seats"
en = ["{seats} takes {what}", "{seats} take {what}"]
cs = ["{seats} bere {what:acc}", "{seats} berou {what:acc}", "{seats} berou {what:acc}"]

[step.wait]
en = "Wait for {seat}"
cs = "Čeká se: {seat}"

[thing]
wool = { en = "wool", cs = "vlna", acc = { cs = "vlnu" } }
ore = { en = "ore", cs = "ruda" }

[list]
and = { en = "{first} and {last}", cs = "{first} a {last}" }
or = { en = "{first} or {last}", cs = "{first} nebo {last}" }

[number]
decimal_sign = { en = ".", cs = "," }
percent = { en = "{share}%", cs = "{share} %" }
"""

CODE = """
Text("step.take", {"seat": seat, "n": 4})
Text("step.both", {"seats": seats, "what": what})
tr("step.wait", seat=seat)
"""


class Project:
    """Catalogue sources, the catalogues compiled from them, and code that uses them."""

    def __init__(self, folder: Path) -> None:
        self.catalog = folder / "catalog"
        self.locale = folder / "locale"
        self.code = folder / "code"
        self.catalog.mkdir()
        self.code.mkdir()
        self.area(GOOD)
        self.source(CODE)
        self.compile()

    def area(self, content: str, name: str = "area.toml") -> None:
        (self.catalog / name).write_text(content, encoding="utf-8")

    def source(self, content: str, name: str = "code.py") -> None:
        (self.code / name).write_text(content, encoding="utf-8")

    def compile(self) -> None:
        """Compile whatever is readable, so that only the planted fault is found."""
        write(read_sources(self.catalog).messages, self.locale)

    def run_compile(self, *options: str) -> int:
        return compile_main(
            ["--catalog", str(self.catalog), "--locale", str(self.locale), *options]
        )

    def check(self) -> Report:
        return check(self.catalog, self.locale, [self.code])

    def translator(self, language: str, *, strict: bool = False) -> Translator:
        seats = {"s1": "Jana", "s2": "Petr", "s3": "{n}"}
        return Translator(language, seats, strict=strict, locale=self.locale)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)
