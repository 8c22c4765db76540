"""Rendering: words, plurals, lists, forms, fallbacks."""

import datetime as dt
import itertools
import logging
import math

import pytest
from babel.core import Locale
from babel.dates import get_month_names
from babel.lists import format_list
from babel.plural import to_python
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.i18n import Atom, Param, Ref, SeatRef, Text
from companion.i18n import translator as module
from companion.i18n.languages import LANGUAGES, choose_language
from companion.i18n.sources import read_sources
from companion.i18n.template import TemplateError, parse
from companion.i18n.translator import MissingTextError, Translator, load_catalogue
from tests.i18n.conftest import Project

MESSAGES = read_sources().messages
JANA, PETR = SeatRef("s1"), SeatRef("s2")
WOOL = Ref("thing", "wool")

words = st.text(st.characters(exclude_characters="{}…", codec="utf-8"), max_size=6)
atoms: st.SearchStrategy[Atom] = (
    st.integers()
    | st.floats()
    | words
    | st.sampled_from([Ref("resource", "wool"), JANA, Text("count.card", {"n": 2})])
)
params: st.SearchStrategy[Param] = atoms | st.lists(atoms, max_size=4).map(tuple)


@pytest.fixture(autouse=True)
def nothing_reported_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_reported", set())


@pytest.mark.parametrize(
    ("n", "english", "czech"),
    [
        (0, "Jana takes 0 cards", "Jana bere 0 karet"),
        (1, "Jana takes 1 card", "Jana bere 1 kartu"),
        (2, "Jana takes 2 cards", "Jana bere 2 karty"),
        (4, "Jana takes 4 cards", "Jana bere 4 karty"),
        (5, "Jana takes 5 cards", "Jana bere 5 karet"),
        (22, "Jana takes 22 cards", "Jana bere 22 karet"),
        (-1, "Jana takes −1 card", "Jana bere −1 kartu"),
        (1.5, "Jana takes 1.5 cards", "Jana bere 1,5 karty"),
    ],
)
def test_the_count_chooses_the_plural_form(
    project: Project, n: float, english: str, czech: str
) -> None:
    text = Text("step.take", {"seat": JANA, "n": n})

    assert project.translator("en", strict=True).text(text) == english
    assert project.translator("cs", strict=True).text(text) == czech


def test_a_declared_count_may_be_a_list_and_a_form_is_used_where_the_language_has_it(
    project: Project,
) -> None:
    one = Text("step.both", {"seats": (JANA,), "what": WOOL})
    two = Text("step.both", {"seats": (JANA, PETR), "what": Ref("thing", "ore")})

    english, czech = project.translator("en", strict=True), project.translator("cs", strict=True)
    assert (english.text(one), czech.text(one)) == ("Jana takes wool", "Jana bere vlnu")
    assert english.text(two) == "Jana and Petr take ore"
    assert czech.text(two) == "Jana a Petr berou ruda"


@pytest.mark.parametrize(
    ("count", "how", "expected"),
    [
        (0, "and", "–"),
        (1, "and", "Jana"),
        (2, "and", "Jana a Petr"),
        (3, "and", "Jana, Petr a vlna"),
        (3, "or", "Jana, Petr nebo vlna"),
        (3, "comma", "Jana, Petr, vlna"),
    ],
)
def test_lists_are_joined_in_the_languages_way(
    project: Project, count: int, how: str, expected: str
) -> None:
    items: Param = (JANA, PETR, WOOL)[:count]

    assert project.translator("cs", strict=True).show(items, frozenset({how})) == expected


def test_texts_nest_and_typed_names_are_shown_as_they_are(project: Project) -> None:
    inner = Text("step.take", {"seat": SeatRef("s3"), "n": 1})
    outer = Text("step.wait", {"seat": inner})

    assert project.translator("en", strict=True).text(outer) == "Wait for {n} takes 1 card"


def test_another_language_and_other_names_are_another_translator(project: Project) -> None:
    english = project.translator("en", strict=True)
    text = Text("step.wait", {"seat": JANA})

    renamed = english.switched("cs").named({"s1": WOOL})

    assert renamed.text(text) == "Čeká se: vlna"
    assert english.text(text) == "Wait for Jana"


def test_a_seats_name_that_mentions_the_seat_ends(project: Project) -> None:
    looped = project.translator("en").named({"s1": Text("step.wait", {"seat": JANA})})

    assert looped.ref(JANA) == "Wait for s1"


def test_what_a_language_lacks_is_english_and_said_once(
    project: Project, caplog: pytest.LogCaptureFixture
) -> None:
    project.area('[step.only]\nen = "Only {n} here"\n', "more.toml")
    project.compile()
    load_catalogue.cache_clear()
    czech = project.translator("cs")
    with caplog.at_level(logging.WARNING):
        assert czech("step.only", n=1.5) == "Only 1.5 here"
        assert czech("step.only", n=2) == "Only 2 here"

    assert [record.getMessage() for record in caplog.records] == [
        "message 'step.only' has no cs words"
    ]


def test_what_nobody_knows_is_its_id_and_said_once(
    project: Project, caplog: pytest.LogCaptureFixture
) -> None:
    czech = project.translator("cs")
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert czech("step.nowhere", n=1) == "step.nowhere"
            assert czech.ref(Ref("thing", "gem")) == "thing.gem"
            assert czech.ref(SeatRef("s9")) == "s9"
            assert czech("step.wait") == "Čeká se: …"

    assert len(caplog.records) == 4


@pytest.mark.parametrize(
    "text",
    [
        Text("step.nowhere"),
        Text(""),
        Text("step.wait"),
        Text("step.wait", {"seat": SeatRef("s9")}),
        Text("step.wait", {"seat": Ref("thing", "gem")}),
    ],
)
def test_strict_raises_for_what_is_missing(project: Project, text: Text) -> None:
    for language in LANGUAGES:
        with pytest.raises(MissingTextError):
            project.translator(language, strict=True).text(text)


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(ValueError, match=r"language 'tlh'.*known are en, cs"):
        Translator("tlh")


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        (["cs_CZ.UTF-8"], "cs"),
        (["cs-CZ"], "cs"),
        (["C.UTF-8", "cs"], "cs"),
        (["xx", "EN"], "en"),
        ([], "en"),
    ],
)
def test_the_system_names_a_language(wanted: list[str], chosen: str) -> None:
    assert choose_language(wanted) == chosen


def test_numbers_and_times_read_as_the_language_writes_them() -> None:
    english, czech = Translator("en", strict=True), Translator("cs", strict=True)
    shown = [
        (english.number(1234.5), czech.number(1234.5), "1234.5", "1234,5"),
        (english.number(-2, signed=True), czech.number(3, signed=True), "−2", "+3"),
        (english.number(0, signed=True), czech.number(-0.001), "0", "0"),
        (english.number(2.999), czech.number(math.nan), "3", "–"),
        (english.number(math.inf), czech.number(-math.inf), "∞", "−∞"),
        (english.percent(0.1254), czech.percent(0.5), "12.5%", "50 %"),
        (english.clock(245.9), czech.clock(3723), "4:05", "1:02:03"),
        (english.clock(-3), czech.clock(math.inf), "0:00", "0:00"),
        (english.span(59.9), czech.span(720), "59 s", "12 min"),
        (english.span(3900), czech.span(7200), "1 h 5 min", "2 h 0 min"),
    ]
    for one, two, expected_one, expected_two in shown:
        assert (one, two) == (expected_one, expected_two)


def test_specs_reach_the_parameter(project: Project) -> None:
    project.area(
        """
        [spec.all]
        en = "{a:cap} {b:signed} {c:clock} {d:span} {e:date} {f:time} {g:percent} {h:cap,or}"
        cs = "{a:cap} {b:signed} {c:clock} {d:span} {e:date} {f:time} {g:percent} {h:cap,or}"
        """,
        "more.toml",
    )
    for name in ("common", "terms"):
        source = module.LOCALE.parent / "catalog" / f"{name}.toml"
        kept = source.read_text(encoding="utf-8")
        project.area(kept, f"{name}.toml")
    project.area("", "area.toml")
    project.compile()
    load_catalogue.cache_clear()
    shown = project.translator("cs", strict=True)(
        "spec.all",
        a=Ref("resource", "wool"),
        b=2,
        c=61,
        d=61,
        e="2026-12-01",
        f="2026-12-01T20:05:00",
        g=0.25,
        h=(Ref("color", "red"), Ref("color", "blue")),
    )

    assert shown == "Vlna +2 1:01 1 min 1. prosince 2026 20:05 25 % Červená nebo modrá"


def test_a_string_that_is_no_moment_is_shown_and_strictly_refused(project: Project) -> None:
    assert project.translator("en").show("soon", frozenset({"date"})) == "soon"
    with pytest.raises(MissingTextError, match="no ISO 8601"):
        project.translator("en", strict=True).show("soon", frozenset({"time"}))


@pytest.mark.parametrize("code", LANGUAGES)
def test_lists_months_and_plurals_agree_with_cldr(code: str) -> None:
    locale, translator = Locale.parse(code), Translator(code, strict=True)
    for names in (["A"], ["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D"]):
        for how, style in (("and", "standard"), ("or", "or")):
            listed = format_list(names, style, locale)  # type: ignore[arg-type]
            # No American comma before the last, no hard space after the Czech "a".
            assert translator.join(names, how) == listed.replace(f", {how}", f" {how}").replace(
                "\N{NO-BREAK SPACE}", " "
            )

    months = get_month_names("abbreviated" if code == "en" else "wide", "format", locale)
    for number, month in months.items():
        assert translator.text(Text(f"month.{number}")) == month
    day = dt.date(2026, 12, 1)
    assert str(day.year) in translator.date(day)

    catalogue, rule = load_catalogue(code).messages, to_python(locale.plural_form)
    tags: dict[str, int] = {}
    for n in range(200):
        index = _plural_index(catalogue, n)
        assert tags.setdefault(rule(n), index) == index
    assert len(set(tags.values())) == len(tags) == LANGUAGES[code].plural_count


def _plural_index(catalogue: object, n: int) -> int:
    index: int = catalogue.plural(n)  # type: ignore[attr-defined]
    return index


@pytest.mark.parametrize("code", LANGUAGES)
@settings(max_examples=50)
@given(pool=st.lists(params, min_size=1, max_size=8))
def test_every_message_renders_with_any_parameters(code: str, pool: list[Param]) -> None:
    translator = Translator(code, {"s1": "Jana", "s2": "Petr"})
    supply = itertools.cycle(pool)  # of no length in common with most messages' parameters
    for message in MESSAGES.values():
        if message.is_form and code not in message.words:
            continue
        shown = translator.text(Text(message.id, dict(zip(message.needs, supply, strict=False))))

        assert not set("{}…") & set(shown), message.id
        assert message.id not in shown, message.id


@pytest.mark.parametrize("template", ["{", "}", "{}", "{0}", "{a.b}", "{a[0]}", "{A}", "{a!r}"])
def test_templates_take_plain_names_only(template: str) -> None:
    with pytest.raises(TemplateError):
        parse(template)


def test_an_unknown_spec_is_named_with_the_known_ones() -> None:
    with pytest.raises(TemplateError, match=r"\{a:accusative\} asks for accusative; known are acc"):
        parse("{a:accusative}")


def test_how_many_are_left_agrees_with_the_number() -> None:
    czech = Translator("cs", strict=True)
    for message in ("kiosk.table.left", "kiosk.build.left"):
        said = [czech(message, n=n) for n in (0, 1, 2, 4, 5)]
        assert said == ["zbývá 0", "zbývá 1", "zbývají 2", "zbývají 4", "zbývá 5"]
