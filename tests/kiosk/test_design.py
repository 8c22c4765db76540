"""The design tokens: contrast, colors of the seats, sizes, art, the fitting of text. No window."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.model import COLORS
from companion.core.rules.base.book import CARDS as DEVELOPMENT_CARDS
from companion.core.rules.base.facts import PIECE_LIMITS
from companion.kiosk.art.events import EVENT_ART
from companion.kiosk.art.icons import ICONS, icon
from companion.kiosk.art.pieces import CARDS, PIECES, item_art, piece_art
from companion.kiosk.art.strokes import Disc, Drawing, Fill, Stroke
from companion.kiosk.metrics import TYPE_SCALE, Metrics
from companion.kiosk.palette import PALETTES, TEXT_PAIRS, Palette, contrast, mix, rgba
from companion.kiosk.seats import SEAT_COLORS, SHAPES, SeatColor, seat_color
from companion.kiosk.widgets.fitting import ELLIPSIS, NO_BREAK, fit, shorten, wrap
from companion.kiosk.widgets.keys import ACCENTS, accents_of, letters_of, rows_of
from tests.color_vision import VISIONS, difference
from tests.kiosk.harness import SIZES

AA_TEXT, AA_GRAPHICS = 4.5, 3.0


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_text_has_the_contrast_of_wcag_aa(palette: Palette, text: str, ground: str) -> None:
    assert contrast(getattr(palette, text), getattr(palette, ground)) >= AA_TEXT


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.478, abs=0.001)


@pytest.mark.parametrize("seat", SEAT_COLORS.values(), ids=lambda seat: seat.name)
def test_a_name_is_legible_on_its_seats_color(seat: SeatColor) -> None:
    assert contrast(seat.fill, seat.on_fill) >= AA_TEXT


@pytest.mark.parametrize("seat", SEAT_COLORS.values(), ids=lambda seat: seat.name)
def test_a_shape_stands_out_from_the_light_table(seat: SeatColor) -> None:
    best = max(contrast(c, PALETTES["light"].surface) for c in (seat.fill, seat.edge))
    assert best >= AA_GRAPHICS


@pytest.mark.parametrize("vision", VISIONS)
def test_seat_colors_stay_apart_in_every_vision(vision: str) -> None:
    close = {
        (one.name, other.name): round(difference(one.fill, other.fill, vision), 3)
        for one, other in itertools.combinations(SEAT_COLORS.values(), 2)
        if difference(one.fill, other.fill, vision) < 0.1
    }
    assert close == {}


def test_the_simulation_confuses_what_people_confuse() -> None:
    assert difference("#8C7A00", "#5E8C00", "usual") > 2 * difference(
        "#8C7A00", "#5E8C00", "protanopia"
    )


def test_every_seat_color_has_a_shape_of_its_own() -> None:
    shapes = [color.shape for color in SEAT_COLORS.values()]
    assert set(SEAT_COLORS) == set(COLORS)  # what a seat of a game may have
    assert len(set(shapes)) == len(shapes)
    assert set(shapes) == set(SHAPES)


def test_unknown_names_say_what_is_known() -> None:
    with pytest.raises(KeyError, match=r"pink.*known: red, blue"):
        seat_color("pink")
    with pytest.raises(KeyError, match=r"rocket.*known:.*undo"):
        icon("rocket")
    with pytest.raises(KeyError, match=r"tiny.*known: caption"):
        Metrics(800, 480).text("tiny")


@pytest.mark.parametrize("color", ["red", "#FFF", "FFFFFF0"])
def test_a_color_must_be_written_in_full(color: str) -> None:
    with pytest.raises(ValueError, match="#RRGGBB"):
        rgba(color)


def test_mixing_ends_at_both_colors() -> None:
    assert mix("#102030", "#FFFFFF", 0) == "#102030"
    assert mix("#102030", "#FFFFFF", 1) == "#FFFFFF"


@given(
    st.integers(320, 4000),
    st.integers(320, 4000),
    st.floats(4, 40),
    st.floats(0.85, 1.5),
)
def test_a_touch_target_is_never_under_9_mm(
    width: int, height: int, diagonal: float, scale: float
) -> None:
    metrics = Metrics(width, height, diagonal, scale)
    assert metrics.touch >= metrics.mm(9)


@pytest.mark.parametrize(("size", "diagonal"), SIZES.items())
def test_turn_and_number_can_be_read_from_a_metre(size: tuple[int, int], diagonal: float) -> None:
    metrics = Metrics(*size, diagonal)
    capital = 0.7 / metrics.px_per_mm
    assert metrics.text("turn") * capital >= 1000 / 205
    assert metrics.text("number") * capital >= 13


@pytest.mark.parametrize(
    ("arguments", "said"),
    [((0, 480), "0x480"), ((800, 480, 1.0), "1.0 inches"), ((800, 480, 7.0, 3.0), "3.0")],
)
def test_impossible_sizes_are_refused(arguments: tuple[int, int], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Metrics(*arguments)


def test_text_scale_enlarges_text_and_not_targets() -> None:
    plain, large = Metrics(800, 480), Metrics(800, 480, text_scale=1.5)
    for style in TYPE_SCALE:
        assert large.text(style) == pytest.approx(1.5 * plain.text(style))
    assert large.touch == plain.touch


def extent(shape: Stroke | Fill | Disc) -> tuple[float, float]:
    """The least and the greatest coordinate that a shape reaches."""
    points = [shape.center] if isinstance(shape, Disc) else shape.points
    reach = 0.0
    if isinstance(shape, Disc):
        reach = shape.radius
    elif isinstance(shape, Stroke):
        reach = shape.width / 2
    parts = [part for point in points for part in point]
    return min(parts) - reach, max(parts) + reach


@pytest.mark.parametrize(("name", "art"), {**ICONS, **EVENT_ART, **PIECES, **CARDS}.items())
def test_art_stays_on_its_board(name: str, art: Drawing) -> None:
    assert min(extent(shape)[0] for shape in art) >= 0
    assert max(extent(shape)[1] for shape in art) <= 100


@pytest.mark.parametrize("color", SEAT_COLORS)
def test_a_painted_piece_has_its_owners_color_and_its_edge(color: str) -> None:
    seat = SEAT_COLORS[color]
    for kind in PIECES:
        painted = piece_art(kind, color)
        assert {shape.tone for shape in painted} == {seat.fill, seat.edge}
        assert min(extent(shape)[0] for shape in painted) >= 0
        assert max(extent(shape)[1] for shape in painted) <= 100
    assert {shape.tone for shape in piece_art("road", color, "#ABCDEF")} == {seat.fill, "#ABCDEF"}


def test_every_item_that_an_action_is_about_has_a_drawing() -> None:
    known = {*PIECE_LIMITS, *DEVELOPMENT_CARDS, "development_card", "trade_route"}
    assert {item for item in known if item_art(item) is None} == set()
    assert item_art("a fish") is None


# Fitting: one character is half a size wide.


def half_wide(text: str, size: float) -> float:
    return len(text) * size / 2


TEXTS = st.text(alphabet="aáž Bc,.", max_size=80).filter(lambda text: text.strip())


@given(TEXTS, st.floats(20, 400), st.floats(5, 200), st.integers(1, 4))
def test_fitted_text_is_never_larger_than_its_box(
    text: str, width: float, height: float, lines: int
) -> None:
    fitted = fit(text, width, height, 30, 8, half_wide, lines)
    assert all(half_wide(line, fitted.size) <= width for line in fitted.lines if line != ELLIPSIS)
    assert len(fitted.lines) * fitted.size * 1.2 <= height + 0.1
    assert len(fitted.lines) <= lines
    if not fitted.shortened:
        squeezed = "".join(fitted.lines).replace(" ", "").replace(NO_BREAK, "")
        assert squeezed == text.replace(" ", "")


def test_a_text_that_fits_keeps_its_size() -> None:
    assert fit("Bára", 400, 40, 30, 8, half_wide).size == 30


def test_a_text_wraps_before_it_becomes_small() -> None:
    fitted = fit("three words here", 130, 110, 30, 8, half_wide, max_lines=3)
    assert fitted.lines == ("three", "words", "here")
    assert fitted.size == 30


def test_one_letter_words_do_not_end_a_line() -> None:
    assert wrap("dům s okny", 5 * 15, 30, half_wide) is None  # "s okny" alone is wider
    assert wrap("dům s okny", 6 * 15, 30, half_wide) == ("dům", f"s{NO_BREAK}okny")


def test_a_path_goes_on_in_the_next_line() -> None:
    path = "in /home/table/games.sqlite3-copy"
    assert wrap(path, 14 * 15, 30, half_wide) == ("in /home/", "table/games.", "sqlite3-copy")
    assert "".join(wrap(path, 14 * 15, 30, half_wide) or ()) == path
    assert wrap("either/or", 8 * 15, 30, half_wide) is None  # a word, not a path


def test_a_double_name_goes_on_after_its_hyphen_where_it_is_too_wide() -> None:
    name = "Žofie Nejezchlebová-Dlouhá"
    assert wrap(name, 20 * 15, 30, half_wide) == ("Žofie", "Nejezchlebová-Dlouhá")
    assert wrap(name, 15 * 15, 30, half_wide) == ("Žofie", "Nejezchlebová-", "Dlouhá")
    assert wrap(name, 12 * 15, 30, half_wide) is None
    assert wrap("a - b", 2 * 15, 30, half_wide) is None  # a dash joins no words


def test_a_name_is_cut_at_a_word_when_that_costs_little() -> None:
    assert shorten("Maxmilián z Hory", 13 * 15, 30, half_wide) == f"Maxmilián{ELLIPSIS}"
    assert shorten("Maxmilián", 6 * 15, 30, half_wide) == f"Maxmi{ELLIPSIS}"


# Keys


@pytest.mark.parametrize("language", ACCENTS)
def test_the_keyboard_has_every_letter_once(language: str) -> None:
    letters = letters_of(language) + accents_of(language)
    assert len(set(letters)) == len(letters)
    assert sorted(letters_of(language)) == list("abcdefghijklmnopqrstuvwxyz")
    assert letters_of(language, ordered=True) == "abcdefghijklmnopqrstuvwxyz"
    assert max(len(row) for row in rows_of(language)) == 10


@pytest.mark.parametrize(
    ("language", "alphabet"),
    [
        ("cs", "áčďéěíňóřšťúůýž"),
        ("de", "äöüß"),
        ("pl", "ąćęłńóśźż"),
        ("lv", "āčēģīķļņšūž"),
    ],
)
def test_the_keyboard_has_the_languages_alphabet(language: str, alphabet: str) -> None:
    assert set(accents_of(language)) == set(alphabet)


def test_importing_the_package_and_its_display_check_imports_no_kivy() -> None:
    program = (
        "import sys, companion.kiosk, companion.kiosk.config as c; c.detect_display();"
        "sys.exit('kivy' in sys.modules)"
    )
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", program], cwd=root, check=False).returncode == 0
