"""The single writer around one game: what every face and device talks to.

    with Session(Options(default_path())) as session:       # inline=True: without a thread
        session.ready.result()                               # resumed what was open
        session.subscribe(bridge.publish)                    # snapshots, in order, from its thread
        session.new_game({"players": ["Anna", "Ben", "Cy"]}, "touch").result()
        command = Command("throw_dice", "s1", prompt=prompt.id, id=new_id())
        answer = session.submit(command, "touch").result()   # Done, or a Refusal that says why
        session.undo(expect=answer.log.node.n, source="touch")

`Snapshot` is all there is to see; `Session.games`, `.people` and `.preferences` are the lists.
"""

from companion.session.clocks import ClockBook, Clocks, TurnTime
from companion.session.options import Options
from companion.session.proposals import Proposal
from companion.session.session import Session
from companion.session.snapshot import (
    Answer,
    Changes,
    Done,
    JournalStatus,
    SetupRefused,
    Snapshot,
    Trouble,
    fault_text,
    file_problem,
    not_shown,
)
from companion.session.summary import SeatSummary, Summary, read_summary
from companion.session.time import Clock, SystemClock
from companion.session.verify import Report, verify_file
from companion.session.worker import SessionClosed

__all__ = [
    "Answer",
    "Changes",
    "Clock",
    "ClockBook",
    "Clocks",
    "Done",
    "JournalStatus",
    "Options",
    "Proposal",
    "Report",
    "SeatSummary",
    "Session",
    "SessionClosed",
    "SetupRefused",
    "Snapshot",
    "Summary",
    "SystemClock",
    "Trouble",
    "TurnTime",
    "fault_text",
    "file_problem",
    "not_shown",
    "read_summary",
    "verify_file",
]
