"""What is not used is not loaded: a command begins in well under a second, and stays small."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.journal.stream_file import written
from tests.builders.events import a_played_event
from tests.databases import made_tables, with_tables
from tests.processes import ROOT

HEAVY = (
    *("celery", "kombu", "marisa_trie", "numpy", "redis", "rich", "rustworkx", "segno"),
    *(
        "django.contrib.admin",
        "structlog",
        "config.celery",
        "config.urls",
        "core.journal.execute",
        "tournaments.command_effects",
    ),
    *("tournaments.public.pages.awaited", "tournaments.pairing.assembling", "desk.giving"),
    *("rest_framework.views", "drf_spectacular", "django_filters", "api.operations"),
)
"""Modules that cost a tenth of a second or more, alone or by what they load."""

NEEDED = {
    "contention": {"numpy"},
    "gcg_check": {"marisa_trie"},
    "words": {"marisa_trie", "numpy"},
}
"""The modules of a command that only reads."""

_SAYS = """
import runpy, sys
sys.argv = {words!r}
try:
    runpy.run_path("manage.py", run_name="__main__")
except SystemExit as left:
    code = left.code
else:
    code = 0
print(code, *(name for name in {heavy!r} if name in sys.modules), file=sys.stderr)
"""


def _run(*words: str, var: Path | None = None) -> tuple[int, set[str]]:
    """Return the exit code of a command of the console, and what it loaded that is heavy."""
    given = {"WALLCHART_VAR": str(var), "DATABASE_URL": ""} if var is not None else {}
    ran = subprocess.run(
        [sys.executable, "-c", _SAYS.format(words=["manage.py", *words], heavy=HEAVY)],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **given},
        capture_output=True,
        text=True,
        check=True,
    )
    code, *loaded = ran.stderr.splitlines()[-1].split()
    return int(code), set(loaded)


@pytest.mark.parametrize(
    "words",
    [
        ("help",),
        *(
            (command, "--help")
            for command in (
                *("backup", "contention", "gcg_check", "rate_division", "rating_history"),
                *("submission", "tsh_export", "words"),
            )
        ),
    ],
    ids=" ".join,
)
def test_a_command_that_reads_loads_only_what_it_is_made_of(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    code, loaded = _run(*words, var=tmp_path)
    assert code == 0
    assert loaded <= NEEDED.get(words[0], set())


def test_the_supervisor_loads_no_django(tmp_path: Path) -> None:
    program = (
        "import sys, config.up.__main__, config.up.supervisor\n"
        f"print([name for name in ('django', *{HEAVY!r}) if name in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "WALLCHART_VAR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "[]\n"


@pytest.mark.parametrize(
    "program",
    [
        "runpy.run_path('manage.py', run_name='__main__')",
        "runpy.run_module('config.up.preparing', run_name='__main__')",
        "import config.celery",
        "import config.clock",
    ],
)
def test_what_is_loaded_is_not_looked_through_when_a_process_ends(
    program: str, tmp_path: Path
) -> None:
    # What is registered first is called last.
    tells = (
        "import atexit, gc, runpy; atexit.register(lambda: print('frozen', gc.get_freeze_count()))"
    )
    nowhere = f"sqlite:///{tmp_path / 'none' / 'none.sqlite3'}"
    ran = subprocess.run(
        [sys.executable, "-c", f"{tells}\n{program}", "tables"],
        cwd=ROOT,
        env={**os.environ, "WALLCHART_VAR": str(tmp_path), "DATABASE_URL": nowhere}
        | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert int(ran.stdout.split()[-1]) > 10_000, ran.stderr


@pytest.mark.django_db(transaction=True)
def test_the_standings_of_an_event_are_printed_by_what_reads_them_alone() -> None:
    slug = a_played_event()
    assert _run("standings", slug, "--round", "all", "--json") == (0, set())
    assert _run("starts", slug, "--json") == (0, set())


@pytest.mark.django_db(transaction=True)
def test_a_replay_loads_neither_what_pairs_nor_what_follows_a_command_that_is_given_now(
    tmp_path: Path,
) -> None:
    slug = a_played_event()
    assert _run("replay", slug) == (0, {"core.journal.execute"})
    journal = tmp_path / "journal.jsonl"
    journal.write_bytes(b"".join(written(f"event:{slug}")))
    tables = str(made_tables())
    ran = _run("replay_journal", str(journal), slug, "--tables", tables, var=tmp_path)
    of_migrations = {"marisa_trie"}  # the kept tables are compared with those there are
    assert ran == (0, {"core.journal.execute"} | of_migrations)


@pytest.fixture(scope="module")
def told_by_web_process(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return what a web process has loaded when it is ready, and once it answered three times."""
    var = with_tables(tmp_path_factory.mktemp("web") / "var")
    program = (
        "import sys; from config import web_server; web_server.load(); web_server.application()\n"
        "print([name for name in ('django.contrib.admin', 'debug_toolbar') if name in sys.modules])"
        "\nfrom django.test import Client\n"
        "paths = ('/', '/accounts/login/', '/api/v1/events/none/divisions/A/standings')\n"
        "statuses = [Client().get(path).status_code for path in paths]\n"
        "heavy = ('rest_framework.views', 'drf_spectacular', 'django_filters')\n"
        "print(statuses, [name for name in heavy if name in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "WALLCHART_VAR": str(var), "DATABASE_URL": "", "DEBUG": "1"}
        | {"DJANGO_SETTINGS_MODULE": "config.settings", "ALLOWED_HOSTS": "testserver"},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.splitlines()


def test_a_web_process_loads_no_admin_before_an_operator_asks_for_it(
    told_by_web_process: list[str],
) -> None:
    assert told_by_web_process[0] == "[]"


def test_stored_answers_are_sent_without_the_framework_of_the_others(
    told_by_web_process: list[str],
) -> None:
    assert told_by_web_process[-1] == "[200, 200, 404] []"
