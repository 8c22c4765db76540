"""Snapshots from many threads reach the window's thread: the newest always, none out of order."""

from __future__ import annotations

import threading

import pytest

from companion.kiosk.bridge import Bridge
from tests.kiosk.harness import Stage

pytestmark = pytest.mark.window

THREADS, PUBLISHES = 4, 5000


def test_no_update_is_lost_between_threads() -> None:
    stage = Stage.open()
    seen: list[tuple[int, int]] = []
    receivers: set[int] = set()

    def receive(snapshot: tuple[int, int]) -> None:
        seen.append(snapshot)
        receivers.add(threading.get_ident())

    bridge: Bridge[tuple[int, int]] = Bridge(receive)
    for round_ in range(5):
        last: list[tuple[int, int]] = []
        order = threading.Lock()
        counter = [0]

        def publish(
            order: threading.Lock = order,
            counter: list[int] = counter,
            round_: int = round_,
            last: list[tuple[int, int]] = last,
        ) -> None:
            for _ in range(PUBLISHES // 5):
                # One stream of snapshots, as the session's one writer gives: numbered in order.
                with order:
                    counter[0] += 1
                    last[:] = [(round_, counter[0])]
                    bridge.publish((round_, counter[0]))

        threads = [threading.Thread(target=publish) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            stage.step()
        stage.step(2)
        assert seen[-1] == last[0] == (round_, THREADS * PUBLISHES // 5)
    assert seen == sorted(set(seen))
    assert receivers == {threading.get_ident()}


def test_snapshots_that_were_overtaken_are_dropped() -> None:
    stage = Stage.open()
    seen: list[int | None] = []
    bridge: Bridge[int | None] = Bridge(seen.append)
    for number in range(1000):
        bridge.publish(number)
    stage.step(2)
    assert seen == [999]
    bridge.publish(None)
    stage.step(2)
    assert seen == [999, None]


def test_publishing_while_receiving_delivers_both() -> None:
    stage = Stage.open()
    seen: list[int] = []

    def receive(number: int) -> None:
        seen.append(number)
        if number < 3:
            bridge.publish(number + 1)

    bridge: Bridge[int] = Bridge(receive)
    bridge.publish(1)
    stage.step(6)
    assert seen == [1, 2, 3]


def test_a_receiver_that_fails_does_not_stop_the_next() -> None:
    stage = Stage.open()
    seen: list[int] = []

    def receive(number: int) -> None:
        if number == 1:
            raise RuntimeError("a screen failed")
        seen.append(number)

    bridge: Bridge[int] = Bridge(receive)
    bridge.publish(1)
    with pytest.raises(RuntimeError, match="a screen failed"):
        stage.step(2)
    bridge.publish(2)
    stage.step(2)
    assert seen == [2]
