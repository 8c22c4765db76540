"""`islekeeper games`: the recorded games on the command line."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from companion.core.settings import did_you_mean
from companion.i18n.text import Ref, Text
from companion.i18n.translator import Translator
from companion.journal import Game, GameStatus, ImportRefused, JournalMissing, backups, restore
from companion.session import (
    Options,
    Report,
    Session,
    file_problem,
    read_summary,
    verify_file,
)
from companion.terminal.console import TroubleError
from companion.terminal.deeds import FAILED, OK, Deeds

EVERY = (GameStatus.ACTIVE, GameStatus.ARCHIVED, GameStatus.DELETED)


class GamesCommand(Deeds):
    """One deed on the journal that `options` names; what it finds is written to `out`."""

    def __init__(self, options: Options, tr: Translator, out: TextIO) -> None:
        super().__init__(tr, out)
        self._options = options

    def run(self, deed: str, given: Mapping[str, Any]) -> int:
        """Do it and give the exit status. Raises `JournalError` and `OSError`."""
        deeds: Mapping[str, Callable[[Mapping[str, Any]], int]] = {
            "list": self._list,
            "show": self._show,
            "export": self._export,
            "verify": self._verify,
            "restore": self._restore,
            "import": self._import,
            "rescue": self._rescue,
            "set-aside": self._set_aside,
        }
        return deeds.get(deed, self._move)(given)

    def _open(self, *, read_only: bool = True) -> Session:
        """The journal; for reading it may be in use by the table. Raises `JournalError`."""
        session = Session(self._options, inline=True, read_only=read_only)
        trouble = session.snapshot.journal.trouble
        if trouble is not None:
            session.close()
            raise TroubleError(trouble.text)
        return session

    def _find(self, session: Session, given: str) -> Game | Text:
        """The game whose id begins like `given`, or what is wrong with that."""
        games = session.games.list(*EVERY).result()
        if not given or not games:
            return Text("games.no_id" if games else "games.none")
        found = [g for g in games if g.id == given] or [g for g in games if g.id.startswith(given)]
        if len(found) == 1:
            return found[0]
        if found:
            return Text("games.ambiguous", {"given": given, "known": tuple(g.id for g in found)})
        return did_you_mean("games.unknown", given, [g.id for g in games])

    # -- reading ------------------------------------------------------------------------------

    def _list(self, given: Mapping[str, Any]) -> int:
        if not _there(self._options.path):
            self._say("games.none")
            return OK
        wanted = (GameStatus.DELETED,) if given["deleted"] else ()
        with self._open() as session:
            games = session.games.list(*wanted).result()
            for game in games:
                state = self._tr.show(self._status(game))
                day = self._tr.date(datetime.fromisoformat(game.updated_at))
                self._write(f"{game.id}  {day}  {state}  {self._players(game)}")
        if not games:
            self._say("games.none")
        return OK

    def _status(self, game: Game) -> Ref:
        """How a game stands: an active one may be over."""
        over = game.status is GameStatus.ACTIVE and read_summary(game.summary).over
        return Ref("game_status", "finished" if over else game.status.value)

    def _players(self, game: Game) -> str:
        players = read_summary(game.summary).players
        shown = (f"{p.name or self._tr.show(Ref('player', p.color))} {p.vp}" for p in players)
        return ", ".join(shown) or game.title

    def _show(self, given: Mapping[str, Any]) -> int:
        with self._open() as session:
            game = self._find(session, given["game"])
            if isinstance(game, Text):
                return self._fail(game)
            summary = read_summary(game.summary)
            self._write(f"{game.id}  {game.title}")
            self._say("games.status", status=self._status(game))
            self._say("games.begun", at=game.created_at, played=game.updated_at)
            self._say("games.size", entries=game.entries, events=game.last_seq)
            self._say("games.turn", n=summary.turn, seconds=summary.seconds)
            self._say("games.players", players=self._players(game))
            if summary.over:
                won = summary.winner
                name = "" if won is None else summary.players[won].name
                self._say("games.won", winner=name or Text("common.nobody"))
        return OK

    def _export(self, given: Mapping[str, Any]) -> int:
        with self._open() as session:
            game = self._find(session, given["game"])
            if isinstance(game, Text):
                return self._fail(game)
            if given["file"] not in (None, "-"):
                file, force = Path(given["file"]), given["force"]
                target = session.games.export(game.id, file, force=force).result()
                self._say("games.exported", file=str(target))
                return OK
            with tempfile.TemporaryDirectory(prefix="islekeeper-export-") as folder:
                file = session.games.export(game.id, Path(folder) / "game.json").result()
                self._out.write(file.read_text(encoding="utf-8"))
        return OK

    def _verify(self, given: Mapping[str, Any]) -> int:
        """Check an exported file, or else a game of the journal; faults make it fail."""
        file = Path(given["what"])
        if given["what"] and file.exists():
            return self._report(verify_file(file, shown=given["seal"]), str(file))
        with self._open() as session:
            game = self._find(session, given["what"])
            if isinstance(game, Text):
                return self._fail(game)
            return self._report(session.games.verify(game.id).result())

    def _report(self, report: Report, file: str = "") -> int:
        """Say all findings; a fault of an exported `file` names it."""
        for finding in report.findings:
            level = self._tr.show(Ref("finding", finding.level))
            if file and finding.level == "fault":
                level = f"{file}: {level}"
            where = f" [{finding.entry}]" if finding.entry else ""
            self._write(f"{level}{where}: {self._tr.text(finding.text)}")
        return OK if report.good else FAILED

    # -- changing -----------------------------------------------------------------------------

    def _move(self, given: Mapping[str, Any]) -> int:
        """Archive, unarchive, delete or undelete."""
        deed = given["deed"]
        with self._open(read_only=False) as session:
            game = self._find(session, given["game"])
            if isinstance(game, Text):
                return self._fail(game)
            deeds = {
                "archive": session.games.archive,
                "unarchive": session.games.unarchive,
                "delete": session.games.delete,
                "undelete": session.games.undelete,
            }
            moved = deeds[deed](game.id).result()
        self._say("games.moved", game=moved.id, status=Ref("game_status", moved.status.value))
        return OK

    def _rescue(self, given: Mapping[str, Any]) -> int:
        """The part of a damaged game that can be read as a new one; the old one stays."""
        with self._open(read_only=False) as session:
            game = self._find(session, given["game"])
            if isinstance(game, Text):
                return self._fail(game)
            found = session.games.rescue(game.id).result()
        whole = found.game_id == game.id
        self._say("games.not_damaged" if whole else "games.rescued", game=found.game_id)
        return OK

    def _set_aside(self, given: Mapping[str, Any]) -> int:
        """Move a journal that cannot be opened out of the way; a sound one stays."""
        path = self._options.path
        if not any(file.exists() for file in (path, path.with_name(f"{path.name}-wal"))):
            raise JournalMissing("journal.missing", file=str(path))
        with Session(self._options, inline=True) as session:
            kept = session.start_anew().result()
        self._say("games.set_aside", file=str(kept))
        return OK

    def _import(self, given: Mapping[str, Any]) -> int:
        # As with export, a dash is the standard stream.
        source = Path("/dev/stdin" if given["file"] == "-" else given["file"])
        with self._open(read_only=False) as session:
            try:
                found = session.games.import_file(source).result()
            except ImportRefused as refused:
                for problem in refused.problems:
                    fault = {"file": given["file"], "fault": file_problem(problem)}
                    self._fail(Text("games.file_fault", fault))
                return FAILED
        known = "games.already_here" if found.already_here else "games.imported"
        self._say(known, game=found.game_id)
        return OK

    def _restore(self, given: Mapping[str, Any]) -> int:
        """List the backups, or put one (by its number or file) in the journal's place."""
        path = self._options.path
        _there(path)  # a folder that is none is told, not taken for an empty one
        known = backups(path) if path.parent.is_dir() else ()
        if given["backup"] is None:
            for backup in known:
                self._say(
                    "games.backup",
                    n=backup.number,
                    at=backup.stamp,
                    version=backup.app_version,
                    file=str(backup.path),
                )
            if not known:
                self._say("games.no_backup")
            return OK
        numbered = next((b.path for b in known if str(b.number) == given["backup"]), None)
        kept = restore(path, numbered or Path(given["backup"]))
        self._say("games.restored", file="–" if kept is None else str(kept))
        return OK


def _there(path: Path) -> bool:
    """Whether there is such a file or folder. Raises `OSError` where nothing can be said of it."""
    try:
        path.stat()
    except FileNotFoundError:
        return False
    return True
