"""A command with form and page is the files that CONTRIBUTING.md lists: planted, all of it works.

tests/planted_command holds what somebody writes who adds a feature with one command. A copy of the
project gets these files and the lines below, and nothing else.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contracts import house
from tests.databases import made_tables
from tests.processes import ROOT
from tests.settings import RUN

PLANTED = ROOT / "tests" / "planted_command"
FEATURE = "tournaments/division_order"
HEADING = "## Adding a command, with a form and a page at the desk"

LINES = {
    "tournaments/kernel/round_states.py": {
        '        "division.lexicon_chosen"': """\
        "division.listed": (YES, YES, YES, YES, _CLOSED),
""",
    },
    "tournaments/consequences/queries/looking.py": {
        '    "division.pairing_planned",\n': '    "division.listed",\n',
    },
    "tournaments/overview/desk_pages.py": {
        "from tournaments.entries import desk_pages as entries\n": """\
from tournaments.division_order import desk_pages as division_order
""",
        "    rounds.CHANGE_ROUNDS,\n": "    *division_order.PAGES,\n",
    },
    "pyproject.toml": {
        '  "lexicon_choice",\n': '  "division_order",\n',
        '  "tournaments.entries",\n': '  "tournaments.division_order",\n',
    },
    "docs/architecture.md": {
        "          ├─ lexicon_choice  ": """\
          ├─ division_order     in which order the divisions of an event are listed
""",
    },
    "tests/apps/tournaments/kernel/test_round_states.py": {
        "from tournaments.entries.commands.check_in import": """\
from tournaments.division_order.commands import ListDivision
""",
        '    "division.lexicon_chosen"': """\
    "division.listed": lambda: ListDivision(event="open", division="B", place=1),
""",
        "    registered([": """\
    done(CreateDivision(event="open", name="B", planned_rounds=3))
""",
    },
    "tests/apps/tournaments/overview/desk_cases.py": {
        '    Case(\n        "change-rounds",': """\
    Case(
        "list-division",
        {"place": 2},
        "Division A listed in place 2 (before: 1)",
        "Give a place from 1 to 2.",
        {"place": 9},
        ground=two_divisions,
    ),
""",
    },
    "tests/scenarios/test_random_events.py": {
        "from tournaments.entries.commands.entries import": """\
from tournaments.division_order.commands import ListDivision
""",
        "    @rule(data=st.data(), rating=st.integers(1, 2200))": """\
    @rule(place=st.integers(1, 3))
    def list_it_elsewhere(self, place: int) -> None:
        self.try_to(ListDivision(**NAMED, place=place))

""",
    },
}
"""The lines that are written into files there are, by what follows them there."""

NOT_COPIED = (".*", "var", "planted_command", "test_planted_command.py")
WALKED = (
    f"tests/apps/{FEATURE}",
    "tests/apps/tournaments/kernel/test_round_states.py",
    "tests/apps/tournaments/overview/test_desk_access.py",
    "tests/apps/tournaments/overview/test_desk_commands.py",
    "tests/contracts/test_api_operations.py",
    "tests/contracts/test_registrars.py",
    "tests/contracts/test_writing_urls.py",
    "tests/scenarios/test_random_events.py",
)
"""The tests of the planted command, and those that walk commands, pages and addresses."""

OF_IT = (
    "test_listing_a_division",
    "list-division",
    "division.listed",
    "the_table_speaks",
    "case_for_every_form",
    "given_by_an_operation",
    "named_by_its_app",
    "test_writing_urls",
    "test_random_events",
)
"""The tests among these that are about it: the names of some of them, in part."""


def _planted_files() -> set[str]:
    files = {path for path in PLANTED.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    return {path.relative_to(PLANTED).as_posix() for path in files if path.stat().st_size}


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with the command in it."""
    root = tmp_path_factory.mktemp("planted") / "project"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*NOT_COPIED))
    shutil.copytree(PLANTED, root, dirs_exist_ok=True)
    for name, written in LINES.items():
        path = root / name
        text = path.read_text(encoding="utf-8")
        for follows, lines in written.items():
            assert text.count(follows) == 1, f"{name}: {follows}"
            text = text.replace(follows, lines + follows)
        path.write_text(text, encoding="utf-8")
    return root


def _listed() -> Iterator[set[str]]:
    """Yield the names in each row of the list: files, or folders with a slash at the end."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition(HEADING)[2].partition("\n## ")[0]
    for first in re.findall(r"^\| (`.*?) \|", section, flags=re.MULTILINE):
        named = re.findall(r"`(.+?)`", first)
        yield {
            name.replace("templates/FEATURE", f"templates/{FEATURE}")
            .replace("tests/apps/FEATURE", f"tests/apps/{FEATURE}")
            .replace("FEATURE/", f"{FEATURE}/")
            for name in named
        }


def _is_in(path: str, names: set[str]) -> bool:
    return any(path == name or (name.endswith("/") and path.startswith(name)) for name in names)


def test_a_command_with_a_form_and_a_page_is_the_files_that_contributing_lists() -> None:
    written, rows = _planted_files() | set(LINES), list(_listed())
    assert {path for path in written if not any(_is_in(path, row) for row in rows)} == set()
    assert [row for row in rows if not any(_is_in(path, row) for path in written)] == []


def test_a_planted_feature_keeps_the_rules_of_the_house(planted: Path) -> None:
    answer = house.lint_imports(planted)
    assert answer.returncode == 0, answer.stdout
    assert "6 kept, 0 broken" in answer.stdout
    rules = (house.long_modules, house.long_functions, house.long_template_lines)
    offences = [one for rule in (*rules, house.unnamed_includes) for one in rule(planted)]
    assert [one for one in offences if FEATURE in one] == []


def _with_kept_tables(run: Path) -> Path:
    """Return a folder for a run of its own, with the tables: a command brings no migration."""
    tables = made_tables()
    (run / tables.parent.name).mkdir(parents=True)
    shutil.copy(tables, run / tables.parent.name)
    run.chmod(0o755)
    return run


def test_everything_knows_a_planted_command_without_another_change(
    planted: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *WALKED]
    kept = {n: v for n, v in os.environ.items() if not n.startswith(("PYTEST_", "WALLCHART_"))}
    ran = subprocess.run(
        [*command, "-k", " or ".join(OF_IT)],
        cwd=planted,
        env=kept | {"DEPTH": "0.1", RUN: str(_with_kept_tables(tmp_path / "run"))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
