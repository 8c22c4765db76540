"""`islekeeper board`: a board drawn anew or shared by its code, in the form that is wanted."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TextIO, get_type_hints

from companion.core import chance
from companion.core.board.options import LIMITS, Options
from companion.core.board.plan import Plan
from companion.core.settings import did_you_mean
from companion.i18n.text import Text
from companion.i18n.translator import Translator
from companion.scenario.files import ScenarioRefused
from companion.scenario.plans import plan_for
from companion.setup.code import CodeRefused, decode, encode, grouped
from companion.setup.code_json import to_json
from companion.setup.code_record import Decoded
from companion.setup.drawn import draw_board, problem_of, with_rules
from companion.setup.generate import Answer
from companion.terminal.deeds import OK, Deeds, texts_of

BY_LETTERS = "by_letters"
"""A wish of the command that is none of the generator: numbers in the order of their letters."""


class Unmet(Exception):
    """What keeps a board from being; `texts` say it."""

    def __init__(self, texts: Iterable[Text]) -> None:
        self.texts = tuple(texts)
        super().__init__()


class BoardCommand(Deeds):
    """Draws one board, or reads one from its code, and writes it to `out`."""

    def __init__(self, own: Path, tr: Translator, out: TextIO) -> None:
        super().__init__(tr, out)
        self._own = own

    def run(self, given: Mapping[str, Any]) -> int:
        """Do it and give the exit status. Raises `OSError`."""
        try:
            code = given["code"]
            shown = decode(code, self._plan) if code else self._drawn(given)
        except (ScenarioRefused, CodeRefused) as refused:
            return self._fail(*texts_of(refused.problems))
        except Unmet as unmet:
            return self._fail(*unmet.texts)
        self._out.flush()
        self._out.buffer.write(rendered(shown, given["format"]))
        return OK

    def _plan(self, scenario: str, players: int, edition: str) -> Plan:
        return plan_for(scenario, players, edition, self._own)

    def _drawn(self, given: Mapping[str, Any]) -> Decoded:
        if not given["scenario"]:
            raise Unmet([Text("boards.draw.nothing")])
        wishes, by_letters = read_wishes(given["want"])
        plan = self._plan(given["scenario"], given["players"], given["edition"])
        problem = problem_of(plan, given["mode"], by_letters=by_letters)
        if problem is None:
            raise Unmet([Text("boards.draw.not_printed", {"scenario": plan.scenario})])
        rules = given["rules"] and given["mode"] != "printed"
        options = with_rules(plan, wishes) if rules else wishes
        answer = draw_board(plan, problem, options, _seed(given["seed"]))
        if answer.board is None:
            raise Unmet(why_not(answer))
        if not answer.exact:
            sys.stderr.write(f"{self._tr('boards.draw.nearly')}\n")
        return Decoded(plan, answer.board, given["players"], wishes, rules)


def rendered(shown: Decoded, form: str) -> bytes:
    """The board as a code, as JSON, or as a picture."""
    if form in ("svg", "png"):
        # Imported here: a code needs no picture.
        from companion.setup.drawing.png import png  # noqa: PLC0415
        from companion.setup.drawing.scene import scene  # noqa: PLC0415
        from companion.setup.drawing.svg import svg  # noqa: PLC0415

        drawn = scene(shown.plan, shown.board)
        return png(drawn) if form == "png" else svg(drawn).encode()
    kept: dict[str, Any] = {
        "players": shown.players,
        "options": shown.options,
        "rules": shown.rules,
    }
    if form == "json":
        return json.dumps(to_json(shown.plan, shown.board, **kept), indent=1).encode() + b"\n"
    return grouped(encode(shown.plan, shown.board, **kept)).encode() + b"\n"


def read_wishes(words: Iterable[str]) -> tuple[Options, bool]:
    """The wishes as they are typed: `reds_apart`, `node_most=10`; and whether by the letters.

    Raises `Unmet` naming every word that is no wish, and every limit out of its range.
    """
    kinds = get_type_hints(Options)
    fine: dict[str, Any] = {}
    faults: list[Text] = []
    by_letters = False
    for word in words:
        name, _, value = word.partition("=")
        if word == BY_LETTERS:
            by_letters = True
        elif name not in kinds:
            faults.append(did_you_mean("boards.draw.wish", name, [*kinds, BY_LETTERS]))
        elif name not in LIMITS:
            fine[name] = True
        else:
            low, high = LIMITS[name]
            if value.isascii() and value.isdigit() and low <= int(value[:4]) <= high:
                fine[name] = int(value)
                continue
            bounds: dict[str, int | str] = {"name": name, "value": value, "low": low, "high": high}
            faults.append(Text("boards.draw.limit", bounds))
    if faults:
        raise Unmet(faults)
    return Options(**fine), by_letters


def why_not(answer: Answer) -> list[Text]:
    """Why there is no board, and which single wish would have to give way."""
    if answer.outcome != "impossible":
        return [Text("boards.draw.not_found")]
    texts = [Text("boards.draw.impossible")]
    for step in answer.relax:
        if step.limit is None:
            texts.append(Text("boards.draw.give_up", {"wish": step.wish}))
        else:
            texts.append(Text("boards.draw.loosen", {"wish": step.wish, "n": step.limit}))
    return texts


def _seed(words: str | None) -> chance.Seed:
    if words is None:
        return chance.new_seed(secrets.token_bytes)
    try:
        return chance.parse_seed(words)
    except ValueError as fault:
        raise Unmet([Text("boards.draw.seed", {"fault": str(fault)})]) from fault
