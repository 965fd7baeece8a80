"""The mirror of an event and of a house: made, made again, and brought up to date after a result.

The event has 300 players and 31 rounds, the last of which is being played; the house has a rating
list of 60 players besides, and a recorded game. Everything happens in this process, on one core, as
in a worker that has made the mirror before. Run with `python -m bench mirror`, or with numbers of
players and rounds behind `python -m bench.bench_mirror`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import django
from django.core.management import call_command


def main(players: int = 300, rounds: int = 31) -> None:
    """Prints the table."""
    with tempfile.TemporaryDirectory(prefix="wcb-") as folder:
        os.environ |= {"WALLCHART_VAR": folder, "DATABASE_URL": "", "LOG_LEVEL": "ERROR"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        # Only now: it needs the models, and they need the settings.
        import_module("bench.mirrors").measure(Path(folder), players, rounds)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
