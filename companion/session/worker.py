"""The one thread on which everything of a session happens, or none at all.

`ThreadWorker` and `InlineWorker` run the same calls in the same order, one at a time. The
inline one is for the script and for tests: a call is done when it returns.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
U = TypeVar("U")

_Call = tuple[Callable[[], Any], "Future[Any]"]


class SessionClosed(RuntimeError):
    """The session was closed before it came to this input; nothing was entered."""

    def __init__(self) -> None:
        super().__init__("the session is closed: open a new one")


class Worker(Protocol):
    """Runs calls one after another."""

    def run(self, call: Callable[[], T]) -> Future[T]:
        """Do `call` when its turn comes; its result or exception is the future's."""

    def aside(self, call: Callable[[], T]) -> Future[T]:
        """Do a long `call` that touches nothing of the session, without making inputs wait."""

    def close(self, last: Callable[[], None]) -> None:
        """Finish what waits, do `last`, and refuse everything later. A second call does nothing."""


def _settle(call: Callable[[], Any], future: Future[Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = call()
    except BaseException as fault:  # noqa: BLE001 - it is raised where the answer is awaited
        future.set_exception(fault)
    else:
        future.set_result(result)


def _pass_on(begun: Future[None], future: Future[Any]) -> None:
    """What kept a call from beginning is its answer."""
    fault = begun.exception()
    if fault is not None:
        future.set_exception(fault)


def chained(first: Future[T], then: Callable[[T], Future[U]]) -> Future[U]:
    """The answer of the call that `then` makes with the first one's; faults are passed on."""
    last: Future[U] = Future()

    def pass_on(done: Future[U]) -> None:
        fault = done.exception()
        if fault is not None:
            last.set_exception(fault)
        else:
            last.set_result(done.result())

    def go_on(done: Future[T]) -> None:
        fault = done.exception()
        if fault is not None:
            last.set_exception(fault)
        else:
            then(done.result()).add_done_callback(pass_on)

    first.add_done_callback(go_on)
    return last


class InlineWorker:
    """Runs each call at once, on the caller's thread; a call made inside another comes after it."""

    def __init__(self) -> None:
        self._waiting: deque[_Call] = deque()
        self._busy = False
        self._closed = False

    def run(self, call: Callable[[], T]) -> Future[T]:
        """Do `call` now, or after the call under way."""
        future: Future[T] = Future()
        if self._closed:
            future.set_exception(SessionClosed())
            return future
        self._waiting.append((call, future))
        self._drain()
        return future

    def aside(self, call: Callable[[], T]) -> Future[T]:
        """Do `call` now: there is no other thread."""
        return self.run(call)

    def close(self, last: Callable[[], None]) -> None:
        """Do `last` and refuse everything later."""
        if not self._closed:
            done = self.run(last)
            self._closed = True
            if done.done():
                done.result()

    def _drain(self) -> None:
        if self._busy:
            return
        self._busy = True
        try:
            while self._waiting:
                _settle(*self._waiting.popleft())
        finally:
            self._busy = False


class ThreadWorker:
    """Runs calls on a thread of its own; `run` may be called from any thread, also from inside."""

    def __init__(self, name: str) -> None:
        self._queue: SimpleQueue[_Call | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._loop, name=name, daemon=True)
        self._thread.start()

    def run(self, call: Callable[[], T]) -> Future[T]:
        """Do `call` when its turn comes. Never wait for the future inside another call."""
        future: Future[T] = Future()
        with self._lock:  # so that nothing slips in behind the end of the queue
            if self._closed:
                future.set_exception(SessionClosed())
            else:
                self._queue.put((call, future))
        return future

    def aside(self, call: Callable[[], T]) -> Future[T]:
        """Do `call` on a thread of its own, behind the inputs that were given before."""
        future: Future[T] = Future()

        def begin() -> None:
            threading.Thread(target=_settle, args=(call, future), daemon=True).start()

        begun = self.run(begin)
        begun.add_done_callback(lambda done: _pass_on(done, future))
        return future

    def close(self, last: Callable[[], None]) -> None:
        """Finish what waits, do `last`, and end the thread. Raises what `last` raised."""
        with self._lock:
            if self._closed:
                return
            done: Future[None] = Future()
            self._queue.put((last, done))
            self._queue.put(None)
            self._closed = True
        if threading.current_thread() is not self._thread:
            self._thread.join()
            done.result()

    def _loop(self) -> None:
        while (item := self._queue.get()) is not None:
            _settle(*item)
