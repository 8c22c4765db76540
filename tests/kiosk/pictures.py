"""The README's pictures: ``python -m tests.kiosk.pictures [FOLDER]``, docs/images by default."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

from companion.core.rules.pieces import pieces_of
from tests.kiosk.evenings import Evening, Window

SIZE = (1024, 600)
FOUR: dict[str, Any] = {
    "players": [
        {"name": name, "color": color}
        for name, color in (("Anna", "red"), ("Ben", "blue"), ("Clara", "white"), ("Dan", "orange"))
    ],
    "variants": ["event_cards", "harbormaster"],
    "seed": "pictures of an evening",
}
TURNS = 18
GUIDED = 10
"""Steps of laying a board that lie behind."""
PICTURES = (
    ("table", "table", "light"),
    ("event", "table", "light"),
    ("build", "build", "dark"),
    ("history", "history", "light"),
    ("statistics", "statistics", "dark"),
    ("rules", "rules", "light"),
)


def evening() -> Evening:
    """A game in its middle: harbors, cities, an army, a route."""
    table = Evening(FOUR)
    for seat, harbor in (("s1", "none"), ("s2", "ore"), ("s3", "none"), ("s4", "generic")):
        table.do("place_start", seat, traits={"harbor": harbor})
    for seat, harbor in (("s4", "none"), ("s3", "wool"), ("s2", "none"), ("s1", "generic")):
        table.do("place_start", seat, traits={"harbor": harbor})
    for turn in range(TURNS):
        _turn(table, turn)
    return table


def _turn(table: Evening, turn: int) -> None:
    seat = table.on_turn
    draw(table)
    if turn % 3 == 0:
        table.do("build_road", seat)
    if turn in (5, 9, 14):
        table.do("build_settlement", seat, traits={"harbor": "generic" if turn == 9 else "none"})
    if turn in (7, 12, 17):
        mine = pieces_of(table.session.snapshot.context(), seat, "settlement")
        table.do("build_city", seat, piece=mine[0].id)
    if turn in (2, 6, 10, 13):
        table.do("buy_card", seat)
    if turn == 15:
        table.do("declare_route", seat, whose="s2", length=6)
    table.end()


def draw(table: Evening) -> None:
    """Draw the card of the turn and carry out what it asks."""
    table.do("draw_card", table.on_turn)
    asked = {p.name for p in table.session.snapshot.context().state.prompts}
    if "robber.move" in asked:
        table.do("move_robber", table.on_turn)


def main(folder: Path) -> None:
    """Draw all pictures into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    table = evening()
    while table.session.snapshot.context().state.slices["base"].numbers == ():
        draw(table)
    for name, screen, theme in PICTURES:
        if name == "event":
            _until_event(table)
        window = Window(table, SIZE, theme)
        shown = window.go(screen)
        window.stage.step(30)
        if screen == "table":
            window.stage.until(partial(_awake, shown.primary))
        window.stage.screenshot(folder / f"{name}.png")
        window.close()
    people(folder)
    boards(folder)
    table.close()


def _awake(button: Any) -> bool:
    return not button.waking


def _until_event(table: Evening) -> None:
    """Go on until a card asks several players for something."""
    while True:
        numbers = table.session.snapshot.context().state.slices["base"].numbers
        if numbers and numbers[-1].event == "calm_seas":
            return
        table.end()
        draw(table)


def people(folder: Path) -> None:
    """The set-up screen with a group chosen."""
    club = Evening()
    for player in FOUR["players"]:
        club.session.people.add(player["name"], color=player["color"]).result()
    window = Window(club, SIZE)
    screen = window.go("new_game")
    for person in club.session.people.list().result():
        screen._sit(person)
    screen._vary("harbormaster", True)
    screen._changed()
    window.stage.step(20)
    window.stage.screenshot(folder / "new_game.png")
    window.close()
    club.close()


def boards(folder: Path) -> None:
    """A board being made with two hexes kept, and the numbers of its second row being laid."""
    club = Evening()
    window = Window(club, SIZE)
    window.host.boards.choose("new_shores", 4)
    window.go("board")
    draft = window.host.boards.draft
    land = draft.stand.board.land()
    for place in (land[3], land[11]):
        window.host.boards.change(lambda draft, place=place: draft.toggle(place))
    window.stage.step(20)
    window.stage.screenshot(folder / "board_screen.png")
    guide = window.go("board_guide")
    for _ in range(GUIDED):
        guide.later.dispatch("on_tap")
    window.stage.step(20)
    window.stage.screenshot(folder / "board_guide.png")
    window.close()
    club.close()


if __name__ == "__main__":
    target = sys.argv[1] if len(sys.argv) > 1 else "docs/images"
    main(Path(target))
