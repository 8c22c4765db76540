"""Write docs/actions.md anew: `python -m tools.reference`; `--check` says whether it is current.

What a module declares is read off it. Which parameters an action takes depends on the game, so
seeded random games are played over all variants, and what their offers list is collected.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.core import actions, history, registry
from companion.core.context import KERNEL_QUERIES, Context
from companion.core.events import KERNEL_EVENTS
from companion.core.model import Param, Refusal, Setup
from companion.core.module import ActionKind, Arg, Listed, Module, Query, Several
from companion.i18n.text import Text
from companion.i18n.translator import Translator
from companion.terminal.fact_args import EXAMPLES
from tests.core.random_play import new_setup, random_command

TARGET = Path(__file__).parents[1] / "docs" / "actions.md"

GAMES: tuple[tuple[int, dict[str, Any]], ...] = (
    (3, {"numbers": "typed"}),
    (4, {"numbers": "dice", "settings": {"base.record_discards": True}}),
    (3, {"numbers": "cards", "variants": ("event_cards", "harbormaster", "friendly_robber")}),
    (4, {"numbers": "cards", "variants": ("event_cards",),
         "settings": {"event_cards.cities_and_knights": True}}),
    (4, {"numbers": "cards", "variants": ("event_cards",),
         "settings": {"event_cards.cities_and_knights": True,
                      "event_cards.event_dice": "together"}}),
    (2, {"numbers": "dice", "variants": ("two_players", "friendly_robber")}),
)  # fmt: skip
STEPS = 600
AVOIDED = ("settle", "claim_victory", "end_game")
"""What would end a game, or pass over its questions."""

WORDS = {"*": "any time", "?": "any question"}
"""Prompts that are no name."""

Found = dict[str, dict[str, Param]]


def seen_params() -> Found:
    """The parameters of every action that the games offered, corrections among them."""
    found: Found = {}
    for at, (players, more) in enumerate(GAMES):
        for setup, corrections in ((new_setup(players, **_frozen(more)), c) for c in (False, True)):
            _play(setup, at, found, corrections=corrections)
    return found


def _frozen(more: dict[str, Any]) -> dict[str, Any]:
    from companion.core.frozen import freeze  # noqa: PLC0415

    return {key: freeze(value) for key, value in more.items()}


def _play(setup: Setup, seed: int, found: Found, *, corrections: bool) -> None:
    rng = random.Random(seed)
    rules, setup = registry.prepare(setup)
    log = history.start(rules, setup)
    for _ in range(STEPS if not corrections else STEPS // 4):
        ctx = Context(rules, log.state)
        for action in actions.actions(ctx):
            params = found.setdefault(action.name, {})
            for param in action.params:
                params.setdefault(param.name, param)
        try:
            wish = random_command(
                rng, ctx, corrections=corrections, avoid=() if corrections else AVOIDED
            )
        except ValueError:
            continue  # a correction whose value random play cannot make up
        if wish is None:
            break
        answer = history.submit(log, wish)
        if not isinstance(answer, Refusal):
            log = answer[0]


def reference() -> str:
    """The whole page."""
    tr = Translator("en")
    found = seen_params()
    kinds = ((kind, f"`{example}`") for kind, example in EXAMPLES.items())
    parts = [HEAD, *_table(("kind", "written like"), kinds)]
    parts += [_module(tr, module, found) for module in registry.known().values()]
    parts.append(_kernel())
    return "\n".join(parts)


HEAD = """# Actions and facts

Made by `make docs` from what the rule modules declare; do not edit it by hand. How a line of the
script asks for an action or a fact: [script.md](script.md). What is open just now, with the
values each parameter may take: `{"actions": NAME}`. Rule ids are those of the rules reference.

An action answers the prompts named beside it; *any time* means that it is open whenever the game
is, *any question* that it closes whatever is asked. A parameter in brackets may be left out; *as
it is offered* stands where no variant of this program opens the action yet.

An argument of a fact is one of these (*nobody*: a seat, null, or left out), or one of the words
named beside it.
"""


def _module(tr: Translator, module: Module, found: Found) -> str:
    lines = [f"## `{module.id}`: {tr.text(Text(f'module.{module.id}'))}", ""]
    about = f"{module.doc} Role: {module.role}, version {module.version}."
    if module.requires:
        about += f" Needs {_codes(module.requires)}."
    if module.conflicts:
        about += f" Not with {_codes(module.conflicts)}."
    if module.players:
        about += f" Players: {module.players[0]} to {module.players[1]}."
    lines += [about, ""]
    lines += _table(
        ("action", "answers", "parameters", "what it does", "rules"),
        (_action(kind, found) for kind in module.actions),
    )
    lines += _table(
        ("fact", "arguments", "what it says", "rules"),
        (_query(query) for query in module.queries),
    )
    lines += _table(
        ("setting", "values", "default", "editions", "in mid-game", "what it rules", "rules"),
        (
            (f"`{module.id}.{s.name}`", _values(s), f"`{_json(s.default)}`",
             ", ".join(f"{e}: `{_json(v)}`" for e, v in s.editions.items()),
             "yes" if s.changeable else "no", s.doc, _rules(s.rules))
            for s in module.settings
        ),
    )  # fmt: skip
    lines += _table(
        ("trait", "kind", "pieces", "values", "what it says", "rules"),
        (
            (f"`{t.name}`", t.kind, ", ".join(t.pieces), _codes(t.choices), t.doc, _rules(t.rules))
            for t in module.traits
        ),
    )
    lines += _table(
        ("track", "what it counts", "correctable", "rules"),
        (
            (f"`{t.name}`", t.doc, f"{t.low} to {t.high}" if t.write else "no", _rules(t.rules))
            for t in module.tracks
        ),
    )
    lines += _table(
        ("award", "points", "who holds it", "rules"),
        ((f"`{a.name}`", str(a.vp), a.doc, _rules(a.rules)) for a in module.awards),
    )
    lines += _table(
        ("part of a position", "what it says"),
        ((f"`{part.key}`", part.doc) for part in module.positions),
    )
    lines += _table(("event", "fields", "what happened"), _events(module.events))
    return "\n".join(lines)


def _action(kind: ActionKind, found: Found) -> tuple[str, ...]:
    prompts = [WORDS.get(p, f"`{p}`") for p in kind.prompts]
    always = {p.name: _always(p) for p in kind.params}
    params = [_param(p, always.get(p.name) or p.type) for p in found.get(kind.name, {}).values()]
    if kind.name not in found:
        params = ["as it is offered"]
    doc = f"{kind.doc} (correction)" if kind.correction else kind.doc
    return f"`{kind.name}`", ", ".join(prompts), ", ".join(params), doc, _rules(kind.rules)


def _always(param: Param) -> str:
    """What a parameter may be at any time, as its action declares it; "" where only its type is."""
    if param.type == "choice" and param.choices:
        return "one of " + _codes(map(str, param.choices))
    if param.type in ("count", "number") and param.low is not None and param.high is not None:
        return f"{param.low} to {param.high}"
    if param.type == "faces":
        return f"{param.count} dice, each 1 to {param.high}"
    return ""


def _param(param: Param, what: str) -> str:
    shown = f"`{param.name}`: {what}"
    return f"[{shown}]" if param.optional else shown


def _query(query: Query[Any]) -> tuple[str, ...]:
    args = ", ".join(f"`{name}`: {_kind(query.arg(name))}" for name in query.args)
    return f"`{query.name}`", args, query.doc, _rules(query.rules)


def _kind(kind: Arg) -> str:
    if isinstance(kind, str):
        return kind
    if isinstance(kind, Listed):
        return f"one that the fact `{kind.by}` lists"
    if isinstance(kind, Several):
        return "a list of " + _codes(kind.words)
    return "one of " + _codes(kind)


def _values(setting: Any) -> str:
    if setting.kind == "count":
        return f"{setting.low} to {setting.high}"
    values = (True, False) if setting.kind == "flag" else setting.choices
    return ", ".join(f"`{_json(v)}`" for v in values)


def _json(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _events(events: Iterable[type[Any]]) -> Iterator[tuple[str, ...]]:
    for event in events:
        doc = " ".join((event.__doc__ or "").split())
        fields = [
            f"{name} (hidden)" if name in event.secrets else name
            for name in event.__struct_fields__
        ]
        yield f"`{event.__struct_config__.tag}`", ", ".join(fields), doc


def _kernel() -> str:
    lines = ["## The kernel", "", "In every game, whatever its modules.", ""]
    lines += _table(
        ("fact", "arguments", "what it says", "rules"), (_query(q) for q in KERNEL_QUERIES)
    )
    lines += _table(("event", "fields", "what happened"), _events(KERNEL_EVENTS))
    return "\n".join(lines)


def _codes(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _rules(rules: Iterable[str]) -> str:
    return ", ".join(rules)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    """A table as Markdown; nothing for no rows, and no column that is empty in all of them."""
    found = list(rows)
    if not found:
        return []
    kept = [at for at in range(len(head)) if any(row[at] for row in found)]

    def line(cells: tuple[str, ...]) -> str:
        # A doc may show code that has bars in it.
        return "| " + " | ".join(cells[at].replace("|", "\\|") for at in kept) + " |"

    return [line(head), "|" + "---|" * len(kept), *map(line, found), ""]


def main(arguments: list[str]) -> int:
    """Write the page, or compare it; 1 when it is not current."""
    page = reference()
    if "--check" not in arguments:
        TARGET.write_text(page, encoding="utf-8")
        return 0
    if TARGET.read_text(encoding="utf-8") == page:
        return 0
    print("docs/actions.md is not current: run make docs", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
