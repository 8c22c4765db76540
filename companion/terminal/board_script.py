"""The script's `board`: a board drawn, read, kept in part, swapped about, and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

from companion.core.chance import parse_seed
from companion.core.model import Problem
from companion.i18n.text import Text
from companion.scenario.files import ScenarioRefused
from companion.scenario.plans import plan_for
from companion.setup.code import decode, encode
from companion.setup.code_json import from_json, to_json
from companion.setup.code_record import Decoded
from companion.setup.code_text import CodeRefused
from companion.setup.draft import Draft, Roller, Stand, Unfit, Wanted
from companion.setup.drawing.text import text
from companion.setup.generate import Answer
from companion.setup.guide import guide
from companion.setup.hands import is_hex
from companion.setup.naming import scenario_name
from companion.setup.report import report_on
from companion.setup.request import RequestRefused, sites_of, wishes_of
from companion.setup.saying import broken_text, why_none
from companion.setup.wishes import Broken
from companion.terminal.requests import Refused, check_keys, one_of
from companion.terminal.speech import Speech

KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "scenario": ("string",),
    "players": ("number",),
    "edition": ("string",),
    "mode": ("string",),
    "seed": ("string",),
    "wishes": ("object",),
    "rules": ("boolean",),
    "code": ("string",),
    "board": ("object",),
    "keep": ("array",),
    "swap": ("array",),
    "lay": ("array", "boolean"),
    "show": ("array",),
}

SHOWS: Final = ("report", "guide", "text")
MODES: Final[tuple[Literal["variable"], Literal["printed"]]] = ("variable", "printed")
SEED: Final = "script"
"""The pass phrase of a board that names no seed: the same lines give the same boards."""

USUAL_PLAYERS: Final = 4


def answer_board(given: Mapping[str, Any], own: Path | None, speech: Speech) -> dict[str, Any]:
    """What `{"board": …}` comes to. Raises `Refused` with everything that is wrong with it."""
    problems = check_keys(given, KEYS, (), "board.")
    if not problems and not {"scenario", "code", "board"} & set(given):
        problems = [Problem("missing_key", Text("boards.draw.nothing_asked"))]
    if not problems and "code" in given and "board" in given:
        problems = [Problem("two_boards", Text("boards.draw.two_boards"))]
    if problems := problems or _idle(given):
        raise Refused(problems)
    one_of("board.mode", given.get("mode", MODES[0]), MODES)
    for word in given.get("show", ())[: len(SHOWS) + 1]:
        one_of("board.show", word, SHOWS)
    try:
        return _Asked(given, own, speech).answer()
    except (CodeRefused, ScenarioRefused, RequestRefused) as refused:
        raise Refused(refused.problems) from refused
    except Unfit as unfit:
        raise Refused.one("unfit", unfit.text) from unfit


def _idle(given: Mapping[str, Any]) -> list[Problem]:
    """Keys that would say nothing beside the others."""
    whole = bool({"code", "board"} & set(given))
    of_drawing = {"scenario", "players", "edition", "mode"} if whole else set()
    if whole and not {"keep", "lay"} & set(given):
        of_drawing |= {"seed"}
    idle = tuple(key for key in given if key in of_drawing)
    return [Problem("not_heeded", Text("boards.draw.not_heeded", {"keys": idle}))] if idle else []


class _Asked:
    """One request, carried out on a draft."""

    def __init__(self, given: Mapping[str, Any], own: Path | None, speech: Speech) -> None:
        self._given, self._speech = given, speech
        self._find = partial(plan_for, own=own)
        self._outcome = Answer("board")

    def answer(self) -> dict[str, Any]:
        given = self._given
        shown = self._shown()
        draft = self._draft(shown)
        if shown is not None:
            draft.show(Stand(shown.board))
        if "keep" in given and draft.stand is not None:
            sites = sites_of(given["keep"], draft.stand.board, "keep")
            draft.keep_only(
                [site for site in sites if is_hex(site)],
                [site for site in sites if not is_hex(site)],  # type: ignore[misc]
            )
        if shown is None or "keep" in given:
            self._roll(draft)
        if draft.stand is not None and self._outcome.outcome == "board":
            self._by_hand(draft)
        return self._told(draft)

    def _shown(self) -> Decoded | None:
        """The board that the request brings along."""
        if "code" in self._given:
            return decode(self._given["code"], self._find)
        if "board" in self._given:
            return from_json(self._given["board"], self._find)
        if "keep" in self._given:
            raise Refused.one("nothing_to_keep", Text("boards.draw.nothing_to_keep"))
        return None

    def _draft(self, shown: Decoded | None) -> Draft:
        given = self._given
        wished = wishes_of(given.get("wishes", {}))
        if shown is not None:
            options = wished.options if "wishes" in given else shown.options
            rules = given.get("rules", shown.rules)
            wanted = Wanted(rules=rules, by_letters=wished.by_letters, wishes=options)
            return Draft(shown.plan, shown.players, wanted)
        players = given.get("players", USUAL_PLAYERS)
        if not isinstance(players, int):
            raise Refused.one("bad_value", Text("boards.draw.whole", {"value": str(players)}))
        plan = self._find(given["scenario"], players, given.get("edition", ""))
        mode = given.get("mode", MODES[0])
        rules = given.get("rules", True)
        return Draft(plan, players, Wanted(mode, rules, wished.by_letters, wished.options))

    def _roll(self, draft: Draft) -> None:
        try:
            seed = parse_seed(self._given.get("seed", SEED))
        except ValueError as fault:
            text = Text("boards.draw.seed", {"fault": str(fault)})
            raise Refused.one("bad_seed", text) from fault
        order = draft.order(seed)
        self._outcome = Roller().roll(order)
        draft.take(order, self._outcome)

    def _by_hand(self, draft: Draft) -> None:
        """Swap pairs in turn, then lay harbors on edges, or all by lot."""
        for at, pair in enumerate(self._given.get("swap", ())):
            assert draft.stand is not None
            given = pair if isinstance(pair, list) else [pair]
            sites = sites_of(given, draft.stand.board, f"swap[{at}]")
            if len(sites) != 2 or is_hex(sites[0]) != is_hex(sites[1]):
                text = Text("boards.draw.site", {"key": f"swap[{at}]", "value": str(pair)[:40]})
                raise Refused.one("bad_site", text)
            draft.swap(*sites)
        lay = self._given.get("lay", ())
        if lay and not draft.plan.laid:
            name = scenario_name(draft.plan.scenario)
            text = Text("boards.draw.nothing_to_lay", {"scenario": name})
            raise Refused.one("nothing_to_lay", text)
        if lay is True:
            draft.lay_rest(parse_seed(self._given.get("seed", SEED)))
        for at, value in enumerate(lay if isinstance(lay, list) else ()):
            places = {tuple(sorted(map(tuple, [one, other]))): (one, other)
                      for one, other in draft.places_to_lay()}  # fmt: skip
            try:
                site = places[tuple(sorted(tuple(place) for place in value))]
            except (KeyError, TypeError):
                text = Text("boards.draw.coast", {"key": f"lay[{at}]", "value": str(value)[:40]})
                raise Refused.one("bad_site", text) from None
            draft.lay(site)

    # -- what is told -----------------------------------------------------------------------

    def _told(self, draft: Draft) -> dict[str, Any]:
        found = self._outcome
        say = self._speech.tr.show
        told: dict[str, Any] = {"outcome": found.outcome}
        if found.outcome != "board" or draft.stand is None:
            told["relax"] = [{"wish": step.wish, "limit": step.limit} for step in found.relax]
            told["text"] = [say(words) for words in why_none(found)]
            return told
        board, wanted = draft.stand.board, draft.wanted
        kept: dict[str, Any] = {"options": wanted.wishes, "rules": wanted.rules}
        told["exact"] = draft.stand.exact
        told["code"] = encode(draft.plan, board, players=draft.players, **kept)
        told["board"] = to_json(draft.plan, board, players=draft.players, **kept)
        told["broken"] = [self._broken(fault) for fault in draft.broken()]
        if draft.plan.laid:
            told["to_lay"] = list(draft.to_lay())
        shows: dict[str, Callable[[], Any]] = {
            "report": lambda: self._report(draft),
            "guide": lambda: self._guide(draft),
            "text": lambda: text(draft.plan, board, say),
        }
        for name in dict.fromkeys(self._given.get("show", ())):
            told["drawing" if name == "text" else name] = shows[name]()
        return told

    def _broken(self, fault: Broken) -> dict[str, Any]:
        return {
            "wish": fault.wish,
            "limit": fault.limit,
            "found": fault.found,
            "sites": fault.sites,
            "text": self._speech.tr.show(broken_text(fault)),
        }

    def _report(self, draft: Draft) -> dict[str, Any]:
        assert draft.stand is not None
        report = report_on(draft.plan, draft.stand.board, draft.players)
        say = self._speech.tr.show
        return {
            "resources": {
                share.resource: {
                    "pips": share.pips,
                    "hexes": len(share.hexes),
                    "fair": round(share.fair, 2),
                }
                for share in report.resources
            },
            "best": [{"node": spot.node, "pips": spot.pips} for spot in report.best],
            "worst": [{"node": spot.node, "pips": spot.pips} for spot in report.worst],
            "starts": [sum(spot.pips for spot in pair) for pair in report.starts],
            "islands": [{"hexes": len(i.hexes), "pips": i.pips} for i in report.islands],
            "lines": [f"{say(f.title)}. {say(f.words)}" for f in report.findings],
        }

    def _guide(self, draft: Draft) -> list[dict[str, Any]]:
        assert draft.stand is not None
        say = self._speech.tr.show
        return [
            {
                "id": step.id,
                "title": say(step.title),
                "lines": [say(line) for line in step.lines],
                "sites": step.sites,
            }
            for step in guide(draft.plan, draft.stand.board)
        ]
