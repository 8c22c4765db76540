"""Rules about the files themselves that neither linter nor type checker knows."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.lock", "requirements-dev.lock")
MOST_LINES = 400

# Written in two halves, so that this file does not break its own rule.
REGISTRY_HOSTS = [
    ".".join(halves)
    for halves in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("piwheels", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("deb.debian", "org"),
        ("security.debian", "org"),
        ("snapshot.debian", "org"),
        ("raspbian", "org"),
        ("archive.raspberrypi", "com"),
    )
]


def committed_files() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("no git checkout: what is committed cannot be asked")
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in files if path.is_file()]


def test_modules_stay_short_enough_to_read() -> None:
    too_long = {
        str(path.relative_to(ROOT)): lines
        for path in committed_files()
        if path.suffix == ".py"
        and (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert not too_long, f"modules of more than {MOST_LINES} lines: divide them by what they do"


def test_no_committed_file_names_a_registry_host() -> None:
    named = [
        f"{path.relative_to(ROOT)}: {host}"
        for path in committed_files()
        for host in REGISTRY_HOSTS
        if host.encode() in path.read_bytes()
    ]
    assert not named, "whoever installs this chooses the registry, not the project"


def pins(lock: str) -> dict[str, str]:
    """Return the locked version by normalized name."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return {
        canonicalize_name(name): version
        for name, version in re.findall(r"^([\w.-]+)==(\S+)", text, flags=re.MULTILINE)
    }


@pytest.mark.parametrize("lock", LOCKS)
def test_each_locked_version_is_hashed(lock: str) -> None:
    entries = re.split(r"^(?=[\w.-]+==)", (ROOT / lock).read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert len(entries) == len(pins(lock))
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_names_no_address(lock: str) -> None:
    assert "://" not in (ROOT / lock).read_text(encoding="utf-8")


def test_locked_versions_lie_in_the_ranges() -> None:
    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = described["dependency-groups"]
    extras = described["project"]["optional-dependencies"]
    for_run = described["project"]["dependencies"] + groups["build"]
    for_dev = for_run + extras["hardware"] + [g for g in groups["dev"] if isinstance(g, str)]
    wrong = [
        f"{lock}: {requirement} is {locked.get(canonicalize_name(requirement.name))}"
        for lock, wanted in zip(LOCKS, (for_run, for_dev), strict=True)
        for locked in (pins(lock),)
        for requirement in map(Requirement, wanted)
        if not requirement.specifier.contains(
            locked.get(canonicalize_name(requirement.name), "0.dev0"), prereleases=True
        )
    ]
    assert not wrong, "the lock is behind pyproject.toml: run `make lock`"


def test_both_locks_agree() -> None:
    dev = pins("requirements-dev.lock")
    differing = {
        name: (version, dev.get(name))
        for name, version in pins("requirements.lock").items()
        if dev.get(name) != version
    }
    assert not differing, "run `make lock`"
