"""Where exported games go to and come from: a folder beside the journal, and plugged-in drives."""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from companion.journal.errors import JournalMissing
from companion.journal.files import file_faults
from companion.journal.model import Game

FOLDER: Final = "exports"
"""Beside the journal; on a drive it is looked into as well, so that it may be copied whole."""

MOUNT_POINTS: Final = ("media/*/*", "media/*", "run/media/*/*", "mnt/*")
"""Where desktops, automounters and people mount what is plugged in, below the root folder."""

MOST_FILES: Final = 60
"""Files of one place that are listed, the newest of them; more would be no list to choose from."""

_PREFIX: Final = "islekeeper"
_LONGEST_NAMES: Final = 40


class GameFile(msgspec.Struct, frozen=True):
    """A file that may hold a game. ``size`` in bytes, ``modified`` in seconds of the Unix epoch."""

    path: Path
    size: int
    modified: float


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A folder that games can be brought in from and, where it is ``writable``, written to.

    ``drive`` is the drive's name, empty for the folder beside the journal. ``free`` in bytes;
    ``files`` the newest first, `MOST_FILES` at most.
    """

    path: Path
    drive: str
    writable: bool
    free: int
    files: tuple[GameFile, ...]


@dataclass(frozen=True)
class Drives:
    """Finds what is plugged in. A test gives a ``root`` and says what is ``mounted`` there."""

    root: Path = Path("/")
    mounted: Callable[[Path], bool] = os.path.ismount

    def find(self) -> tuple[Place, ...]:
        """The mounted drives by name; one that does not answer is left out."""
        found: dict[Path, Place] = {}
        for pattern in MOUNT_POINTS:
            for path in _matching(self.root, pattern):
                place = self._place(path)
                if place is not None:
                    found[path] = place
        return tuple(sorted(found.values(), key=lambda place: (place.drive, place.path)))

    def check(self, place: Place) -> None:
        """Raise `JournalMissing` when the drive of ``place`` was pulled meanwhile.

        Its folder may have stayed behind: what is written there would not be on the drive.
        """
        if place.drive and not self.mounted(place.path):
            raise JournalMissing("journal.drive_gone", drive=place.drive)

    def _place(self, path: Path) -> Place | None:
        try:
            if not self.mounted(path):
                return None
            free = shutil.disk_usage(path).free
        except OSError:
            return None
        writable = os.access(path, os.W_OK | os.X_OK)
        files = _newest((*_games_in(path), *_games_in(path / FOLDER)))
        return Place(path=path, drive=path.name, writable=writable, free=free, files=files)


def own_place(journal: Path) -> Place:
    """The folder beside the ``journal``, made when it is missing.

    Raises `JournalFull`, `JournalReadOnly` and `JournalMissing`.
    """
    folder = journal.parent / FOLDER
    with file_faults(folder, "export"):
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
    files = _newest(tuple(_games_in(folder)))
    return Place(path=folder, drive="", writable=True, free=free, files=files)


def file_name(game: Game) -> str:
    """What an export of ``game`` is called: the day it began, who plays, and its id.

    Plain letters, since a drive's file system may know no others. The same game gets the same
    name again, another game another one.
    """
    plain = unicodedata.normalize("NFKD", game.title).encode("ascii", "ignore").decode().lower()
    names = re.sub(r"[^a-z0-9]+", "-", plain)[:_LONGEST_NAMES].strip("-")
    parts = (_PREFIX, game.created_at[:10], names, game.id)
    return "-".join(part for part in parts if part) + ".json"


def clear_unfinished(place: Place) -> None:
    """Delete what exports into ``place`` left when its drive was pulled or the power went."""
    with suppress(OSError):
        for part in place.path.glob(f"{_PREFIX}-*.json.part"):
            part.unlink()


def _matching(root: Path, pattern: str) -> Iterator[Path]:
    """Folders below ``root``; each ``*`` stands for one name. What cannot be read is left out."""
    folders = [root]
    for part in pattern.split("/"):
        if part == "*":
            folders = [child for folder in folders for child in _folders(folder)]
        else:
            folders = [folder / part for folder in folders]
    yield from folders


def _folders(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            names = sorted(e.name for e in entries if e.is_dir(follow_symlinks=False))
    except OSError:
        return []
    return [folder / name for name in names]


def _games_in(folder: Path) -> Iterator[GameFile]:
    """Files that may be games; other systems leave hidden ones of the same ending on drives."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.lower().endswith(".json") and not entry.name.startswith("."):
                    status = entry.stat()
                    if entry.is_file():
                        yield GameFile(folder / entry.name, status.st_size, status.st_mtime)
    except OSError:
        return


def _newest(files: tuple[GameFile, ...]) -> tuple[GameFile, ...]:
    return tuple(sorted(files, key=lambda f: (-f.modified, f.path)))[:MOST_FILES]
