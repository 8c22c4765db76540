"""Files that were changed by hand, or by a newer program, with a chain that fits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.i18n.text import Text
from companion.i18n.translator import Translator
from companion.journal import ImportRefused
from companion.session import Session, Snapshot
from companion.view import present
from tests.session.forging import GONE, SETUP, Path_, changed, exported, some_changes
from tests.session.playing import TABLES, begun, inline, log_of, no


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return exported(tmp_path_factory.mktemp("export"))


def written(folder: Path, document: dict[str, Any]) -> Path:
    file = folder / "changed.json"
    file.write_text(json.dumps(document), "utf-8")
    return file


def opened(session: Session, file: Path) -> Snapshot:
    """The snapshot with the game of `file` on the table."""
    game = session.games.import_file(file).result().game_id
    assert session.open_game(game).result() is None
    assert session.snapshot.game == game
    return session.snapshot


def show(snapshot: Snapshot) -> None:
    """What a face does with a snapshot."""
    tr = Translator("cs")
    if snapshot.trouble is not None:
        assert tr.text(snapshot.trouble.text)
    if snapshot.log is not None:
        present(snapshot.log.rules, snapshot.log.state, log=snapshot.log)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ((*SETUP, "chance"), 2, "session.chance_unknown"),
        ((*SETUP, "seed"), "zz", "session.seed_malformed"),
        ((*SETUP, "modules"), [], "session.modules_missing"),
        ((*SETUP, "seats", 0, "id"), "zz", "session.seat_unknown"),
        (SETUP, 5, "session.setup_malformed"),
        (("game", "header", "records"), 7, "session.records_unknown"),
        (("entries", 1, "events", 1, "data", "piece", "seat"), "zz", "session.seat_unknown"),
    ],
)
def test_a_strange_game_is_told_and_kept(
    tmp_path: Path, document: dict[str, Any], path: Path_, value: Any, reason: str
) -> None:
    file = written(tmp_path, changed(document, path, value))
    with inline(tmp_path / "j.sqlite3") as session:
        trouble = opened(session, file).trouble
        assert trouble is not None
        assert trouble.code == "game_unreadable"
        detail = trouble.text.params["detail"]
        assert isinstance(detail, Text)
        assert detail.id == reason
        assert session.snapshot.log is None
    with inline(tmp_path / "j.sqlite3") as session:
        assert session.snapshot.trouble == trouble
        assert no(session.undo().result()).code == "no_game"
        begun(session, dict(TABLES[0]))
        assert session.snapshot.writable


def test_a_dropped_module_leaves_what_can_be_shown(
    tmp_path: Path, document: dict[str, Any]
) -> None:
    modules = document["entries"][0]["events"][0]["data"]["setup"]["modules"]
    for at in range(len(modules)):
        file = written(tmp_path, changed(document, (*SETUP, "modules", at), GONE))
        with inline(tmp_path / f"j{at}.sqlite3") as session:
            snapshot = opened(session, file)
            assert snapshot.trouble is not None, modules[at]
            show(snapshot)


@pytest.mark.parametrize("seed", range(3))
def test_no_change_of_one_value_keeps_the_table_from_opening(
    tmp_path: Path, document: dict[str, Any], seed: int
) -> None:
    for n, (path, value, other) in enumerate(some_changes(document, 25, seed)):
        place = tmp_path / f"j{n}.sqlite3"
        try:
            file = written(tmp_path, other)
            with inline(place) as session:
                show(opened(session, file))
            with inline(place) as session:
                show(session.snapshot)
                session.undo().result()
                show(session.snapshot)
        except ImportRefused:
            continue
        except Exception as fault:
            raise AssertionError(f"{path} = {value!r}: {fault!r}") from fault


def test_an_honest_game_opens_without_trouble(tmp_path: Path, document: dict[str, Any]) -> None:
    with inline(tmp_path / "j.sqlite3") as session:
        assert opened(session, written(tmp_path, document)).trouble is None
        assert len(log_of(session).records) == len(document["entries"])
