"""What can go wrong with a journal, each error with a code, its parameters and a cure.

``str(error)`` is the English sentence for logs. A face that shows the error to a person looks
``error.code`` up in its own catalogue and fills in ``error.params``.
"""

from __future__ import annotations

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "journal.newer": (
        "{file} was written by a newer Islekeeper (schema {found}, this one knows up to "
        "{supported}). Nothing in it was changed; a copy is {copy}. Update Islekeeper, or "
        "open the file read-only."
    ),
    "journal.newer_uncopied": (
        "{file} was written by a newer Islekeeper (schema {found}, this one knows up to "
        "{supported}). Nothing in it was changed; no copy could be made ({why}). Update "
        "Islekeeper, or open the file read-only."
    ),
    "journal.newer_unreadable": (
        "{file} was written by a newer Islekeeper (schema {found}, this one knows up to "
        "{supported}) and cannot be read by this one. Nothing in it was changed. Update "
        "Islekeeper."
    ),
    "journal.damaged": (
        "{file} is damaged ({detail}). It was left as it is; a copy is {copy}. Restore a "
        "backup, or set the file aside and start a new journal."
    ),
    "journal.damaged_uncopied": (
        "{file} is damaged ({detail}). It was left as it is; no copy could be made ({why}). "
        "Copy it by hand, then restore a backup, or set the file aside and start a new "
        "journal."
    ),
    "journal.damaged_in_use": (
        "{file} is damaged ({detail}). Close Islekeeper and open it again: the file is then "
        "checked and a copy kept; restore a backup after that."
    ),
    "journal.damaged_game": (
        "Game {game} in {file} is damaged after entry {good} ({detail}). Go on from its sound "
        "part, or restore a backup."
    ),
    "journal.nothing_sound": (
        "Nothing of game {game} in {file} can be read, so there is no part to go on from. It "
        "stays as it is; update Islekeeper, or restore a backup."
    ),
    "journal.locked": (
        "{file} is in use by another Islekeeper (process {pid}). Close that one, or open the "
        "file read-only."
    ),
    "journal.busy": (
        "{file} is in use by another program ({detail}). Close that program and try again."
    ),
    "journal.full": (
        "No room to write {file} ({detail}). Nothing was recorded; free some space and try again."
    ),
    "journal.io": (
        "{file} could not be written ({detail}). Nothing was recorded; check the disk or "
        "memory card and try again."
    ),
    "journal.read_only": (
        "{file} cannot be written ({detail}). Open it read-only, or make the file and its "
        "folder writable."
    ),
    "journal.opened_read_only": "{file} was opened read-only. Open it for writing to change it.",
    "journal.missing": "There is no journal {file}. Check the name.",
    "journal.no_file": (
        "{file} is a folder or a device, not a file. Give the name of a journal's file."
    ),
    "journal.unavailable": (
        "{file} cannot be opened ({detail}). Check the name and the permissions of its folder."
    ),
    "journal.gone": (
        "{file} was moved or deleted while it was open, so nothing more can be recorded in "
        "it. Put it back and start Islekeeper again."
    ),
    "journal.closed": "The journal {file} is closed. Open it again.",
    "journal.thread": (
        "The journal {file} was opened on another thread. Use it on that thread, or open it "
        "read-only on this one."
    ),
    "journal.unknown_game": (
        "There is no game {game} in this journal. List the games to see their ids."
    ),
    "journal.bad_game_id": "{game} is no game id. Use 1 to 64 letters, digits, '-' and '_'.",
    "journal.unknown_person": (
        "There is no person {person} in this journal. List the persons to see their ids."
    ),
    "journal.conflict_game": "There is already a game {game} in this journal. Choose another id.",
    "journal.conflict_person": (
        "There is already a person {person} in this journal. Choose another id."
    ),
    "journal.conflict_seq": (
        "Game {game} has {found} events, not {expected}: something else was recorded "
        "meanwhile. Read the game again and repeat the input."
    ),
    "journal.conflict_command": (
        "Command {command_id} is already recorded in game {game}. Give its first answer, or "
        "use a new id."
    ),
    "journal.conflict_deleted": "Game {game} is deleted. Bring it back before recording in it.",
    "journal.conflict_not_deleted": (
        "Game {game} is not deleted. Delete it before removing it for good."
    ),
    "journal.conflict_file": (
        "{file} is there already and is no earlier export of game {game}. Choose another name, or "
        "write over it on the command line with --force."
    ),
    "journal.conflict_sound": (
        "{file} is open and sound, so it is not set aside. Delete games one by one."
    ),
    "journal.bad_value": "{path} cannot hold {value} ({detail}). Enter another value.",
    "journal.backup_unusable": "{file} cannot be restored ({detail}). Choose another backup.",
    "journal.export_full": (
        "There is no room for {file} ({detail}). No part of it was left there; free some space, "
        "or choose another drive or folder."
    ),
    "journal.export_read_only": (
        "{file} must not be written ({detail}). Unlock the drive or the folder, or choose another "
        "one."
    ),
    "journal.export_unavailable": (
        "{file} cannot be written ({detail}). Check the name of the file and its folder; a drive "
        "that was pulled has to be plugged in again."
    ),
    "journal.export_io": (
        "{file} could not be written whole ({detail}). Plug the drive in again and repeat it, or "
        "choose another drive or folder."
    ),
    "journal.drive_gone": (
        "The drive {drive} is not plugged in any more. Plug it in again, or choose another place."
    ),
    "journal.import_unreadable": (
        "{file} cannot be read ({detail}). Check the name and its permissions; a drive that was "
        "pulled has to be plugged in again."
    ),
    "journal.import_refused": "{file} cannot be imported: {count} problems, the first: {first}",
    "journal.bad_state_directory": (
        "$STATE_DIRECTORY is {value}, not an absolute path. Correct or unset it."
    ),
}
"""English sentence by code; the faces' catalogues hold the same codes."""


class JournalError(Exception):
    """Base of everything this package raises on purpose.

    ``code`` is a key of `MESSAGES`; ``params`` fills its placeholders.
    """

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(MESSAGES[code].format_map(params))
        self.code = code
        self.params = params


class JournalNewer(JournalError):
    """The file's schema is newer than this app's. It may still be opened read-only."""


class JournalDamaged(JournalError):
    """The file, or one game in it, is not what was written. Never healed in silence."""


class JournalLocked(JournalError):
    """Another process writes this journal."""


class JournalFull(JournalError):
    """A write failed (no room, or an I/O error). Rolled back; the journal can still be used."""


class JournalReadOnly(JournalError):
    """Writing was asked of a file that cannot be written or was opened read-only."""


class JournalMissing(JournalError):
    """There is no such file, game or person, or it cannot be reached."""


class JournalConflict(JournalError):
    """What was to be written does not follow on what is there."""


class JournalMisuse(JournalError):
    """A fault of the calling code: wrong thread, closed journal, a value that is no JSON."""
