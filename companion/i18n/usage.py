"""Which message ids the code uses: found by reading the code, not by running it.

An id is *called for* where it is the first argument of `Text(...)`, `tr(...)`, `_(...)` or
`translator(...)`, or made by `Ref(kind, id)`; there it must exist, with the parameters given.
An f-string, or a `Ref` to an id not known before it runs, calls for a pattern. Any other string
that spells an id (in Python, kv or TOML) counts as a use, so nothing that data names is
reported as unused.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

CALLS = frozenset({"Text", "tr", "_", "translator"})
SEAT_KIND = "seat"

_ID = re.compile(r"[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*)+\Z")
_QUOTED = re.compile(r"""(["'])([a-z0-9][a-z0-9_.-]*)\1""")
_QUOTED_CALL = re.compile(r"""\b(?:tr|_|Text|translator)\(\s*(["'])([a-z0-9_.-]+)\1""")


@dataclass(frozen=True)
class Call:
    """One place that calls for a message: `pattern` is an id, or has `*` for what is not known.

    `params` are the names given, None where they cannot be read off the code.
    """

    where: str
    pattern: str
    params: frozenset[str] | None = None


@dataclass
class Usage:
    """The calls, and every other string that may be an id."""

    calls: list[Call] = field(default_factory=list)
    mentions: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    def uses(self, message: str) -> bool:
        """Whether anything calls for the message or mentions it."""
        return message in self.mentions or any(
            fnmatchcase(message, call.pattern) for call in self.calls
        )


def scan(roots: Iterable[Path]) -> Usage:
    """Read every `.py`, `.kv` and `.toml` file at and below the roots, catalogues excepted."""
    usage = Usage()
    for root in roots:
        files = [root] if root.is_file() else sorted(root.rglob("*"))
        for path in files:
            if path.parent.name == "catalog" or path.suffix not in {".py", ".kv", ".toml"}:
                continue
            source = path.read_text(encoding="utf-8")
            name = str(path.relative_to(root.parent))
            if path.suffix == ".py":
                _scan_python(name, source, usage)
            else:
                _scan_other(name, source, usage)
    return usage


def _scan_python(name: str, source: str, usage: Usage) -> None:
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        usage.faults.append(f"{name}:{error.lineno}: cannot be read: {error.msg}")
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if _ID.match(node.value):
                usage.mentions.add(node.value)
        elif isinstance(node, ast.Call):
            usage.calls.extend(_calls(name, node))


def _scan_other(name: str, source: str, usage: Usage) -> None:
    for number, line in enumerate(source.splitlines(), 1):
        usage.mentions.update(match[2] for match in _QUOTED.finditer(line))
        if name.endswith(".kv"):
            usage.calls.extend(
                Call(f"{name}:{number}", match[2]) for match in _QUOTED_CALL.finditer(line)
            )


def _calls(name: str, node: ast.Call) -> Iterator[Call]:
    called = node.func
    word = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
    where = f"{name}:{node.lineno}"
    if word in CALLS and node.args:
        for pattern in _patterns(node.args[0]):
            yield Call(where, pattern, _given(word, node))
    elif word == "Ref" and len(node.args) == 2:
        for kind in _patterns(node.args[0]):
            if kind != SEAT_KIND:
                for thing in _patterns(node.args[1]) or ["*"]:
                    yield Call(where, f"{kind}.{thing}", frozenset())


def _patterns(node: ast.expr) -> list[str]:
    """What strings an expression may give, `*` for unknown parts; none if nothing is known."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _patterns(node.body) + _patterns(node.orelse)
    if isinstance(node, ast.JoinedStr):
        known = [part.value if isinstance(part, ast.Constant) else "*" for part in node.values]
        pattern = "".join(str(part) for part in known)
        return [pattern] if pattern.strip("*.") else []
    return []


def _given(word: str, node: ast.Call) -> frozenset[str] | None:
    """The parameter names of a call that writes them out."""
    if word != "Text":
        names = [keyword.arg for keyword in node.keywords]
        return None if None in names else frozenset(str(name) for name in names)
    if node.keywords and node.keywords[0].arg != "params":
        return None
    params = node.args[1] if len(node.args) > 1 else None
    if node.keywords:
        params = node.keywords[0].value
    if params is None:
        return frozenset()
    if not isinstance(params, ast.Dict):
        return None
    keys = [key.value if isinstance(key, ast.Constant) else None for key in params.keys]
    return None if None in keys else frozenset(str(key) for key in keys)
