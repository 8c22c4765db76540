"""What a wheel carries, and that the program finds it there as in a checkout."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import companion
from companion import resources

ROOT = Path(__file__).parents[1]
DATA_SUFFIXES = {".mo", ".po", ".png", ".svg", ".ttf", ".toml"}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of what the wheel is built from, with one more scenario in it."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in ("companion", "hardware"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    if (ROOT / "scenarios").is_dir():
        shutil.copytree(ROOT / "scenarios", copy / "scenarios")
    (copy / "scenarios").mkdir(exist_ok=True)
    (copy / "scenarios" / "made-for-this-test.toml").write_text("")
    return copy


@pytest.fixture(scope="module")
def installed(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the contents of the wheel, as pip would unpack it."""
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run_installed(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    # "-P" keeps this checkout off the path; PYTHONPATH comes before the editable install.
    return subprocess.run(
        [sys.executable, "-P", *words],
        cwd=site,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )


def data_files(package: Path) -> set[str]:
    return {
        str(path.relative_to(package))
        for path in package.rglob("*")
        if path.suffix in DATA_SUFFIXES and "_scenarios" not in path.parts
    }


def test_wheel_carries_every_data_file(installed: Path) -> None:
    assert data_files(installed / "companion") == data_files(ROOT / "companion")
    assert data_files(ROOT / "companion"), "no data file found: this test would prove nothing"


def scenarios_found(site: Path) -> tuple[Path, list[str]]:
    """Return the folder that the program run from `site` finds, and the names in it."""
    program = "from companion import resources; print(resources.scenario_folder())"
    answer = run_installed(site, "-c", program)
    assert answer.returncode == 0, answer.stderr
    folder = Path(answer.stdout.strip())
    return folder, sorted(path.name for path in folder.iterdir())


def test_wheel_finds_the_scenarios_of_the_checkout(checkout: Path, installed: Path) -> None:
    in_checkout, names = scenarios_found(checkout)
    in_wheel, same_names = scenarios_found(installed)
    assert in_checkout == checkout / "scenarios"
    assert in_wheel == installed / "companion" / "_scenarios"
    assert "made-for-this-test.toml" in names
    assert same_names == names


def test_damaged_installation_says_where_it_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "companion")
    with pytest.raises(FileNotFoundError, match=r"_scenarios.*install Islekeeper again"):
        resources.scenario_folder()


def test_module_and_command_say_the_same_version(installed: Path) -> None:
    answer = run_installed(installed, "-m", "companion", "--version")
    assert answer.stdout.strip() == f"islekeeper {companion.__version__}"


def test_help_imports_nothing_heavy() -> None:
    answer = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "companion", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    imported = {line.rpartition("|")[2].strip() for line in answer.stderr.splitlines()}
    assert "companion.cli" in imported
    assert not imported & {"kivy", "msgspec", "sqlite3", "asyncio", "platformdirs"}
