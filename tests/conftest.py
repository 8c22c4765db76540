"""What every test starts from: a home of its own, and a window that needs no monitor."""

import atexit
import os
import shutil
import tempfile

import pytest
from hypothesis import settings

# Set before any test module is imported: Kivy reads these, and makes its folders, on import.
os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")  # real OpenGL, no X; "x11" shows the window
os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")  # else some first touches are lost
os.environ.setdefault("LIBGL_ALWAYS_SOFTWARE", "1")  # the same pixels without a graphics card
os.environ["KIVY_NO_ARGS"] = "1"  # pytest's arguments are none of Kivy's

# The games, settings and `~/.kivy` of whoever runs the tests stay out of reach.
_home = tempfile.mkdtemp(prefix="islekeeper-tests-")
atexit.register(shutil.rmtree, _home, ignore_errors=True)
os.environ.pop("STATE_DIRECTORY", None)
os.environ["HOME"] = _home
os.environ["KIVY_HOME"] = f"{_home}/kivy"
for _folder in ("CONFIG", "DATA", "STATE", "CACHE"):
    os.environ[f"XDG_{_folder}_HOME"] = f"{_home}/{_folder.lower()}"

# A shared machine may pause a test for longer than any deadline. The same examples are tried
# every time and everywhere, so that what is green at a desk is green in CI; `make proof` and
# `pytest --hypothesis-profile=luck` look further.
settings.register_profile("same", deadline=None, derandomize=True, database=None)
settings.register_profile("luck", deadline=None)
settings.load_profile("same")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse two files with window tests in one process: the second would draw into the first.

    Raises:
        pytest.UsageError: window tests of more than one file were selected.
    """
    files = {item.path for item in items if item.get_closest_marker("window")}
    if len(files) > 1 and not config.option.collectonly:
        raise pytest.UsageError(
            f"window tests of {len(files)} files in one process, and Kivy has one window in each. "
            "Name one file, or run them all with `python -m tests.windows`."
        )
