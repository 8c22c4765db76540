"""`islekeeper board`: a board drawn anew or shared by its code, in the form that is wanted."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TextIO

from companion.core import chance
from companion.core.board.options import LIMITS
from companion.core.board.plan import Plan
from companion.core.names import harmless
from companion.i18n.text import Text
from companion.i18n.translator import Translator
from companion.scenario.files import ScenarioRefused
from companion.scenario.plans import plan_for
from companion.setup.code import CodeRefused, decode, encode, grouped
from companion.setup.code_json import MOST_BYTES, to_json
from companion.setup.code_record import Decoded
from companion.setup.draft import Draft, Roller, Unfit, Wanted
from companion.setup.generate import Answer
from companion.setup.request import RequestRefused, Wished, wishes_of
from companion.terminal.deeds import OK, Deeds, texts_of


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
            whole = given["code"] is not None or given["file"] is not None
            if whole:
                self._refuse_idle(given)
            code = self._in_file(given["file"]) if given["code"] is None else given["code"]
            shown = decode(code, self._plan) if whole else self._drawn(given)
        except (ScenarioRefused, CodeRefused, RequestRefused) as refused:
            return self._fail(*texts_of(refused.problems))
        except Unmet as unmet:
            return self._fail(*unmet.texts)
        form = given["format"] or ("text" if self._out.isatty() else "code")
        written = rendered(shown, form, self._tr)
        if given["output"] is not None:
            return self._written(Path(given["output"]), written)
        self._out.flush()
        self._out.buffer.write(written)
        return OK

    def _written(self, path: Path, content: bytes) -> int:
        """Write a new file; one that is there already stays."""
        try:
            file = path.open("xb")
        except FileExistsError:
            return self._fail(Text("boards.draw.exists", {"path": str(path)}))
        except OSError as fault:
            return self._unwritable(path, fault)
        try:
            with file:
                file.write(content)
        except OSError as fault:
            path.unlink(missing_ok=True)  # half a board is none
            return self._unwritable(path, fault)
        self._say("boards.draw.written", path=str(path))
        return OK

    def _unwritable(self, path: Path, fault: OSError) -> int:
        params = {"path": str(path), "fault": fault.strerror or str(fault)}
        return self._fail(Text("boards.draw.unwritable", params))

    def _in_file(self, name: str | None) -> str:
        """What stands in a file, "" without one; `decode` knows codes and JSON."""
        if name is None:
            return ""
        path = Path(name)
        try:
            with path.open("rb") as file:
                found = file.read(MOST_BYTES + 1)
            text = found.decode()
        except OSError as fault:
            params = {"path": name, "fault": fault.strerror or str(fault)}
            raise Unmet([Text("boards.draw.unreadable", params)]) from fault
        except UnicodeDecodeError as fault:
            raise Unmet([Text("boards.draw.no_text", {"path": name})]) from fault
        if not text.strip():
            raise Unmet([Text("boards.draw.no_text", {"path": name})])
        return text

    def _plan(self, scenario: str, players: int, edition: str) -> Plan:
        return plan_for(scenario, players, edition, self._own)

    def _drawn(self, given: Mapping[str, Any]) -> Decoded:
        if not given["scenario"]:
            raise Unmet([Text("boards.draw.nothing")])
        wished = read_wishes(given["want"])
        players = USUAL_PLAYERS if given["players"] is None else given["players"]
        plan = self._plan(given["scenario"], players, given["edition"])
        wanted = Wanted(given["mode"], given["rules"], wished.by_letters, wished.options)
        draft = Draft(plan, players, wanted)
        try:
            order = draft.order(_seed(given["seed"]))
        except Unfit as unfit:
            raise Unmet([unfit.text]) from unfit
        answer = Roller().roll(order)
        if answer.board is None:
            raise Unmet(why_not(answer))
        if not answer.exact:
            sys.stderr.write(f"{self._tr('boards.draw.nearly')}\n")
        return Decoded(plan, answer.board, players, wished.options, given["rules"])

    def _refuse_idle(self, given: Mapping[str, Any]) -> None:
        """Refuse what would say nothing beside a board that is given whole."""
        idle = [word for word, unsaid in _OF_DRAWING.items() if given[word] != unsaid]
        if given["code"] is not None and given["file"] is not None:
            idle.append("file")
        if idle:
            words = tuple(_TYPED.get(word, f"--{word}") for word in idle)
            raise Unmet([Text("boards.draw.idle", {"words": words})])


USUAL_PLAYERS = 4
_OF_DRAWING: Mapping[str, Any] = {
    "scenario": None,
    "players": None,
    "edition": "",
    "seed": None,
    "want": [],
    "rules": True,
    "mode": "variable",
}
"""Arguments that only a board to be drawn heeds, with what they are when nobody gave them."""

_TYPED = {"scenario": "SCENARIO", "rules": "--no-rules", "mode": "--printed"}


FORMS = ("text", "code", "json", "svg", "png", "report", "guide", "page")
"""What a board can be written as; without a wish it is text on a terminal, else the code."""


def rendered(shown: Decoded, form: str, tr: Translator) -> bytes:
    """The board in one of `FORMS`."""
    makers: Mapping[str, Callable[[Decoded, Translator], bytes]] = {
        "text": _text,
        "code": _code,
        "json": _json,
        "svg": _picture,
        "png": _png,
        "report": _report,
        "guide": _guide,
        "page": _page,
    }
    return makers[form](shown, tr)


def _kept(shown: Decoded) -> dict[str, Any]:
    return {"players": shown.players, "options": shown.options, "rules": shown.rules}


def _text(shown: Decoded, tr: Translator) -> bytes:
    from companion.setup.drawing.text import text  # noqa: PLC0415

    return _lines(text(shown.plan, shown.board, tr.show).splitlines())


def _code(shown: Decoded, _tr: Translator) -> bytes:
    return grouped(encode(shown.plan, shown.board, **_kept(shown))).encode() + b"\n"


def _json(shown: Decoded, _tr: Translator) -> bytes:
    said = to_json(shown.plan, shown.board, **_kept(shown))
    return json.dumps(said, indent=1).encode() + b"\n"


def _picture(shown: Decoded, _tr: Translator) -> bytes:
    from companion.setup.drawing.scene import scene  # noqa: PLC0415
    from companion.setup.drawing.svg import svg  # noqa: PLC0415

    return svg(scene(shown.plan, shown.board)).encode()


def _png(shown: Decoded, _tr: Translator) -> bytes:
    from companion.setup.drawing.png import png  # noqa: PLC0415
    from companion.setup.drawing.scene import scene  # noqa: PLC0415

    return png(scene(shown.plan, shown.board))


def _report(shown: Decoded, tr: Translator) -> bytes:
    from companion.setup.report import report_on  # noqa: PLC0415

    found = report_on(shown.plan, shown.board, shown.players).findings
    if not found:
        return _lines([tr("boards.report.nothing")])
    return _lines(
        line for each in found for line in (tr.show(each.title), f"    {tr.show(each.words)}")
    )


def _guide(shown: Decoded, tr: Translator) -> bytes:
    from companion.setup.guide import guide  # noqa: PLC0415

    lines = []
    for n, step in enumerate(guide(shown.plan, shown.board), 1):
        lines.append(f"{n:>2}. {tr.show(step.title)}")
        lines += [f"    {tr.show(line)}" for line in step.lines]
    return _lines(lines)


def _lines(lines: Iterable[str]) -> bytes:
    """Lines for a terminal; what a file calls its marks must not steer it."""
    return "".join(f"{harmless(line)}\n" for line in lines).encode()


def _page(shown: Decoded, tr: Translator) -> bytes:
    from companion.setup.drawing.page import pdf  # noqa: PLC0415

    code = grouped(encode(shown.plan, shown.board, **_kept(shown)))
    return pdf(shown.plan, shown.board, shown.players, code, tr.show)


def read_wishes(words: Iterable[str]) -> Wished:
    """The wishes as they are typed: `reds_apart`, `node_most=10`, `by_letters`.

    Raises `RequestRefused` naming every word that is no wish, and every limit out of its range.
    """
    given: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in LIMITS and value:
            name, value = word, ""  # no wish but a limit has a value
        number = int(value[:_DIGITS]) if value.isascii() and value.isdigit() else value
        given[name] = number if name in LIMITS else True
    return wishes_of(given)


_DIGITS = 4


def why_not(answer: Answer) -> list[Text]:
    """Why there is no board, and which single wish would have to give way."""
    if answer.outcome != "impossible":
        return [Text("boards.made.not_found")]
    texts = [Text("boards.made.impossible")]
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
