"""Rendering: a `Text` in, words out, in one language, for one set of names.

Standard-library gettext alone reads the committed catalogues. A translator is immutable and
cheap; switching the language, or a seat's name, means taking another one.
"""

from __future__ import annotations

import gettext
import logging
import math
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from companion.i18n.languages import DOMAIN, FALLBACK, FORMS, LANGUAGES
from companion.i18n.template import CAP, JOIN_SPECS, TemplateError, parse
from companion.i18n.text import Param, Ref, Text

LOCALE = Path(__file__).parent / "locale"
COUNT = "n"
"""The parameter that chooses the plural form, unless the message declares another."""
COUNTS_HEADER = "x-counts"
"""Catalogue header that lists the declared ones: `id=parameter id=parameter`."""

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
"""Shown for an empty list and for what is no number."""

_log = logging.getLogger(__name__)
_reported: set[tuple[str, str]] = set()


class MissingTextError(LookupError):
    """A message or a parameter that is not there. Raised in strict mode only."""


class Catalogue(NamedTuple):
    """One language's messages, and which of them count by another parameter than `n`."""

    messages: gettext.NullTranslations
    counts: Mapping[str, str]


@cache
def load_catalogue(language: str, locale: Path = LOCALE) -> Catalogue:
    """Read a catalogue, once. Raises `ValueError` for a language that has none."""
    try:
        messages = gettext.translation(DOMAIN, locale, [language])
    except OSError as error:
        raise ValueError(
            f"there is no readable catalogue for the language {language!r} below {locale}; "
            f"known are {', '.join(LANGUAGES)}"
        ) from error
    counts = dict(pair.split("=") for pair in messages.info().get(COUNTS_HEADER, "").split())
    return Catalogue(messages, counts)


class Translator:
    """Turns `Text` and `Ref` into words of one language.

    `seats` maps seat ids to the names shown; a value may be a `Ref` or `Text` too (the color's
    name for a seat without one). A message the language lacks is shown in English; one that
    nobody has is shown as its id. Both are logged once. With `strict`, for tests, both raise
    `MissingTextError`, and so does a missing parameter.

    Raises `ValueError` for an unknown language.
    """

    def __init__(
        self,
        language: str,
        seats: Mapping[str, str | Ref | Text] | None = None,
        *,
        strict: bool = False,
        locale: Path = LOCALE,
    ) -> None:
        self.language = language
        self.strict = strict
        self._locale = locale
        self._seats = dict(seats or {})
        self._catalogue = load_catalogue(language, locale)

    def named(self, seats: Mapping[str, str | Ref | Text]) -> Translator:
        """This translator with other names for the seats."""
        return Translator(self.language, seats, strict=self.strict, locale=self._locale)

    def switched(self, language: str) -> Translator:
        """This translator in another language. Raises `ValueError` for an unknown one."""
        return Translator(language, self._seats, strict=self.strict, locale=self._locale)

    def __call__(self, message: str, /, **params: Param) -> str:
        """Short for `text(Text(message, params))`: what faces say themselves."""
        return self.text(Text(message, params))

    def text(self, text: Text, form: str | None = None) -> str:
        """The words for a message, in a grammatical form of `FORMS` where the language has one."""
        if form is not None:
            inflected = Text(f"{text.id}.{form}", text.params)
            template = _find(self._catalogue, inflected)
            if template is not None:
                return self._fill(template, inflected)
        template = _find(self._catalogue, text)
        if template is not None:
            return self._fill(template, text)
        if _find(load_catalogue(FALLBACK, self._locale), text) is None:
            self._report(text.id, f"message {text.id!r} has no words in any language")
            return text.id
        self._report(text.id, f"message {text.id!r} has no {self.language} words")
        return self._fallback.text(text)

    def ref(self, ref: Ref, form: str | None = None) -> str:
        """The name of a thing, in a grammatical form as `text`.

        A seat goes by the name that was given, in every form: persons are not inflected.
        """
        return self._seat(ref) if ref.kind == "seat" else self.text(Text(ref.message), form)

    def show(self, value: Param, specs: frozenset[str] = frozenset()) -> str:
        """One parameter in words; `specs` as in a placeholder (see `template`)."""
        if CAP in specs:
            words = self.show(value, specs - {CAP})
            return words[:1].upper() + words[1:]
        if isinstance(value, tuple):
            how = next(iter(specs & JOIN_SPECS), "and")
            return self.join([self.show(item, specs - JOIN_SPECS) for item in value], how)
        if isinstance(value, str):
            return self._moment(value, specs)
        form = next((form for form in FORMS if form in specs), None)
        if isinstance(value, Text):
            return self.text(value, form)
        if isinstance(value, Ref):
            return self.ref(value, form)
        return self._measure(value, specs)

    def join(self, words: Sequence[str], how: str = "and") -> str:
        """A list in the language's way: "A, B and C"; `how` is one of `JOIN_SPECS`."""
        if not words:
            return DASH
        if how == "comma" or len(words) == 1:
            return ", ".join(words)
        return self(f"list.{how}", first=", ".join(words[:-1]), last=words[-1])

    def number(self, value: float, *, signed: bool = False) -> str:
        """A number with the language's decimal sign and a true minus; at most 2 decimals."""
        if not isinstance(value, int) and not math.isfinite(value):
            return DASH if math.isnan(value) else "∞" if value > 0 else f"{MINUS}∞"
        rounded = round(value, 2)
        digits = str(abs(rounded))
        if isinstance(rounded, float):
            digits = f"{abs(rounded):.2f}".rstrip("0").rstrip(".")
        sign = MINUS if rounded < 0 else "+" if signed and rounded > 0 else ""
        return sign + digits.replace(".", self("number.decimal_sign"))

    def percent(self, share: float) -> str:
        """A share (0 to 1) as percent, at most one decimal."""
        return self("number.percent", share=self.number(round(share * 100, 1)))

    def clock(self, seconds: float) -> str:
        """A running time: `4:05`, `1:02:03`. Part seconds are cut off, below zero is zero."""
        minutes, rest = divmod(_whole(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

    def span(self, seconds: float) -> str:
        """About how long: `45 s`, `12 min`, `1 h 5 min`. Cut off like `clock`."""
        whole = _whole(seconds)
        if whole < 60:
            return self("duration.seconds", seconds=whole)
        hours, minutes = divmod(whole // 60, 60)
        if not hours:
            return self("duration.minutes", minutes=minutes)
        return self("duration.hours", hours=hours, minutes=minutes)

    def date(self, day: date) -> str:
        """A calendar day: `Dec 1, 2026`."""
        month = Text(f"month.{day.month}")
        # As a string: a year takes no decimal sign, however a language groups its digits.
        return self("date.day", day=day.day, month=month, year=str(day.year))

    def time(self, moment: time | datetime) -> str:
        """A time of day on the 24-hour clock: `20:05`."""
        return f"{moment.hour}:{moment.minute:02}"

    @cached_property
    def _fallback(self) -> Translator:
        return Translator(FALLBACK, self._seats, locale=self._locale)

    def _seat(self, ref: Ref) -> str:
        name = self._seats.get(ref.id)
        if name is None:
            self._report(ref.message, f"seat {ref.id!r} was given no name")
            return ref.id
        # Without the names: a name that mentions a seat must not look itself up for ever.
        return name if isinstance(name, str) else self.named({}).show(name)

    def _measure(self, value: float, specs: frozenset[str]) -> str:
        if "clock" in specs:
            return self.clock(value)
        if "span" in specs:
            return self.span(value)
        if "percent" in specs:
            return self.percent(value)
        return self.number(value, signed="signed" in specs)

    def _moment(self, value: str, specs: frozenset[str]) -> str:
        if not specs & {"date", "time"}:
            return value
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            self._report(value, f"{value!r} is shown as a {'/'.join(specs)} but is no ISO 8601")
            return value
        return self.date(moment.date()) if "date" in specs else self.time(moment)

    def _fill(self, template: str, text: Text) -> str:
        try:
            pieces = parse(template)
        except TemplateError as error:  # a catalogue compiled by another tool
            self._report(text.id, f"message {text.id!r}: {error}")
            return text.id
        words = []
        for literal, name, specs in pieces:
            words.append(literal)
            if name is None:
                continue
            value = text.params.get(name)
            if value is None:
                self._report(
                    f"{text.id} {name}",
                    f"message {text.id!r} needs the parameter {name!r}; "
                    f"given: {', '.join(text.params) or 'none'}",
                )
                words.append("…")
            else:
                words.append(self.show(value, specs))
        return "".join(words)

    def _report(self, key: str, fault: str) -> None:
        if self.strict:
            raise MissingTextError(fault)
        if (self.language, key) not in _reported:
            _reported.add((self.language, key))
            _log.warning("%s", fault)


def _find(catalogue: Catalogue, text: Text) -> str | None:
    """The template for a message, in the plural form its count asks for; None if there is none."""
    count = text.params.get(catalogue.counts.get(text.id, COUNT))
    if isinstance(count, tuple):
        count = len(count)
    if isinstance(count, float):
        # A fraction counts as more than the whole below it; what is no number as none.
        count = math.ceil(abs(count)) if math.isfinite(count) else 0
    if isinstance(count, int):
        # Forms go by magnitude: "minus 1 point".
        found = catalogue.messages.ngettext(text.id, text.id, abs(count))
        if found != text.id:
            return found
    found = catalogue.messages.gettext(text.id)
    if found == text.id:
        # The gettext of Debian 12's Python 3.11.2 finds a message with plural forms by count only.
        found = catalogue.messages.ngettext(text.id, text.id, 1)
    # gettext answers what it does not know with the id itself, and "" with the file's header;
    # no translation equals its id.
    return None if found == text.id or not text.id else found


def _whole(seconds: float) -> int:
    """Whole seconds, none below zero; what is no number counts as zero."""
    if not isinstance(seconds, int) and not math.isfinite(seconds):
        return 0
    return max(0, int(seconds))
