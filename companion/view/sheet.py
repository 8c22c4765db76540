"""The rule sheet: what applies in this game, and who says so."""

from __future__ import annotations

from typing import Any

from companion.core.compose import Rules
from companion.core.context import Context
from companion.core.model import SeatId, State
from companion.core.module import Query, Setting
from companion.core.settings import EDITIONS
from companion.i18n.text import Ref, SeatRef, Text
from companion.view.model import Words
from companion.view.pages import (
    FactView,
    ModuleView,
    ReadingView,
    SettingView,
    SheetView,
    SourceView,
)


def rule_sheet(rules: Rules, state: State) -> SheetView:
    """Modules, settings with the layer they come from, and facts with who made them.

    A fact that is the same for every player stands once, with no seat.
    """
    ctx = Context(rules, state)
    table: Any = state.slices.get("table")
    edition = table.edition if table is not None and table.edition else state.setup.edition
    settings = tuple(_setting(ctx, name, setting) for name, setting in rules.settings.items())
    return SheetView(
        scenario=state.setup.scenario,
        edition=edition,
        edition_label=Text(f"edition.{edition}"),
        depth=state.setup.depth,
        numbers_by=Ref("number_source", state.setup.numbers),
        modules=tuple(
            ModuleView(m.id, m.version, m.role, Text(f"module.{m.id}")) for m in rules.modules
        ),
        settings=settings,
        facts=tuple(
            fact
            for parts in rules.parts.values()
            if parts.query.sheet
            for fact in _facts(ctx, parts.query)
        ),
        disputed=tuple(s.name for s in settings if s.readings),
    )


def setting_value(name: str, setting: Setting, value: Any) -> Words:
    """A setting's value in words."""
    if setting.kind == "flag":
        return Text("common.on" if value else "common.off")
    return value if setting.kind == "count" else Text(f"setting.{name}.{value}")


def _setting(ctx: Context, name: str, setting: Setting) -> SettingView:
    found = ctx.rules.explain_setting(ctx.state, name)
    return SettingView(
        name=name,
        label=Text(f"setting.{name}"),
        doc=Text(f"setting.{name}.doc"),
        value=found.value,
        value_label=setting_value(name, setting, found.value),
        layer=found.layer,
        layer_label=Text(f"layer.{found.layer}"),
        source=found.source,
        changeable=setting.changeable,
        rules=setting.rules,
        readings=_readings(name, setting),
    )


def _readings(name: str, setting: Setting) -> tuple[ReadingView, ...]:
    """What the editions say, this program's own reading first; none where they agree."""
    if not setting.editions:
        return ()
    said = {"default": setting.default, **setting.editions}
    return tuple(
        ReadingView(
            edition,
            Text(f"edition.{edition}"),
            said[edition],
            setting_value(name, setting, said[edition]),
        )
        for edition in EDITIONS
        if edition in said
    )


def _facts(ctx: Context, query: Query[Any]) -> tuple[FactView, ...]:
    if not query.args:
        return (_fact(ctx, query, None),)
    if query.args != ("seat",):
        raise ValueError(
            f"query {query.name!r} wants {', '.join(query.args)}: the rule sheet can show facts "
            "without arguments, or of a seat"
        )
    facts = tuple(_fact(ctx, query, seat) for seat in ctx.players())
    same = {(f.value, f.sources) for f in facts}
    return (_for_everybody(facts[0]),) if len(same) == 1 else facts


def _for_everybody(fact: FactView) -> FactView:
    return FactView(fact.name, fact.label, None, fact.value, fact.sources, fact.rules)


def _fact(ctx: Context, query: Query[Any], seat: SeatId | None) -> FactView:
    args = {} if seat is None else {"seat": seat}
    value, sources = ctx.explain(query, **args)
    return FactView(
        name=query.name,
        label=Text(f"query.{query.name}"),
        seat=seat,
        value=_words(ctx, query.name, value),
        sources=tuple(
            SourceView(module, Text(f"module.{module}"), phase, Text(f"phase.{phase}"))
            for module, phase in sources
        ),
        rules=query.rules,
    )


def _words(ctx: Context, query: str, value: Any) -> Any:
    """A fact's value in words; a list stays one, to be joined by whoever shows it."""
    if value is None:
        return Text("common.nothing")
    if isinstance(value, bool):
        return Text("common.yes" if value else "common.no")
    if isinstance(value, (list, tuple)):
        return tuple(_words(ctx, query, one) for one in value)
    if isinstance(value, str) and any(s.id == value for s in ctx.rules.all_seats(ctx)):
        return SeatRef(value)
    if isinstance(value, (Text, Ref, int)):
        return value
    raise ValueError(
        f"query {query!r} answers {value!r}: a fact of the rule sheet is a Text, a Ref, a number, "
        "yes or no, a seat, nothing, or a list of these"
    )
