"""What the journal says in its log and what a person reads are the same sentences."""

import tomllib
from typing import Any

import pytest

from companion.i18n.sources import CATALOG
from companion.i18n.text import Text
from companion.i18n.translator import Translator
from companion.journal.errors import MESSAGES
from companion.journal.importing import PROBLEMS

TREE: dict[str, Any] = tomllib.loads((CATALOG / "journal.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("code", "sentence"), [*MESSAGES.items(), *PROBLEMS.items()])
def test_the_catalogue_has_each_code_in_the_same_words(code: str, sentence: str) -> None:
    area, _, name = code.partition(".")
    assert TREE[area][name]["en"] == sentence


def test_a_reason_within_a_reason_reads_as_one_text() -> None:
    full = Text("journal.full", {"file": "j.sqlite3", "detail": "disk full"})
    english = Translator("en", strict=True)
    assert english.text(Text("session.read_only", {"reason": full})).startswith(
        "This game can only be read. No room to write j.sqlite3 (disk full)."
    )
    czech = Translator("cs", strict=True)
    problem = Text("import.missing", {})
    assert czech.text(Text("verify.file", {"where": "game.id", "problem": problem})) == (
        "game.id: chybí: vyvezte hru znovu"
    )
