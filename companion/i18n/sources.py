"""The sources of all messages: `catalog/<area>.toml`, every language side by side.

    [step.discard]
    en = ["{seat} discards {n} card", "{seat} discards {n} cards"]
    cs = ["{seat} odhodí {n} kartu", "{seat} odhodí {n} karty", "{seat} odhodí {n} karet"]
    note = "After a 7."

A table whose values are strings or lists is a message, and its path is the message id; tables
inside it are further messages. Besides the languages a message may have `note` (for
translators), `count` (the parameter that chooses the plural form, else `n`) and `same = true`
(the languages rightly agree). At the top of a file `dynamic` lists patterns of ids that no
code spells out: `dynamic = ["resource.*"]`.

Read in development only; the app reads the compiled catalogues.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from companion.i18n.languages import FORMS, LANGUAGES
from companion.i18n.template import TemplateError, placeholders
from companion.i18n.translator import COUNT

CATALOG = Path(__file__).parent / "catalog"
KEYS = ("note", "count", "same")

_SEGMENT = re.compile(r"[a-z0-9][a-z0-9_-]*\Z")


@dataclass(frozen=True)
class Message:
    """One message with its words in each language: one template, or one for each plural form."""

    id: str
    file: str
    words: Mapping[str, tuple[str, ...]]
    plural: bool = False
    count: str = COUNT
    note: str = ""
    same: bool = False

    @property
    def is_form(self) -> bool:
        """Whether it is a grammatical form of another message, which no language must have."""
        return self.id.rsplit(".", 1)[-1] in FORMS

    @property
    def needs(self) -> frozenset[str]:
        """The parameters its templates name in any language; what cannot be read names none."""
        names: set[str] = {self.count} if self.plural else set()
        for template in (t for words in self.words.values() for t in words):
            try:
                names |= placeholders(template)
            except TemplateError:
                continue
        return frozenset(names)


@dataclass
class Sources:
    """All messages by id, the declared dynamic patterns, and every fault found on the way."""

    messages: dict[str, Message] = field(default_factory=dict)
    dynamic: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def read_sources(folder: Path = CATALOG) -> Sources:
    """Read every area file. Faults are collected, never raised; see `Sources.faults`."""
    sources = Sources()
    for path in sorted(folder.glob("*.toml")):
        try:
            tree = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            sources.faults.append(f"{path.name}: {error}")
            continue
        patterns = tree.pop("dynamic", [])
        own = {message.id: message for message in _messages(path.name, "", tree, sources.faults)}
        _add_patterns(path.name, patterns, own, sources)
        for message in own.values():
            first = sources.messages.setdefault(message.id, message)
            if first is not message:
                sources.faults.append(
                    f"{path.name}: {message.id} is already defined in {first.file}; drop one"
                )
    if not sources.messages and not sources.faults:
        sources.faults.append(f"no messages: {folder} has no .toml file with any")
    return sources


def faults_in(messages: Mapping[str, Message]) -> Iterator[str]:
    """What is wrong with messages themselves, language by language."""
    for message in messages.values():
        for fault in _faults_in_message(message):
            yield f"{message.file}: {message.id}: {fault}"


def _add_patterns(file: str, patterns: Any, own: Mapping[str, Message], sources: Sources) -> None:
    if not isinstance(patterns, list) or not all(isinstance(item, str) for item in patterns):
        sources.faults.append(f"{file}: dynamic is {patterns!r}; it must be a list of patterns")
        return
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in own):
            sources.faults.append(f"{file}: dynamic pattern {pattern!r} matches no message here")
    sources.dynamic.extend(patterns)


def _messages(file: str, path: str, table: dict[str, Any], faults: list[str]) -> Iterator[Message]:
    """The messages at and below one table, in the file's order."""
    leaves = {key: value for key, value in table.items() if not isinstance(value, dict)}
    if leaves and "." not in path:
        where = f"[{path}]" if path else "the top of the file"
        faults.append(f"{file}: {', '.join(leaves)} at {where}: an id has two parts at least")
    elif leaves:
        yield _message(file, path, leaves, faults)
    for key, value in table.items():
        if not isinstance(value, dict):
            continue
        if not _SEGMENT.match(key):
            faults.append(f"{file}: {key!r} in {path or 'the file'} must be a-z, 0-9, _ or -")
            continue
        yield from _messages(file, f"{path}.{key}" if path else key, value, faults)


def _message(file: str, path: str, leaves: dict[str, Any], faults: list[str]) -> Message:
    def fault(text: str) -> None:
        faults.append(f"{file}: {path}: {text}")

    words: dict[str, tuple[str, ...]] = {}
    plurals: dict[str, bool] = {}
    for key, value in leaves.items():
        if key in KEYS:
            wanted = bool if key == "same" else str
            if not isinstance(value, wanted):
                fault(f"{key} is {value!r}; it must be {wanted.__name__}")
        elif key not in LANGUAGES:
            near = get_close_matches(key, [*LANGUAGES, *KEYS], 1, 0.5)
            hint = f"; did you mean {near[0]}?" if near else ""
            fault(f"{key!r} is no language ({', '.join(LANGUAGES)}) and no known key{hint}")
        else:
            templates = value if isinstance(value, list) else [value]
            if all(isinstance(item, str) and item.strip() for item in templates):
                words[key] = tuple(templates)
                plurals[key] = isinstance(value, list)
            else:
                fault(f"{key} is {value!r}; it must be text, or a list of text, and not empty")
    plural = any(plurals.values())
    for key, is_list in plurals.items():
        if is_list != plural:
            fault(f"{key} has no plural forms, another language has; make it a list")
    count = leaves.get("count", COUNT)
    return Message(
        path,
        file,
        words,
        plural,
        count if isinstance(count, str) else COUNT,
        str(leaves.get("note", "")),
        leaves.get("same") is True,
    )


def _faults_in_message(message: Message) -> Iterator[str]:
    if not message.is_form:
        missing = [code for code in LANGUAGES if code not in message.words]
        if missing:
            yield f"no words in {', '.join(missing)}"
    used: dict[str, frozenset[str]] = {}
    for code, templates in message.words.items():
        expected = LANGUAGES[code].plural_count
        if message.plural and len(templates) != expected:
            yield f"{code} has {len(templates)} plural forms; the language has {expected}"
        try:
            each = [placeholders(template) for template in templates]
        except TemplateError as error:
            yield f"{code}: {error}"
            continue
        used[code] = frozenset().union(*each)
        for template, names in zip(templates, each, strict=True):
            # One form alone may leave the count out: "one card", "{n} cards".
            if lost := used[code] - names - {message.count}:
                yield f"{code}: {template!r} lacks {_braced(lost)}, its other forms have it"
    yield from _differing(used)
    if message.plural and used and not any(message.count in names for names in used.values()):
        yield f"plural by {{{message.count}}}, which no language shows; name the count"
    if message.count != COUNT and not message.plural:
        yield f"counts by {message.count!r} but has no plural forms"


def _differing(used: Mapping[str, frozenset[str]]) -> Iterator[str]:
    everything = frozenset().union(*used.values())
    for code, names in used.items():
        if lost := everything - names:
            others = ", ".join(other for other in used if used[other] & lost)
            yield f"{code} lacks the placeholder {_braced(lost)} that {others} has"


def _braced(names: frozenset[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))
