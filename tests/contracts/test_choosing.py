"""Every test that runs on both databases, or only in deep runs, says why; and which are chosen."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import grimp
import pytest
from grimp.exceptions import SourceSyntaxError

from tests import changed, choosing
from tests.changed import changed_paths, chosen, graph_of, near
from tests.processes import ROOT

BOTH = pytest.mark.both_databases
_MARKED = re.compile(r"both_databases\(([^)]*)\)")


@pytest.fixture
def item(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Returns a function that makes an item with these marks."""

    def make(*marks: pytest.MarkDecorator) -> Any:
        named = {mark.name: mark.mark for mark in marks}
        return SimpleNamespace(
            nodeid="tests/test_x.py::test_x",
            get_closest_marker=named.get,
            iter_markers=lambda name: [named[name]] if name in named else [],
        )

    return make


def test_each_reason_for_both_databases_is_that_of_some_test() -> None:
    used = {
        reason
        for path in (ROOT / "tests").rglob("test_*.py")
        if path.name != Path(__file__).name
        for words in _MARKED.findall(path.read_text(encoding="utf-8"))
        for reason in re.findall(r'"(\w+)"', words)
    }
    assert used == set(choosing.REASONS)


@pytest.mark.parametrize(
    "mark",
    [
        BOTH,
        BOTH("because"),
        BOTH("locks", "because"),
        pytest.mark.deep,
        pytest.mark.deep("no sentence"),
    ],
)
def test_a_mark_without_a_known_reason_is_refused(
    item: Callable[..., Any], mark: pytest.MarkDecorator
) -> None:
    choosing.check_reasons([item(BOTH("locks")), item(pytest.mark.deep("It takes an hour."))])
    with pytest.raises(pytest.UsageError, match="needs a"):
        choosing.check_reasons([item(mark)])


@pytest.mark.parametrize("explores", [False, True])
def test_deep_tests_are_taken_where_the_run_explores(
    item: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, explores: bool
) -> None:
    monkeypatch.setattr(choosing, "EXPLORES", explores)
    usual, deep, told = item(), item(pytest.mark.deep("It takes an hour.")), list[Any]()

    def leave(items: list[Any]) -> None:
        told.extend(items)

    items, hook = [usual, deep], SimpleNamespace(pytest_deselected=leave)
    choosing.pytest_collection_modifyitems(SimpleNamespace(hook=hook), items)  # type: ignore[arg-type] # all that is asked of one
    assert items == ([usual, deep] if explores else [usual])
    assert told == ([] if explores else [deep])


def test_tests_are_near_by_name_by_import_and_by_what_imports_it() -> None:
    tests = [path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py")]
    edited = [Path("core/jobs.py"), Path("tests/apps/core/test_locks.py")]
    found = near(edited, graph_of(ROOT), tests)
    names = [path.name for path in found]
    assert names[0] == "test_locks.py", "what was changed itself comes first"
    assert set(names[1:3]) == {"test_jobs.py", "test_jobs_shown.py"}, "then what is named after it"
    assert "test_importing.py" in names, "it imports what imports the jobs"
    assert "test_tile_sets.py" not in names
    assert len(found) == len(set(found))


@pytest.mark.parametrize("broken", ["tests/apps/core/test_b.py", "core/b.py"])
def test_a_module_that_is_not_python_is_near_to_itself_and_the_person_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    broken: str,
) -> None:
    def write(name: str, text: str) -> Path:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
        return Path(name)

    test = write("tests/apps/core/test_a.py", "import core.b\n")
    found = [test, write(broken, "import core.b\ndef (:\n")]
    if broken.startswith("core"):
        fault = SourceSyntaxError(str(tmp_path / broken), 2, "def (:")
        monkeypatch.setattr(grimp, "build_graph", Mock(side_effect=fault))
        found = [test]
    monkeypatch.setattr(changed, "ROOT", tmp_path)
    tests = [path.relative_to(tmp_path) for path in (tmp_path / "tests").rglob("test_*.py")]
    assert near([Path(broken)], graph_of(tmp_path), tests) == found[-1:]
    said = f"{broken}, line 2, is not Python: what imports it is not known.\n"
    assert capsys.readouterr().err == said


def test_a_minute_has_time_for_so_many_tests_and_for_long_ones_only_if_they_changed(
    tmp_path: Path,
) -> None:
    def written(name: str, tests: int) -> Path:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("def test_it() -> None: ...\n" * tests)
        return Path(name)

    domain = written("tests/domain/test_a.py", 5)
    browser = written("tests/browser/test_b.py", 5)
    apps = [written(f"tests/apps/core/test_{n}.py", 50) for n in range(4)]
    assert chosen([], [domain, browser, *apps], tmp_path) == apps[:2]
    assert chosen([browser], [browser, *apps], tmp_path) == [browser, *apps[:2]]
    large = written("tests/apps/core/test_large.py", 500)
    assert chosen([large], [large, *apps], tmp_path) == [large], "what was changed is always run"


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_changed_is_what_differs_from_where_the_branch_left_main(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=N", "-c", "user.email=n@example.org")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    assert changed_paths(tmp_path / "none") == []
    assert capsys.readouterr().err.startswith("git cannot tell")
    git("init", "-b", "main")
    for name in ("kept", "edited", "removed", "edited on main"):
        (tmp_path / name).write_text(name)
        git("add", "-A")
        git("commit", "-m", name)
    assert changed_paths(tmp_path) == [Path("edited on main")], "nothing differs: the last commit"
    (tmp_path / "kept").write_text("otherwise")
    assert changed_paths(tmp_path) == [Path("kept")], "what is being worked on, and nothing else"
    git("checkout", "kept")
    git("checkout", "-b", "branch", "HEAD~")
    (tmp_path / "edited").write_text("otherwise")
    git("rm", "removed")
    git("commit", "-am", "branch")
    (tmp_path / "new ä").write_text("not yet added")
    assert changed_paths(tmp_path) == [Path("edited"), Path("new ä")]
