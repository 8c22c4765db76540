"""Check every text: `python -m companion.i18n.check`.

Faults, all of them at once: sources that cannot be read, ids defined twice, missing words,
differing placeholders, wrong plural forms, ids and parameters the code calls for and no message
has, generated files that are not current. Warnings: messages nothing uses, parameters nothing
shows, words that are the same in two languages; `--strict` counts them as faults. Exit code 1
on a fault, else 0.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from companion.i18n.compile import outdated
from companion.i18n.languages import FALLBACK
from companion.i18n.sources import CATALOG, Message, Sources, faults_in, read_sources
from companion.i18n.translator import LOCALE
from companion.i18n.usage import Usage, scan

PROJECT = Path(__file__).parents[2]
ROOTS = (PROJECT / "companion", PROJECT / "scenarios")
OWN = ("list.and", "list.or", "number.decimal_sign", "number.percent")
"""What the translator asks for by itself, and would miss at every number and list."""

_LETTERS_TO_DIFFER = 4


@dataclass(frozen=True)
class Report:
    """Everything found."""

    faults: list[str]
    warnings: list[str]


def check(catalog: Path = CATALOG, locale: Path = LOCALE, roots: Sequence[Path] = ROOTS) -> Report:
    """Check sources, code and generated files against each other."""
    sources = read_sources(catalog)
    usage = scan(root for root in roots if root.exists())
    faults = [*sources.faults, *usage.faults, *faults_in(sources.messages)]
    faults += _undefined(sources.messages, usage)
    faults += [
        f"messages lack {name}, which every text needs"
        for name in OWN
        if name not in sources.messages
    ]
    faults += [
        f"{name} is not current: run python -m companion.i18n.compile"
        for name in outdated(sources.messages, locale)
    ]
    warnings = [*_unused(sources, usage), *_superfluous(sources.messages, usage)]
    warnings += _identical(sources.messages)
    return Report(faults, warnings)


def _undefined(messages: Mapping[str, Message], usage: Usage) -> Iterator[str]:
    for call in usage.calls:
        if not any(fnmatchcase(name, call.pattern) for name in messages):
            yield f"{call.where}: no message {call.pattern!r}"
    for where, message, given in _exact(messages, usage):
        if missing := message.needs - given:
            yield f"{where}: {message.id} needs {', '.join(sorted(missing))}"


def _superfluous(messages: Mapping[str, Message], usage: Usage) -> Iterator[str]:
    for where, message, given in _exact(messages, usage):
        if extra := given - message.needs:
            yield f"{where}: {message.id} never shows {', '.join(sorted(extra))}"


def _exact(
    messages: Mapping[str, Message], usage: Usage
) -> Iterator[tuple[str, Message, frozenset[str]]]:
    """The calls for one message with the parameters written out: where, what, the parameters."""
    for call in usage.calls:
        if call.params is not None and call.pattern in messages:
            yield call.where, messages[call.pattern], call.params


def _unused(sources: Sources, usage: Usage) -> Iterator[str]:
    for message in sources.messages.values():
        name = message.id.rsplit(".", 1)[0] if message.is_form else message.id
        declared = name in OWN or any(fnmatchcase(name, p) for p in sources.dynamic)
        if not declared and not usage.uses(name):
            yield f"{message.file}: {message.id} is used nowhere"


def _identical(messages: Mapping[str, Message]) -> Iterator[str]:
    for message in messages.values():
        english = message.words.get(FALLBACK, ())
        if message.same or sum(map(str.isalpha, "".join(english))) < _LETTERS_TO_DIFFER:
            continue
        for code, words in message.words.items():
            if code != FALLBACK and words == english:
                yield f"{message.file}: {message.id} is the same in {FALLBACK} and {code}"


def main(arguments: list[str] | None = None) -> int:
    """Check, print everything found, and say by the exit code whether it is good."""
    parser = argparse.ArgumentParser(prog="python -m companion.i18n.check", description=__doc__)
    parser.add_argument("--strict", action="store_true", help="warnings are faults too")
    parser.add_argument("--catalog", type=Path, default=CATALOG, help="folder of the sources")
    parser.add_argument("--locale", type=Path, default=LOCALE, help="folder of compiled files")
    parser.add_argument("roots", nargs="*", type=Path, default=ROOTS, help="code to scan")
    options = parser.parse_args(arguments)
    report = check(options.catalog, options.locale, options.roots)
    sys.stderr.writelines(f"warning: {line}\n" for line in report.warnings)
    sys.stderr.writelines(f"fault: {line}\n" for line in report.faults)
    sys.stdout.write(f"{len(report.faults)} faults, {len(report.warnings)} warnings\n")
    return 1 if report.faults or (options.strict and report.warnings) else 0


if __name__ == "__main__":
    sys.exit(main())
