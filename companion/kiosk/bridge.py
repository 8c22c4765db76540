"""From the session's thread to the screen: the newest snapshot, never a queue.

Devices, phones and the session run on threads of their own; widgets may be touched on the
window's thread only. Anybody may `publish`; one Kivy trigger delivers whatever is newest.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Snapshot = TypeVar("Snapshot")
Wake = Callable[[], object]


def _kivy_wake(deliver: Callable[[object], None]) -> Wake:
    from kivy.clock import Clock

    return Clock.create_trigger(deliver, 0)


class Bridge(Generic[Snapshot]):
    """Hands the newest snapshot to `receive` on the window's thread.

    Snapshots that were overtaken before the next frame are dropped; the last one published is
    always delivered. `receive` is never called with a snapshot older than one it already had,
    provided that publishers of one stream publish in order.
    """

    def __init__(
        self,
        receive: Callable[[Snapshot], None],
        wake: Callable[[Callable[[object], None]], Wake] = _kivy_wake,
    ) -> None:
        self._receive = receive
        self._lock = threading.Lock()
        self._waiting: list[Snapshot] = []  # none or one: None may be a snapshot
        self._wake = wake(self._deliver)

    def publish(self, snapshot: Snapshot) -> None:
        """Make `snapshot` the newest. From any thread; never blocks on drawing."""
        with self._lock:
            self._waiting = [snapshot]
        # After the store and outside the lock: Kivy disarms a trigger before it calls back, so
        # an armed one has its taking still ahead of it; and no lock is held inside another.
        self._wake()

    def _deliver(self, _elapsed: object) -> None:
        with self._lock:
            taken, self._waiting = self._waiting, []
        for snapshot in taken:
            self._receive(snapshot)
