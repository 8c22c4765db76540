"""The languages Islekeeper speaks. Adding one starts here: see docs/languages.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

DOMAIN = "islekeeper"
"""The gettext domain: `locale/<language>/LC_MESSAGES/islekeeper.mo`."""

FALLBACK = "en"
"""The language a message is shown in when the wanted one lacks it."""

FORMS = ("gen", "dat", "acc", "voc", "loc", "ins")
"""Grammatical forms a name may have besides its plain one: `resource.lumber.acc`."""


class Language(NamedTuple):
    """One language: its code, its own name for itself, and its gettext plural rule."""

    code: str
    name: str
    plural_count: int
    plural_rule: str

    @property
    def plural_forms(self) -> str:
        """The `Plural-Forms` header of its catalogue."""
        return f"nplurals={self.plural_count}; plural=({self.plural_rule});"


LANGUAGES = {
    language.code: language
    for language in (
        Language("en", "English", 2, "n != 1"),
        Language("cs", "Čeština", 3, "n==1 ? 0 : n>=2 && n<=4 ? 1 : 2"),
    )
}


def choose_language(wanted: Iterable[str]) -> str:
    """The first spoken language among `wanted`, else English.

    Takes codes as people and systems write them: `cs`, `cs_CZ.UTF-8`, `cs-CZ`; what is no
    language of ours is passed over.
    """
    for name in wanted:
        code = name.replace("-", "_").split("_")[0].split(".")[0].lower()
        if code in LANGUAGES:
            return code
    return FALLBACK
