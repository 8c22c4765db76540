"""The lists beside the entries: games, persons, results, preferences; and where all of it lies."""

import sqlite3
from pathlib import Path

import msgspec
import pytest

from companion.journal import (
    GameStatus,
    Journal,
    JournalConflict,
    JournalFull,
    JournalMissing,
    JournalMisuse,
    Person,
    Result,
    default_path,
    new_id,
    state_directory,
)
from tests.journal.making import new_entry, record


def result(person: Person, place: int, points: int) -> Result:
    return Result(
        person_id=person.id,
        place=place,
        victory_points=points,
        won=place == 1,
        at="2026-12-01T22:00:00.000Z",
    )


def ids(journal: Journal, *statuses: GameStatus) -> list[str]:
    return [game.id for game in journal.games.list(*statuses)]


def test_a_game_begins_with_its_first_entries_or_not_at_all(journal: Journal) -> None:
    game = journal.games.create(
        "g", {"a": 1}, title="T", summary={"players": ["Ada"]}, first=[new_entry(1), new_entry(2)]
    )
    assert (game.title, game.entries, game.last_seq) == ("T", 2, 4)
    assert game.summary == {"players": ["Ada"]}
    assert (game.status, game.app_version) == (GameStatus.ACTIVE, "0.1.0")
    with pytest.raises(JournalConflict):
        journal.games.create("half", {}, first=[new_entry(1), new_entry(1)])
    assert "half" not in ids(journal)


def test_ids_are_unique_and_safe(journal: Journal) -> None:
    with pytest.raises(JournalConflict, match="already a game evening"):
        journal.games.create("evening", {})
    for wrong in ("", "a/b", "a b", "č", "x" * 65, "a\n"):
        with pytest.raises(JournalMisuse, match="no game id"):
            journal.games.create(wrong, {})
    made = {new_id() for _ in range(200)}
    assert len(made) == 200
    assert all(journal.games.valid_id(one) and one.isalnum() for one in made)


def test_the_last_played_game_comes_first(journal: Journal) -> None:
    journal.games.create("later", {})
    assert ids(journal) == ["later", "evening"]
    record(journal, "evening", 1, 1)
    assert ids(journal) == ["evening", "later"]


def test_archived_games_can_be_played_and_brought_back(journal: Journal) -> None:
    assert journal.games.archive("evening").status is GameStatus.ARCHIVED
    assert ids(journal, GameStatus.ACTIVE) == []
    assert ids(journal, GameStatus.ARCHIVED) == ["evening"]
    assert ids(journal) == ["evening"]
    record(journal, "evening", 1, 1)
    assert journal.games.unarchive("evening").status is GameStatus.ACTIVE


def test_a_deleted_game_comes_back_as_it_was(journal: Journal) -> None:
    record(journal, "evening", 1, 3)
    journal.games.archive("evening")
    before = journal.games.get("evening")
    assert journal.games.delete("evening").status is GameStatus.DELETED
    assert ids(journal) == []
    assert ids(journal, GameStatus.DELETED) == ["evening"]
    with pytest.raises(JournalConflict, match="is deleted"):
        record(journal, "evening", 4, 4)
    assert journal.games.undelete("evening") == before
    assert journal.verify("evening").good_entries == 3


def test_only_a_deleted_game_is_purged_and_a_copy_stays(journal: Journal, path: Path) -> None:
    record(journal, "evening", 1, 3)
    ada = journal.persons.add("Ada")
    journal.persons.replace_results("evening", [result(ada, 1, 10)])
    journal.games.create("other", {}, first=[new_entry(1)])
    with pytest.raises(JournalConflict, match="is not deleted"):
        journal.games.purge("evening")
    journal.games.delete("evening")
    copy = journal.games.purge("evening")
    with pytest.raises(JournalMissing):
        journal.games.get("evening")
    assert journal.verify("other").good_entries == 1
    for table in ("start", "entry", "result"):
        rows = journal._store.rows(f"SELECT count(*) FROM {table} WHERE game = 'evening'")
        assert rows == [(0,)]
    assert copy.parent == path.parent
    assert journal.import_game(copy).game_id == "evening"
    assert journal.verify("evening").good_entries == 3


def test_a_game_stays_when_its_copy_cannot_be_written(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(journal, "evening", 1, 3)
    journal.games.delete("evening")

    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.journal.files.os.fsync", no_room)
    with pytest.raises(JournalFull):
        journal.games.purge("evening")
    monkeypatch.undo()
    assert journal.games.undelete("evening").entries == 3


def test_rename_and_summary(journal: Journal) -> None:
    journal.games.rename("evening", "Žofie's evening")
    assert journal.games.summarize("evening", {"turn": 9}).title == "Žofie's evening"
    journal.append("evening", new_entry(1), expected_seq=0)
    assert journal.games.get("evening").summary == {"turn": 9}
    with pytest.raises(JournalMisuse):
        journal.games.summarize("evening", {"turn": object()})


def test_persons_are_listed_changed_removed_and_brought_back(journal: Journal) -> None:
    zoe = journal.persons.add("Zoe", color="red")
    ada = journal.persons.add("Ada", language="cs")
    assert journal.persons.list() == (ada, zoe)
    blue = msgspec.structs.replace(zoe, name="Aaron", color="blue")
    journal.persons.change(blue)
    assert journal.persons.list() == (blue, ada)
    journal.persons.remove(ada.id)
    assert journal.persons.list() == (blue,)
    assert journal.persons.list(removed=True) == (ada,)
    journal.persons.bring_back(ada.id)
    assert journal.persons.list() == (blue, ada)
    with pytest.raises(JournalConflict):
        journal.persons.add("Twin", person_id=ada.id)
    with pytest.raises(JournalMissing, match="no person nobody"):
        journal.persons.remove("nobody")


def test_results_are_replaced_per_game_and_add_up(journal: Journal) -> None:
    ada, zoe = journal.persons.add("Ada"), journal.persons.add("Zoe")
    journal.games.create("second", {})
    journal.persons.replace_results("evening", [result(ada, 1, 10), result(zoe, 2, 9)])
    journal.persons.replace_results("second", [result(zoe, 1, 12), result(ada, 2, 4)])
    journal.persons.replace_results("evening", [result(zoe, 1, 10), result(ada, 2, 7)])
    lives = [(life.person_id, life.games, life.won) for life in journal.persons.lifetime()]
    assert lives == [(zoe.id, 2, 2), (ada.id, 2, 0)]
    best = {life.person_id: (life.best, life.victory_points) for life in journal.persons.lifetime()}
    assert best == {zoe.id: (12, 22), ada.id: (7, 11)}
    assert {found.game_id for found in journal.persons.results(ada.id)} == {"evening", "second"}


def test_results_of_a_deleted_game_do_not_count_until_it_is_back(journal: Journal) -> None:
    ada = journal.persons.add("Ada")
    journal.persons.replace_results("evening", [result(ada, 1, 10)])
    journal.games.delete("evening")
    assert journal.persons.lifetime() == ()
    assert journal.persons.results(ada.id) == ()
    journal.games.undelete("evening")
    assert [life.won for life in journal.persons.lifetime()] == [1]


def test_results_of_unknown_persons_leave_the_earlier_ones(journal: Journal) -> None:
    ada = journal.persons.add("Ada")
    journal.persons.replace_results("evening", [result(ada, 1, 10)])
    ghost = msgspec.structs.replace(result(ada, 1, 9), person_id="ghost")
    with pytest.raises(JournalMissing, match="no person ghost"):
        journal.persons.replace_results("evening", [result(ada, 2, 3), ghost])
    with pytest.raises(JournalMissing, match="no game no"):
        journal.persons.replace_results("no", [])
    assert [life.won for life in journal.persons.lifetime()] == [1]


def test_preferences(journal: Journal, path: Path) -> None:
    assert journal.preferences.get("theme") is None
    assert journal.preferences.get("theme", "light") == "light"
    journal.preferences.set("theme", "dark")
    journal.preferences.set("theme", {"name": "dark", "scale": 1.25})
    journal.preferences.set("last", [1, None])
    journal.close()
    with Journal.open(path, app_version="0.1.0") as again:
        assert again.preferences.all() == {
            "last": [1, None],
            "theme": {"name": "dark", "scale": 1.25},
        }
        again.preferences.unset("theme")
        again.preferences.unset("theme")
        assert again.preferences.get("theme", "light") == "light"
        with pytest.raises(JournalMisuse, match="preference theme"):
            again.preferences.set("theme", {1})


def test_what_no_column_can_hold_is_refused(journal: Journal) -> None:
    ada = journal.persons.add("Ada")
    for call in (
        lambda: journal.games.rename("evening", "half \ud800"),
        lambda: journal.persons.add("half \ud800"),
        lambda: journal.find_command("evening", "half \ud800"),
        lambda: journal.persons.replace_results("evening", [result(ada, 1, 2**70)]),
    ):
        with pytest.raises(JournalMisuse) as caught:
            call()
        assert caught.value.code == "journal.bad_value"
    assert journal.games.get("evening").title == "Evening"
    assert journal.persons.list() == (ada,)


def test_results_point_to_what_is_there(journal: Journal, path: Path) -> None:
    outside = sqlite3.connect(path)
    outside.execute("PRAGMA foreign_keys = ON")
    with pytest.raises(sqlite3.IntegrityError):
        outside.execute("INSERT INTO result VALUES ('no', 'nobody', 1, 1, 1, '')")
    outside.close()


def test_the_state_directory() -> None:
    given = {"STATE_DIRECTORY": "/var/lib/islekeeper:/var/lib/second"}
    assert state_directory(given) == Path("/var/lib/islekeeper")
    assert default_path(given) == Path("/var/lib/islekeeper/journal.sqlite3")
    with pytest.raises(JournalMissing, match="not an absolute path"):
        state_directory({"STATE_DIRECTORY": "here"})


def test_without_a_service_it_is_the_xdg_state_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_directory({}) == tmp_path / "islekeeper"
    assert not (tmp_path / "islekeeper").exists()
