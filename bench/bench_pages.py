"""The standings page of a large division: made cold, served from the store, and as a 304.

The peer renders on every request, as one would write it first: the same sheet, the same template,
nothing kept. All of them answer the same request through Django in this process, in a database of
their own. Run with `python -m bench.bench_pages`.
"""

from __future__ import annotations

import os
import tempfile
from importlib import import_module
from pathlib import Path

import django
from django.core.management import call_command


def main() -> None:
    """Prints the table, then what a mirror of the whole event takes."""
    with tempfile.TemporaryDirectory(prefix="wcb-") as folder:
        os.environ |= {"WALLCHART_VAR": folder, "DATABASE_URL": "", "LOG_LEVEL": "ERROR"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        # Only now: it needs the models, and they need the settings.
        import_module("bench.pages_answers").measure(Path(folder))


if __name__ == "__main__":
    main()
