"""One game as one JSON document.

``{"format": "islekeeper-game", "version": 1, "contains_secrets": …, "exported_at": …,
"game": {…}, "entries": […], "chain": …}``. Every entry is written in the canonical form its link in
the hash chain is made of, with the link as ``chain`` (64 hexadecimal digits) added to it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.journal import log
from companion.journal.canonical import canonical, quoted
from companion.journal.errors import JournalDamaged, JournalMissing
from companion.journal.files import atomic_writer
from companion.journal.model import iso
from companion.journal.store import Store

FORMAT: Final = "islekeeper-game"
FORMAT_VERSION: Final = 1


def write(
    store: Store, game_id: str, target: Path, *, contains_secrets: bool, up_to: int | None = None
) -> Path:
    """Write a game to ``target``, whole or not at all. See `Journal.export_game`."""
    with store.reading() as connection:
        row = connection.execute(
            "SELECT title, created_at, app_version, header, "
            "summary, digest FROM game JOIN start ON game = id WHERE id = ?",
            (game_id,),
        ).fetchone()
        if row is None:
            raise JournalMissing("journal.unknown_game", game=game_id)
    if up_to is None:
        finding = log.verify(store, game_id)
        if finding.problem is not None:
            raise JournalDamaged(
                "journal.damaged_game",
                file=str(store.path),
                game=game_id,
                good=finding.good_entries,
                detail="it cannot be exported whole",
            )
    title, created_at, app_version, header, summary, digest = row
    with atomic_writer(target) as stream:
        stream.write(
            (
                f'{{"format":{quoted(FORMAT)},"version":{FORMAT_VERSION},'
                f'"contains_secrets":{canonical(contains_secrets, "contains_secrets")},'
                f'"exported_at":{quoted(iso(store.clock()))},\n'
                f'"game":{{"id":{quoted(game_id)},"title":{quoted(title)},'
                f'"created_at":{quoted(created_at)},"app_version":{quoted(app_version)},'
                f'"summary":{summary},"header":{header}}},\n"entries":['
            ).encode()
        )
        separator = "\n"
        if up_to != 0:
            for raw in log.raw_entries(store, game_id, stop=up_to):
                digest = raw.digest
                line = f'{separator}{raw.text[:-1]},"chain":"{digest.hex()}"}}'
                stream.write(line.encode())
                separator = ",\n"
        stream.write(b'\n],\n"chain":"%b"}\n' % digest.hex().encode())
    return target
