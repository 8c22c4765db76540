"""The command line: `islekeeper`, the same as `python -m companion`.

Nothing heavy is imported at the top, so that `--help` answers at once on a small computer.
"""

import argparse
from collections.abc import Sequence

from companion import __version__


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="islekeeper",
        description="The companion that stands beside the physical board.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status of the process.

    Arguments:
        arguments: the words after the program's name; `sys.argv` when `None`.
    """
    parser = build_parser()
    parser.parse_args(arguments)
    parser.print_help()
    return 0
