"""The check finds each kind of planted fault, and nothing in what is committed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.i18n import check as check_module
from companion.i18n.check import check
from companion.i18n.check import main as check_main
from companion.i18n.compile import compiled, outdated
from companion.i18n.sources import CATALOG, faults_in, read_sources
from companion.i18n.usage import scan
from tests.i18n.conftest import CODE, GOOD, Project


def test_what_is_committed_has_no_fault() -> None:
    assert check().faults == []


def test_the_committed_catalogues_are_what_the_sources_give() -> None:
    assert outdated(read_sources().messages) == []


def test_compiling_depends_on_the_messages_only() -> None:
    messages = read_sources().messages
    backwards = dict(reversed(messages.items()))

    assert compiled(messages) == compiled(backwards)


def test_a_good_project_is_good(project: Project) -> None:
    report = project.check()

    assert (report.faults, report.warnings) == ([], [])


FAULTS = {
    "syntax": ("[step.a\n", r"more\.toml: .*line 1"),
    "missing language": ('[step.a]\nen = "A"', r"step\.a: no words in cs"),
    "missing placeholder": (
        '[step.a]\nen = "A {x}"\ncs = "B"',
        r"step\.a: cs lacks the placeholder \{x\} that en has",
    ),
    "differing placeholder": (
        '[step.a]\nen = "A {x}"\ncs = "B {y}"',
        r"step\.a: en lacks the placeholder \{y\} that cs has",
    ),
    "placeholder in one form only": (
        '[step.a]\nen = ["{n} {x}", "{n}"]\ncs = ["{n} {x}", "{n} {x}", "{n} {x}"]',
        r"step\.a: en: '\{n\}' lacks \{x\}",
    ),
    "unbalanced brace": ('[step.a]\nen = "A {"\ncs = "B"', r"step\.a: en: 'A \{'.*twice"),
    "unknown spec": ('[step.a]\nen = "{x:bold}"\ncs = "{x}"', r"asks for bold; known are"),
    "plural forms": (
        '[step.a]\nen = ["{n}", "{n}"]\ncs = ["{n}", "{n}"]',
        r"step\.a: cs has 2 plural forms; the language has 3",
    ),
    "plural in one language": (
        '[step.a]\nen = ["{n} a", "{n} b"]\ncs = "{n} c"',
        r"step\.a: cs has no plural forms",
    ),
    "count not shown": (
        '[step.a]\nen = ["a", "b"]\ncs = ["c", "d", "e"]',
        r"step\.a: plural by \{n\}, which no language shows",
    ),
    "count without plural": (
        '[step.a]\ncount = "k"\nen = "{k} a"\ncs = "{k} b"',
        r"step\.a: counts by 'k' but has no plural forms",
    ),
    "unknown language": ('[step.a]\nen = "A"\ncs = "B"\nenn = "C"', r"'enn'.*did you mean en\?"),
    "wrong type": ('[step.a]\nen = 3\ncs = "B"', r"step\.a: en is 3; it must be text"),
    "empty words": ('[step.a]\nen = " "\ncs = "B"', r"step\.a: en is ' '"),
    "wrong note": ('[step.a]\nen = "A"\ncs = "B"\nnote = 1', r"note is 1; it must be str"),
    "one-part id": ('[step]\nen = "A"\ncs = "B"', r"en, cs at \[step\]: an id has two parts"),
    "bad id": ('[step."A b"]\nen = "A"\ncs = "B"', r"'A b' in step must be a-z"),
    "dynamic matches nothing": ('dynamic = ["no.*"]', r"'no\.\*' matches no message here"),
    "dynamic is no list": ('dynamic = "no.*"', r"dynamic is 'no\.\*'"),
    "defined twice": (
        '[step.wait]\nen = "Wait {seat}"\ncs = "Čekej {seat}"',
        r"step\.wait is already defined in area\.toml",
    ),
}


@pytest.mark.parametrize(("content", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_in_the_sources_is_found(project: Project, content: str, expected: str) -> None:
    project.area(content, "more.toml")
    faults = [f for f in project.check().faults if "not current" not in f]

    assert any(re.search(expected, fault) for fault in faults), faults
    assert all(fault.startswith("more.toml: ") for fault in faults)
    assert project.run_compile() == 1


def test_all_faults_are_told_at_once(project: Project) -> None:
    for name, (content, _) in FAULTS.items():
        project.area(content.replace("step.a", f"step.{name.replace(' ', '_')}"), f"{name}.toml")

    faults = "\n".join(project.check().faults)

    assert all(f"{name}.toml: " in faults for name in FAULTS)


CODE_FAULTS = {
    "undefined id": ('Text("step.gone")', r"code\.py:1: no message 'step\.gone'"),
    "undefined in kv": ("text: tr('step.gone')", r"code\.kv:1: no message 'step\.gone'"),
    "undefined reference": ('Ref("thing", "gem")', r"no message 'thing\.gem'"),
    "undefined kind": ('Ref("gem", name)', r"no message 'gem\.\*'"),
    "undefined prefix": ('Text(f"gone.{name}.title")', r"no message 'gone\.\*\.title'"),
    "undefined choice": ('tr("step.wait" if x else "step.gone")', r"no message 'step\.gone'"),
    "missing parameter": ('Text("step.take", {"n": 4})', r"step\.take needs seat"),
    "no parameters": ('Text("step.wait")', r"step\.wait needs seat"),
    "missing keyword": ('self.tr("step.take", n=4)', r"step\.take needs seat"),
    "missing count": ('Text("step.take", params={"seat": s})', r"step\.take needs n"),
    "unreadable code": ("def", r"code\.py:1: cannot be read"),
}


@pytest.mark.parametrize("name", CODE_FAULTS)
def test_a_fault_in_the_code_is_found(project: Project, name: str) -> None:
    content, expected = CODE_FAULTS[name]
    project.source(content, "code.kv" if name.endswith("kv") else "code.py")

    faults = project.check().faults

    assert any(re.search(expected, fault) for fault in faults), faults


@pytest.mark.parametrize(
    "content",
    [
        'Text("step.take", {**known})',
        'Text("step.take", known)',
        'tr("step.take", **known)',
        'Text(f"step.{name}")',
        'Text(name, {"n": 4})',
        'Ref("thing", name)',
        'Ref("seat", "s1")',
    ],
)
def test_what_the_code_leaves_open_is_no_fault(project: Project, content: str) -> None:
    project.source(content)

    assert project.check().faults == []


def test_a_message_nothing_uses_is_warned_of(project: Project) -> None:
    project.source(CODE.replace("step.wait", "step.take"), "code.py")

    assert "area.toml: step.wait is used nowhere" in project.check().warnings


@pytest.mark.parametrize(
    ("name", "content"),
    [("data.toml", 'title = "step.wait"'), ("face.kv", "id: 'step.wait'"), ("x.py", "'step.wait'")],
)
def test_data_that_names_a_message_uses_it(project: Project, name: str, content: str) -> None:
    project.source("")
    project.source(content, name)

    assert not any("step.wait" in warning for warning in project.check().warnings)


def test_a_parameter_that_nothing_shows_is_warned_of(project: Project) -> None:
    project.source(CODE + 'Text("step.wait", {"seat": s, "why": w})')

    assert project.check().warnings == ["code/code.py:5: step.wait never shows why"]


def test_same_words_are_warned_of_unless_said_to_be_right(project: Project) -> None:
    same = '[thing.robin]\nen = "Robin {x}"\ncs = "Robin {x}"\n'
    project.area('dynamic = ["thing.*"]\n' + same, "more.toml")
    project.compile()
    assert project.check().warnings == ["more.toml: thing.robin is the same in en and cs"]

    project.area('dynamic = ["thing.*"]\n' + same + "same = true", "more.toml")
    project.compile()
    assert project.check().warnings == []


def test_outdated_and_missing_catalogues_are_found_and_mended(project: Project) -> None:
    project.area(GOOD.replace("Wait for", "Waiting for"))
    (project.locale / "cs/LC_MESSAGES/islekeeper.mo").unlink()

    late = [fault.split(" ")[0] for fault in project.check().faults]

    assert late == [
        "en/LC_MESSAGES/islekeeper.po",
        "en/LC_MESSAGES/islekeeper.mo",
        "cs/LC_MESSAGES/islekeeper.mo",
    ]
    assert project.run_compile("--check") == 1
    assert project.run_compile() == 0
    assert project.run_compile("--check") == 0
    assert project.check().faults == []
    assert not list(project.locale.rglob("*.mo.*"))


def test_nothing_to_read_is_a_fault(tmp_path: Path) -> None:
    faults = check(tmp_path, tmp_path, []).faults

    assert any(fault.startswith("no messages: ") for fault in faults)


def test_what_the_translator_itself_says_must_be_there(project: Project) -> None:
    project.area(GOOD.replace("decimal_sign =", "decimal ="))

    assert "messages lack number.decimal_sign, which every text needs" in project.check().faults


def test_the_exit_code_tells(
    project: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = ["--catalog", str(project.catalog), "--locale", str(project.locale)]
    paths.append(str(project.code))
    assert check_main(paths) == 0
    assert capsys.readouterr().out == "0 faults, 0 warnings\n"

    project.source("")
    assert check_main(paths) == 0
    assert check_main(["--strict", *paths]) == 1

    project.source('Text("step.gone")')
    assert check_main(paths) == 1
    assert "fault: code/code.py:1: no message 'step.gone'\n" in capsys.readouterr().err


def test_the_scan_reads_the_projects_code() -> None:
    usage = scan([check_module.PROJECT / "companion"])

    calls = [call for call in usage.calls if call.where.startswith("companion/i18n/translator.py:")]
    assert "month.*" in {call.pattern for call in calls}


def test_every_area_of_the_catalogue_is_sound() -> None:
    sources = read_sources(CATALOG)

    assert sources.faults == []
    assert list(faults_in(sources.messages)) == []
    assert {"resource.ore", "event.calm_seas", "common.undo"} <= sources.messages.keys()


@pytest.mark.parametrize("module", ["check", "compile"])
def test_without_polib_it_says_what_installs_it(module: str) -> None:
    run = f"runpy.run_module('companion.i18n.{module}', run_name='__main__')"
    hidden = f"import runpy, sys; sys.modules['polib'] = None; {run}"
    answer = subprocess.run(
        [sys.executable, "-c", hidden], cwd=check_module.PROJECT,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.returncode == 1
    assert "make dev" in answer.stderr
    assert len(answer.stderr.splitlines()) == 1
