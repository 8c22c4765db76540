"""Which keys the on-screen keyboard has in each language. Pure: no Kivy."""

from __future__ import annotations

_QWERTY = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
_QWERTZ = ["qwertzuiop", "asdfghjkl", "yxcvbnm"]

ROWS = {"en": _QWERTY, "cs": _QWERTZ, "de": _QWERTZ, "pl": _QWERTY, "lv": _QWERTY}

# The letters a language adds to the plain ones, by the plain letter they grow from. Slovak too: it
# is spoken at the same tables as Czech.
ACCENTS: dict[str, dict[str, str]] = {
    "en": {"a": "áäå", "c": "ç", "e": "éè", "i": "í", "n": "ñ", "o": "óöø", "u": "úü"},
    "cs": {
        "a": "á",
        "c": "č",
        "d": "ď",
        "e": "éě",
        "i": "í",
        "n": "ň",
        "o": "ó",
        "r": "ř",
        "s": "š",
        "t": "ť",
        "u": "úů",
        "y": "ý",
        "z": "ž",
    },
    "de": {"a": "ä", "o": "ö", "s": "ß", "u": "ü"},
    "pl": {"a": "ą", "c": "ć", "e": "ę", "l": "ł", "n": "ń", "o": "ó", "s": "ś", "z": "źż"},
    "lv": {
        "a": "ā",
        "c": "č",
        "e": "ē",
        "g": "ģ",
        "i": "ī",
        "k": "ķ",
        "l": "ļ",
        "n": "ņ",
        "s": "š",
        "u": "ū",
        "z": "ž",
    },
    "sk": {
        "a": "áä",
        "c": "č",
        "d": "ď",
        "e": "é",
        "i": "í",
        "l": "ľĺ",
        "n": "ň",
        "o": "óô",
        "r": "ŕ",
        "s": "š",
        "t": "ť",
        "u": "ú",
        "y": "ý",
        "z": "ž",
    },
}


def rows_of(language: str) -> list[str]:
    """The rows of the language's typewriters; the English ones where there is no layout."""
    return list(ROWS.get(language, _QWERTY))


def letters_of(language: str, ordered: bool = False) -> str:
    """All plain letters, row by row or in alphabetical order."""
    letters = "".join(rows_of(language))
    return "".join(sorted(letters)) if ordered else letters


def accents_of(language: str, letter: str = "") -> str:
    """The accented letters of a language, or only those that grow from `letter`."""
    accents = ACCENTS.get(language, ACCENTS["en"])
    return accents.get(letter, "") if letter else "".join(accents.values())


def all_accents(language: str, letter: str = "") -> str:
    """The accented letters of every language, those of `language` first, each once.

    Guests have names of other languages than the one that the table reads. With `letter` only
    those that grow from it.
    """
    letters = accents_of(language, letter)
    for other in ACCENTS:
        letters += "".join(c for c in accents_of(other, letter) if c not in letters)
    return letters
