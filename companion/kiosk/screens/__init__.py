"""The screens. Each is built when it is shown for the first time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.kiosk.host import Host
    from companion.kiosk.router import Router, Screen


def register(host: Host, router: Router) -> None:
    """Make every screen known to the router."""
    from companion.kiosk.screens.amend import AmendScreen
    from companion.kiosk.screens.build import BuildScreen
    from companion.kiosk.screens.corrections import CorrectionsScreen
    from companion.kiosk.screens.deck import DeckScreen
    from companion.kiosk.screens.game_over import GameOverScreen
    from companion.kiosk.screens.games import GamesScreen
    from companion.kiosk.screens.history import HistoryScreen
    from companion.kiosk.screens.home import HomeScreen
    from companion.kiosk.screens.new_game import NewGameScreen
    from companion.kiosk.screens.people import PeopleScreen
    from companion.kiosk.screens.position import PositionScreen
    from companion.kiosk.screens.quit_sheet import ask_to_quit
    from companion.kiosk.screens.rules import RulesScreen
    from companion.kiosk.screens.settings import SettingsScreen
    from companion.kiosk.screens.statistics import StatisticsScreen
    from companion.kiosk.screens.table import TableScreen

    host.app.ask_to_quit = lambda: ask_to_quit(host)
    router.register("amend", lambda: AmendScreen(host))
    router.register("game_over", lambda: GameOverScreen(host))
    router.register("history", lambda: HistoryScreen(host))
    router.register("rules", lambda: RulesScreen(host))
    router.register("statistics", lambda: StatisticsScreen(host))
    router.register("table", lambda: TableScreen(host))
    router.register("build", lambda: BuildScreen(host))
    router.register("corrections", lambda: CorrectionsScreen(host))
    router.register("home", lambda: HomeScreen(host))
    router.register("new_game", lambda: NewGameScreen(host))
    router.register("position", lambda: PositionScreen(host))
    router.register("games", lambda: GamesScreen(host))
    router.register("people", lambda: PeopleScreen(host))
    router.register("settings", lambda: SettingsScreen(host))
    router.register("deck", lambda: DeckScreen(host))
    for name in BOARD_SCREENS:
        router.register(name, partial(_board_screen, host, name))


BOARD_SCREENS = ("boards", "board", "board_view", "board_report", "board_guide", "board_share")


def _board_screen(host: Host, name: str) -> Screen:
    """A screen of boards, and with the first one all that makes them.

    Not every evening has a board to make, and the table is not to wait for it.
    """
    from companion.kiosk.screens.board import BoardScreen
    from companion.kiosk.screens.board_guide import BoardGuideScreen
    from companion.kiosk.screens.board_report import BoardReportScreen
    from companion.kiosk.screens.board_share import BoardShareScreen
    from companion.kiosk.screens.board_view import BoardViewScreen
    from companion.kiosk.screens.boards import BoardsScreen

    made: dict[str, Callable[[Host], Screen]] = {
        "boards": BoardsScreen,
        "board": BoardScreen,
        "board_view": BoardViewScreen,
        "board_report": BoardReportScreen,
        "board_guide": BoardGuideScreen,
        "board_share": BoardShareScreen,
    }
    return made[name](host)
