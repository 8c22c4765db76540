"""A set of rule modules becomes the rules of one game, or is refused with both sides named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from companion.core.context import ALL_SEATS, KERNEL_QUERIES, Context
from companion.core.events import KERNEL_EVENTS, TrackSet
from companion.core.frozen import FrozenMap
from companion.core.model import Event, ModuleRef, Problem, Seat, Setup, State, Struct
from companion.core.module import (
    ActionKind,
    Award,
    Module,
    Query,
    Setting,
    Stage,
    StageEdit,
    Track,
    Trait,
    write_track,
)
from companion.core.settings import check_settings, did_you_mean
from companion.i18n.text import Ref, Text

REPEATS = ("repeat", "repeat_before")


class CompositionRefused(Exception):
    """A set-up that makes no game; `problems` holds every reason, not the first only."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{p.code}: {p.text.id} {p.text.params}" for p in problems))
        self.problems = tuple(problems)


@dataclass
class QueryParts:
    """Everything that makes the answer to one query, in the order of its phases."""

    query: Query[Any]
    owner: str
    sets: list[tuple[str, Callable[..., Any]]] = field(default_factory=list)
    adds: list[tuple[str, Callable[..., Any]]] = field(default_factory=list)
    forbids: list[tuple[str, Callable[..., Any]]] = field(default_factory=list)
    replaces: list[tuple[str, Callable[..., Any]]] = field(default_factory=list)


@dataclass(frozen=True)
class SettingValue:
    """A setting as it stands: its value, and the layer and name it came from."""

    setting: Setting
    value: Any
    layer: str
    source: str


class Rules:
    """The rules of one game: modules in order and everything they declare, indexed."""

    def __init__(self, modules: Sequence[Module]) -> None:
        self.modules = tuple(modules)
        self.by_id = {m.id: m for m in modules}
        self.parts: dict[str, QueryParts] = {}
        self.actions: dict[str, ActionKind] = {}
        self.action_owner: dict[str, str] = {}
        self.events: dict[str, type[Event]] = {}
        self.folds: dict[type[Event], list[tuple[str, Callable[[Any, Any], Any]]]] = {}
        self.reacts: dict[type[Event], list[Callable[[Context, Any], Iterable[Event]]]] = {}
        self.slice_owner: dict[type[Struct], str] = {}
        self.flows: dict[str, tuple[str, ...]] = {}
        self.stages: dict[str, Stage] = {}
        self.edits: dict[str, list[StageEdit]] = {}
        self.settles: dict[str, Callable[[Context, Any], Iterable[Event]]] = {}
        self.settings: dict[str, Setting] = {}
        self.setting_owner: dict[str, str] = {}
        self.traits: dict[str, Trait] = {}
        self.tracks: dict[str, Track] = {}
        self.awards: dict[str, Award] = {}
        self._index()

    def _index(self) -> None:
        for kind in KERNEL_EVENTS:
            self._once(self.events, _tag(kind), kind, "event", "kernel")
        for query in KERNEL_QUERIES:
            self.parts[query.name] = QueryParts(query, "kernel")
        for module in self.modules:
            self._index_module(module)
        for module in self.modules:
            self._index_contributions(module)
        self._check_stages()

    def _check_stages(self) -> None:
        """Refuse a module that puts a stage into a flow, and no module declares that stage."""
        problems = [
            Problem(
                "unknown_stage",
                did_you_mean("compose.stage", stage, self.stages, module=module.id, flow=flow),
                (module.id,),
            )
            for module in self.modules
            for flow, stages in (
                *module.flows.items(),
                *((e.flow, e.stages) for e in module.edits if e.op not in REPEATS),
            )
            for stage in stages
            if stage not in self.stages
        ]
        if problems:
            raise CompositionRefused(problems)

    def _index_module(self, module: Module) -> None:
        for query in module.queries:
            self._once(self.parts, query.name, QueryParts(query, module.id), "query", module.id)
        for action in module.actions:
            self._once(self.actions, action.name, action, "action", module.id)
            self.action_owner[action.name] = module.id
        if module.slice is not None:
            self.slice_owner[module.slice] = module.id
        self._index_events(module)
        self._index_agenda(module)
        self._index_book(module)

    def _index_events(self, module: Module) -> None:
        for event in module.events:
            self._once(self.events, _tag(event), event, "event", module.id)
        for event, fold in module.folds.items():
            self.folds.setdefault(event, []).append((module.id, fold))
        for event, react in module.reacts.items():
            self.reacts.setdefault(event, []).append(react)

    def _index_agenda(self, module: Module) -> None:
        for name, stages in module.flows.items():
            self._once(self.flows, name, stages, "flow", module.id)
        for stage in module.stages:
            self._once(self.stages, stage.name, stage, "stage", module.id)
        for edit in module.edits:
            self.edits.setdefault(edit.flow, []).append(edit)
        for prompt, settle in module.settles.items():
            self._once(self.settles, prompt, settle, "settling", module.id)

    def _index_book(self, module: Module) -> None:
        for setting in module.settings:
            full = f"{module.id}.{setting.name}"
            self._once(self.settings, full, setting, "setting", module.id)
            self.setting_owner[full] = module.id
        for trait in module.traits:
            # Several modules may need the same trait; each lists the one shared object.
            if self.traits.get(trait.name) is not trait:
                self._once(self.traits, trait.name, trait, "trait", module.id)
        for track in module.tracks:
            self._once(self.tracks, track.name, track, "track", module.id)
        writes = {t.name: t.write for t in module.tracks if t.write is not None}
        if writes:
            self.folds.setdefault(TrackSet, []).append((module.id, partial(write_track, writes)))
        for award in module.awards:
            self._once(self.awards, award.name, award, "award", module.id)

    def _index_contributions(self, module: Module) -> None:
        for part in module.contributions:
            found = self.parts.get(part.query.name)
            if found is None:
                raise CompositionRefused([_undeclared(module.id, part.query.name)])
            {
                "set": found.sets,
                "add": found.adds,
                "forbid": found.forbids,
                "replace": found.replaces,
            }[part.phase].append((module.id, part.fn))
            if part.phase == "set" and part.layer == "scenario":
                found.sets.insert(0, found.sets.pop())

    def _once(self, table: dict[str, Any], name: str, value: Any, what: str, module: str) -> None:
        if name in table:
            raise CompositionRefused(
                [Problem("declared_twice", _names("compose.declared_twice", what, name, module))]
            )
        table[name] = value

    # -- settings -------------------------------------------------------------------------

    def setting(self, state: State, name: str) -> Any:
        """The value of `name` in `state`. Raises KeyError for a setting no module declares."""
        setting = self.settings[name]
        table: Any = state.slices.get("table")
        if table is not None and name in table.settings:
            return table.settings[name]
        setup = state.setup
        for layer in (setup.settings, setup.scenario_settings):
            if name in layer:
                return layer[name]
        edition = table.edition if table is not None and table.edition else setup.edition
        return setting.editions.get(edition, setting.default)

    def explain_setting(self, state: State, name: str) -> SettingValue:
        """The value of `name` with the layer and source it came from."""
        setting = self.settings[name]
        value = self.setting(state, name)
        table: Any = state.slices.get("table")
        setup = state.setup
        edition = table.edition if table is not None and table.edition else setup.edition
        if (table is not None and name in table.settings) or name in setup.settings:
            return SettingValue(setting, value, "house", "table")
        if name in setup.scenario_settings:
            return SettingValue(setting, value, "scenario", setup.scenario)
        if edition in setting.editions:
            return SettingValue(setting, value, "edition", edition)
        return SettingValue(setting, value, "default", self.setting_owner[name])

    # -- agenda ---------------------------------------------------------------------------

    def flow_stages(self, ctx: Context, flow: str) -> tuple[str, ...]:
        """The stages of `flow` as all modules want them in this state."""
        wanted = [e for e in self.edits.get(flow, ()) if e.when is None or e.when(ctx)]
        stages = list(self.flows[flow])
        for edit in sorted(wanted, key=lambda e: e.op in REPEATS):
            stages = _edited(stages, edit)
        return tuple(stages)

    def all_seats(self, ctx: Context) -> tuple[Seat, ...]:
        """Every seat of the game in turn order, those who left included."""
        return ctx.get(ALL_SEATS)

    def initial(self, setup: Setup) -> State:
        """The state before the first event."""
        values = {
            name: setup.settings.get(
                name,
                setup.scenario_settings.get(
                    name, setting.editions.get(setup.edition, setting.default)
                ),
            )
            for name, setting in self.settings.items()
        }
        slices = {
            m.id: m.initial(setup, values) if m.initial else m.slice()
            for m in self.modules
            if m.slice is not None
        }
        return State(setup=setup, slices=FrozenMap(slices))


def compose(modules: Sequence[Module], setup: Setup) -> Rules:
    """The rules of a game of `modules` under `setup`.

    Raises `CompositionRefused` with every problem: missing requirements, conflicts with both
    sides named, player counts, unknown or wrong settings with their source, clashing sets.
    """
    ids = {m.id for m in modules}
    problems = [*_relations(modules, ids), *_players(modules, setup), *_sets(modules)]
    problems += [
        Problem("does_not_fit", text, (m.id,))
        for m in modules
        if m.fits is not None and (text := m.fits(setup)) is not None
    ]
    problems += check_settings(modules, setup)
    if problems:
        raise CompositionRefused(problems)
    return Rules(_ordered(modules))


def refs(modules: Iterable[Module]) -> tuple[ModuleRef, ...]:
    """The modules as a game's first event names them."""
    return tuple(ModuleRef(m.id, m.version) for m in modules)


def _relations(modules: Sequence[Module], ids: set[str]) -> list[Problem]:
    """Requirements that are missing and conflicts, with both sides named."""
    missing = [(m, n) for m in modules for n in m.requires if n not in ids]
    clashing = [(m, o, why) for m in modules for o, why in m.conflicts.items() if o in ids]
    problems = []
    for module, needed in missing:
        sides = {"module": Ref("module", module.id), "needed": Ref("module", needed)}
        problems.append(Problem("requires", Text("compose.requires", sides), (module.id, needed)))
    for module, other, why in clashing:
        text = Text(
            "compose.conflict",
            {"module": Ref("module", module.id), "other": Ref("module", other), "reason": why},
        )
        problems.append(Problem("conflict", text, (module.id, other)))
    return problems


def player_counts(modules: Sequence[Module]) -> tuple[tuple[int, int], str]:
    """How many may play (least, most), and the module that says so."""
    said = [(m.players, m) for m in modules if m.players is not None]
    variants = [(p, m) for p, m in said if m.role == "variant"]
    if variants:
        return variants[-1][0], variants[-1][1].id
    low = max((p[0] for p, _ in said), default=1)
    high = min((p[1] for p, _ in said), default=99)
    return (low, high), said[-1][1].id if said else "kernel"


def _players(modules: Sequence[Module], setup: Setup) -> list[Problem]:
    count = sum(1 for s in setup.seats if s.kind == "player")
    (low, high), who = player_counts(modules)
    problems = []
    if not low <= count <= high:
        message = "compose.players" if low < high else "compose.players_exactly"
        params: dict[str, Any] = {"count": count, "low": low, "high": high}
        params["module"] = Ref("module", who)
        problems.append(Problem("players", Text(message, params), (who,)))
    for what, values in (
        ("id", [s.id for s in setup.seats]),
        ("color", [s.color for s in setup.seats]),
        # Whoever gave no name goes by the color.
        ("name", [s.name.strip().casefold() for s in setup.seats if s.name.strip()]),
    ):
        problems += [
            Problem("seat_twice", Text("compose.seat_twice", {"what": what, "value": twice}))
            for twice in sorted({v for v in values if values.count(v) > 1})
        ]
    return problems


def _sets(modules: Sequence[Module]) -> list[Problem]:
    seen: dict[tuple[str, str], str] = {}
    problems = []
    for module in modules:
        for part in module.contributions:
            if part.phase != "set":
                continue
            key = (part.query.name, part.layer)
            if key in seen:
                problems.append(
                    Problem(
                        "sets_clash",
                        Text(
                            "compose.sets_clash",
                            {
                                "query": part.query.name,
                                "module": Ref("module", module.id),
                                "other": Ref("module", seen[key]),
                            },
                        ),
                        (seen[key], module.id),
                    )
                )
            seen[key] = module.id
    return problems


def _ordered(modules: Sequence[Module]) -> list[Module]:
    """Modules so that each stands behind those it comes `after`, otherwise as given."""
    ordered: list[Module] = []
    left = list(modules)
    ids = {m.id for m in modules}
    while left:
        done = {m.id for m in ordered}
        ready = next((m for m in left if all(a in done for a in m.after if a in ids)), None)
        if ready is None:
            names = ", ".join(m.id for m in left)
            raise CompositionRefused(
                [Problem("order_cycle", Text("compose.order_cycle", {"modules": names}))]
            )
        ordered.append(ready)
        left.remove(ready)
    return ordered


def _edited(stages: list[str], edit: StageEdit) -> list[str]:
    if edit.anchor not in stages:
        return stages
    at = stages.index(edit.anchor)
    if edit.op == "before":
        return [*stages[:at], *edit.stages, *stages[at:]]
    if edit.op == "after":
        return [*stages[: at + 1], *edit.stages, *stages[at + 1 :]]
    if edit.op == "replace":
        return [*stages[:at], *edit.stages, *stages[at + 1 :]]
    if edit.op == "drop":
        return [*stages[:at], *stages[at + 1 :]]
    if edit.stages[-1] not in stages[at:]:
        return stages
    end = stages.index(edit.stages[-1], at) + (edit.op == "repeat")
    return [*stages[:at], *(stages[at:end] * edit.times), *stages[end:]]


def _tag(event: type[Event]) -> str:
    return str(event.__struct_config__.tag)


def _names(message: str, what: str, name: str, module: str) -> Text:
    return Text(message, {"what": what, "name": name, "module": module})


def _undeclared(module: str, query: str) -> Problem:
    return Problem(
        "undeclared_query", Text("compose.undeclared_query", {"module": module, "query": query})
    )
