"""Compile `catalog/*.toml` into gettext catalogues: `python -m companion.i18n.compile`.

Writes `locale/<language>/LC_MESSAGES/islekeeper.po` and `.mo`. Both are committed, so that a
plain checkout runs with the standard library alone. The output depends on the sources only, no
dates, no order of files: whoever compiles last is right. `--check` writes nothing and fails
when a file is not what the sources give. Needs polib (a development dependency).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path

try:
    import polib  # type: ignore[import-untyped]
except ModuleNotFoundError:
    sys.exit("polib is not installed. `make dev` installs what compiling and checking texts needs.")

from companion.i18n.languages import DOMAIN, LANGUAGES, Language
from companion.i18n.sources import CATALOG, Message, faults_in, read_sources
from companion.i18n.translator import COUNT, LOCALE


def compiled(messages: Mapping[str, Message]) -> dict[str, bytes]:
    """Every generated file's content, by its path below the locale folder."""
    files = {}
    for language in LANGUAGES.values():
        catalogue = _catalogue(messages, language)
        path = f"{language.code}/LC_MESSAGES/{DOMAIN}"
        files[f"{path}.po"] = f"{catalogue}\n".encode()
        files[f"{path}.mo"] = catalogue.to_binary()
    return files


def outdated(messages: Mapping[str, Message], locale: Path = LOCALE) -> list[str]:
    """The generated files that are not what the sources give."""
    return [
        name
        for name, content in compiled(messages).items()
        if not (locale / name).is_file() or (locale / name).read_bytes() != content
    ]


def write(messages: Mapping[str, Message], locale: Path = LOCALE) -> list[str]:
    """Write the generated files that changed; their names. A running app never sees half of one."""
    changed = outdated(messages, locale)
    files = compiled(messages)
    for name in changed:
        path = locale / name
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.write_bytes(files[name])
        fresh.replace(path)
    return changed


def _catalogue(messages: Mapping[str, Message], language: Language) -> polib.POFile:
    catalogue = polib.POFile(wrapwidth=100)
    catalogue.header = "Generated from companion/i18n/catalog by companion.i18n.compile."
    catalogue.metadata = {
        "Project-Id-Version": DOMAIN,
        "Language": language.code,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": language.plural_forms,
    }
    counts = []
    for message in sorted(messages.values(), key=lambda message: message.id):
        words = message.words.get(language.code)
        if words is None:
            continue
        entry = polib.POEntry(
            msgid=message.id, comment=message.note, occurrences=[(message.file, "")]
        )
        if message.plural:
            entry.msgid_plural = message.id
            entry.msgstr_plural = dict(enumerate(words))
            if message.count != COUNT:
                counts.append(f"{message.id}={message.count}")
        else:
            entry.msgstr = words[0]
        catalogue.append(entry)
    if counts:
        catalogue.metadata["X-Counts"] = " ".join(counts)
    return catalogue


def main(arguments: list[str] | None = None) -> int:
    """Compile or, with `--check`, compare; 1 on a fault in the sources or an outdated file."""
    parser = argparse.ArgumentParser(prog="python -m companion.i18n.compile", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail when outdated")
    parser.add_argument("--catalog", type=Path, default=CATALOG, help="folder of the sources")
    parser.add_argument("--locale", type=Path, default=LOCALE, help="folder to write to")
    options = parser.parse_args(arguments)
    sources = read_sources(options.catalog)
    if faults := [*sources.faults, *faults_in(sources.messages)]:
        faults.append(f"{len(faults)} faults, nothing compiled")
        sys.stderr.writelines(f"{line}\n" for line in faults)
        return 1
    if options.check:
        late = outdated(sources.messages, options.locale)
        sys.stderr.writelines(f"{name} is not current: compile anew\n" for name in late)
        return 1 if late else 0
    changed = write(sources.messages, options.locale)
    sys.stdout.write(
        f"{len(sources.messages)} messages; {', '.join(changed) or 'nothing'} changed\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
