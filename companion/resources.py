"""Where the files are that come with the program but lie outside its packages.

Fonts, pictures and catalogs lie beside the code that reads them. The scenarios do not: people
write them, so a checkout keeps them in sight in `scenarios/` at its top, and a wheel carries
them as `companion/_scenarios`. This module knows both places.
"""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def scenario_folder() -> Path:
    """Return the folder of the scenario files (`*.toml`) that come with the program.

    Raises:
        FileNotFoundError: the installation is damaged; the message names both places.
    """
    places = (_PACKAGE / "_scenarios", _PACKAGE.parent / "scenarios")
    for folder in places:
        if folder.is_dir():
            return folder
    raise FileNotFoundError(
        "the scenarios that come with Islekeeper are neither in "
        f"{places[0]} nor in {places[1]}: install Islekeeper again"
    )
