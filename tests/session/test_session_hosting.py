"""Which game is on the table, the lists, and how everybody fared."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.journal import GameStatus, ImportRefused
from companion.session import Done, SetupRefused, read_summary
from tests.session.playing import begun, do, inline, log_of, no, same_history, turns


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def test_every_reason_against_a_new_game_is_told(path: Path) -> None:
    with inline(path) as session:
        answer = session.new_game({"players": ["Anna", "Anna"], "varaints": []}).result()
        assert isinstance(answer, SetupRefused)
        assert [problem.code for problem in answer.problems] == ["unknown_key"]
        answer = session.new_game(
            {"players": [{"name": "Anna", "color": "pink"}, "Ben", "Cy"], "seed": "abc" * 9}
        ).result()
        assert isinstance(answer, SetupRefused)
        assert {problem.code for problem in answer.problems} == {"unknown_color", "bad_seed"}
        assert session.snapshot.game is None
        assert session.games.list().result() == ()


def test_the_open_game_is_resumed(path: Path) -> None:
    with inline(path) as session:
        first = begun(session).game
        turns(session, 1)
        log = log_of(session)
        second = begun(session).game
    with inline(path) as session:
        assert session.snapshot.game == second
        assert session.open_game(first).result() is None
        same_history(log, log_of(session))
    with inline(path) as session:
        assert (session.snapshot.game, session.snapshot.title) == (first, "Anna, Ben, Cy")
        session.close_game().result()
        assert (session.snapshot.game, session.snapshot.title) == (None, "")
    with inline(path) as session:
        assert session.snapshot.log is None
        assert no(session.open_game("nowhere").result()).code == "journal.unknown_game"  # type: ignore[arg-type]


def test_a_new_seed_for_each_game_from_the_given_entropy(path: Path) -> None:
    drawn = iter((b"a" * 16, b"b" * 16))
    with inline(path, entropy=lambda count: next(drawn)) as session:
        session.new_game({"players": ["Anna", "Ben", "Cy"]}).result()
        setup = log_of(session).state.setup
        assert (setup.seed, setup.sealed) == ((b"a" * 16).hex(), True)
        answer = session.rematch().result()
        assert isinstance(answer, Done)
        again = log_of(session).state.setup
        assert again.seed == (b"b" * 16).hex()
        assert again.seats == setup.seats


def test_two_taps_on_start_begin_one_game(path: Path) -> None:
    with inline(path) as session:
        request = {"players": ["Anna", "Ben", "Cy"]}
        first = session.new_game(request, "touch", game_id="tapped").result()
        second = session.new_game(request, "touch", game_id="tapped").result()
        assert isinstance(first, Done)
        assert isinstance(second, Done)
        assert (first.repeated, second.repeated) == (False, True)
        assert first.record == second.record
        assert isinstance(session.rematch(game_id="again").result(), Done)
        assert isinstance(session.rematch(game_id="again").result(), Done)
        assert [g.id for g in session.games.list().result()] == ["again", "tapped"]
        # An id that another game has already is refused, and nothing is overwritten.
        assert no(session.new_game(request, game_id="tapped").result()).code == (
            "journal.conflict_game"
        )


def test_a_rematch_keeps_seats_variants_and_house_rules(path: Path) -> None:
    request = {
        "players": [{"name": "Anna", "color": "white", "language": "cs"}, "Red", "Cy"],
        "variants": ["event_cards", "harbormaster"],
        "settings": {"base.target": 12},
    }
    with inline(path) as session:
        first = begun(session, request)
        old = log_of(session)
        answer = session.rematch().result()
        assert isinstance(answer, Done)
        assert answer.game != first.game
        new = log_of(session)
        assert new.state.setup.seats == old.state.setup.seats
        assert new.state.setup.variants == old.state.setup.variants
        assert new.rules.setting(new.state, "base.target") == 12
        assert new.state.setup.modules == old.state.setup.modules


def test_anybody_may_begin_the_rematch_and_the_order_around_the_table_stays(path: Path) -> None:
    with inline(path) as session:
        begun(session, {"players": ["Anna", "Ben", "Cy", "Dan"]})
        assert isinstance(session.rematch(begins="s3").result(), Done)
        assert [s.name for s in log_of(session).state.setup.seats] == ["Cy", "Dan", "Anna", "Ben"]
        assert isinstance(session.rematch(begins="s1").result(), Done)
        assert [s.name for s in log_of(session).state.setup.seats] == ["Cy", "Dan", "Anna", "Ben"]
        refusal = no(session.rematch(begins="s9").result())
        assert refusal.code == "not_seated"
        assert refusal.text.params["seat"] == "s9"
        assert len(session.games.list().result()) == 3


def test_a_rematch_for_two_adds_its_neutral_colors_anew(path: Path) -> None:
    with inline(path) as session:
        begun(session, {"players": ["Anna", "Ben"], "variants": ["two_players"]})
        seats = log_of(session).state.setup.seats
        assert isinstance(session.rematch().result(), Done)
        assert log_of(session).state.setup.seats == seats
        (second, first) = session.games.list().result()
        assert second.title == first.title == "Anna, Ben"


def test_the_list_says_who_plays_and_who_leads(path: Path) -> None:
    with inline(path) as session:
        game = begun(session).game
        turns(session, 4)
        do(session, "end_game", winner="s2")
        summary = read_summary(session.games.get(game).result().summary)
        assert [p.name for p in summary.players] == ["Anna", "Ben", "Cy"]
        assert summary.scenario == "base"
        assert summary.turn == 5
        assert summary.over
        assert summary.winner == 1
        assert summary.leaders
        points = [p.vp for p in summary.players]
        assert [points[i] for i in summary.leaders] == [max(points)] * len(summary.leaders)
    assert read_summary({"players": 3}).players == ()


def test_games_are_put_away_and_come_back(path: Path) -> None:
    with inline(path) as session:
        game = begun(session).game
        revision = session.snapshot.changes.games
        session.games.archive(game).result()
        assert session.snapshot.changes.games > revision
        assert [g.id for g in session.games.list(GameStatus.ARCHIVED).result()] == [game]
        session.games.unarchive(game).result()
        session.games.rename(game, "New Year's Eve").result()
        assert session.snapshot.title == "New Year's Eve"
        session.games.delete(game).result()
        assert session.snapshot.game is None
        assert session.games.list().result() == ()
        assert no(session.open_game(game).result()).code == "journal.conflict_deleted"  # type: ignore[arg-type]
        session.games.undelete(game).result()
        assert session.open_game(game).result() is None
        assert session.snapshot.title == "New Year's Eve"
        session.games.delete(game).result()
        kept = session.games.purge(game).result()
        assert kept.exists()
        assert session.games.list(GameStatus.DELETED).result() == ()
        back = session.games.import_file(kept).result()
        assert back.game_id == game
        assert session.open_game(game).result() is None


def test_a_game_travels_to_another_table(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with inline(path) as session:
        game = begun(session).game
        turns(session, 2)
        log = log_of(session)
        session.games.export(game, file).result()
        assert '"contains_secrets":true' in file.read_text("utf-8")
        do(session, "end_game", winner="s1")
        session.games.export(game, tmp_path / "over.json").result()
        assert '"contains_secrets":false' in (tmp_path / "over.json").read_text("utf-8")
    with inline(tmp_path / "other.sqlite3") as session:
        session.games.import_file(file).result()
        assert session.open_game(game).result() is None
        same_history(log, log_of(session))
        file.write_text(file.read_text("utf-8").replace("end_turn", "end_game"), "utf-8")
        with pytest.raises(ImportRefused):
            session.games.import_file(file).result()


def test_results_follow_the_end_and_its_undoing(path: Path) -> None:
    with inline(path) as session:
        anna = session.people.add("Anna", color="red").result()
        ben = session.people.add("Ben").result()
        players = [
            {"name": "Anna", "person": anna.id},
            {"name": "Ben", "person": ben.id},
            {"name": "Guest", "person": "nobody-we-know"},
        ]
        game = begun(session, {"players": players, "numbers": "typed"}).game
        turns(session, 1)
        assert session.people.lifetime().result() == ()
        changes = session.snapshot.changes.people
        do(session, "end_game", winner="s2")
        assert session.snapshot.changes.people > changes
        (won, lost) = session.people.lifetime().result()
        assert (won.person_id, won.games, won.won) == (ben.id, 1, 1)
        assert (lost.person_id, lost.games, lost.won) == (anna.id, 1, 0)
        (result,) = session.people.results(anna.id).result()
        assert (result.game_id, result.place) == (game, 2)
        session.undo().result()
        assert session.people.lifetime().result() == ()
        session.redo().result()
        assert len(session.people.lifetime().result()) == 2
        do(session, "play_on")
        assert session.people.lifetime().result() == ()


def test_persons_and_preferences_are_kept(path: Path) -> None:
    with inline(path) as session:
        anna = session.people.add("Anna", language="cs").result()
        session.people.remove(anna.id).result()
        assert session.people.list().result() == ()
        assert session.people.list(removed=True).result() == (anna,)
        session.people.bring_back(anna.id).result()
        session.preferences.set("theme", {"dark": True}).result()
        assert session.snapshot.changes.preferences == 1
    with inline(path) as session:
        assert session.people.list().result() == (anna,)
        assert session.preferences.get("theme").result() == {"dark": True}
        session.preferences.unset("theme").result()
        assert session.preferences.get("theme", "light").result() == "light"


def test_lots_are_drawn_from_the_entropy_and_enter_nothing(path: Path) -> None:
    with inline(path, entropy=Random(5).randbytes) as session:
        before = session.snapshot
        drawn = [session.draw_lots(4).result() for _ in range(400)]
        assert session.snapshot == before
    assert all(sorted(lots) == [0, 1, 2, 3] for lots in drawn)
    first = [sum(lots[0] == place for lots in drawn) for place in range(4)]
    assert all(70 < times < 130 for times in first), first  # 100 each, 8.7 the deviation
    with inline(path.with_name("again"), entropy=Random(5).randbytes) as session:
        assert [session.draw_lots(4).result() for _ in range(400)] == drawn
