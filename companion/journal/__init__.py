"""An append-only store of games that knows nothing of their rules.

Events and commands are JSON objects; what they mean is the caller's affair. See `Journal`.
"""

from companion.journal.backup import Backup, backups, restore
from companion.journal.errors import (
    MESSAGES,
    JournalConflict,
    JournalDamaged,
    JournalError,
    JournalFull,
    JournalLocked,
    JournalMissing,
    JournalMisuse,
    JournalNewer,
    JournalReadOnly,
)
from companion.journal.importing import (
    PROBLEMS,
    Document,
    Imported,
    ImportRefused,
    Problem,
    read_document,
)
from companion.journal.journal import Journal, set_aside
from companion.journal.location import default_path, state_directory
from companion.journal.model import (
    Entry,
    Event,
    Game,
    GameResult,
    GameStatus,
    Lifetime,
    NewEntry,
    Person,
    Result,
    Verification,
    iso,
    new_id,
    utc_now,
)
from companion.journal.places import (
    Drives,
    GameFile,
    Place,
    clear_unfinished,
    file_name,
    own_place,
)

__all__ = [
    "MESSAGES",
    "PROBLEMS",
    "Backup",
    "Document",
    "Drives",
    "Entry",
    "Event",
    "Game",
    "GameFile",
    "GameResult",
    "GameStatus",
    "ImportRefused",
    "Imported",
    "Journal",
    "JournalConflict",
    "JournalDamaged",
    "JournalError",
    "JournalFull",
    "JournalLocked",
    "JournalMissing",
    "JournalMisuse",
    "JournalNewer",
    "JournalReadOnly",
    "Lifetime",
    "NewEntry",
    "Person",
    "Place",
    "Problem",
    "Result",
    "Verification",
    "backups",
    "clear_unfinished",
    "default_path",
    "file_name",
    "iso",
    "new_id",
    "own_place",
    "read_document",
    "restore",
    "set_aside",
    "state_directory",
    "utc_now",
]
