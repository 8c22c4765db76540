"""The single writer around one game: what every face and device talks to. See `Session`."""

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
    "read_summary",
    "verify_file",
]
