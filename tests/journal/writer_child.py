"""Records entries without end and acknowledges each on standard output: to be killed by a test.

Usage: ``python -m tests.journal.writer_child JOURNAL``. It goes on where the journal
ends and prints a line ``NUMBER`` only after `append` has returned.
"""

import sys
from pathlib import Path

from companion.journal import Journal
from tests.journal.making import new_entry


def main(path: Path) -> None:
    with Journal.open(path, app_version="0.1.0") as journal:
        if not journal.games.list():
            journal.games.create("evening", {"rules": ["base"]})
        number = journal.games.get("evening").entries
        seq = journal.last_seq("evening")
        while True:
            number += 1
            events = number % 4
            entry = new_entry(number, events=events)
            summary = {"turn": number}
            seq = journal.append("evening", entry, expected_seq=seq, summary=summary).last_seq
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
