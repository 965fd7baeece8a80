"""The static files of an installation: collected when something changed, and left alone else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from core.web import collecting

Collect = Callable[[], int]


@pytest.fixture
def source(tmp_path: Path, settings: Settings) -> Path:
    """A style sheet that is one of the static files of an installation."""
    source = tmp_path / "source" / "a.css"
    source.parent.mkdir()
    source.write_text("a { color: red }")
    settings.STATICFILES_DIRS = [source.parent]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "core.web.static_files.HashedFiles"},
    }
    return source


@pytest.fixture
def collect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Collect:
    """Return a function that is a start, and returns how often the files were collected."""
    calls = []

    def counted(*words: str, verbosity: int, interactive: bool) -> None:
        calls.append(words)
        call_command(*words, verbosity=verbosity, interactive=interactive)

    def start() -> int:
        calls.clear()
        collecting.bring_up_to_date(tmp_path / "mark")
        return len(calls)

    monkeypatch.setattr(collecting, "call_command", counted)
    return start


def _served(root: Path) -> set[str]:
    return {path.read_text() for path in root.glob("a.*.css")}


def test_what_the_start_before_collected_is_not_collected_again(
    source: Path, collect: Collect, tmp_path: Path
) -> None:
    assert collect() == 1
    assert _served(tmp_path / "static") == {source.read_text()}
    assert collect() == 0


def test_a_file_that_changed_is_collected_whatever_its_size_and_time(
    source: Path, collect: Collect, tmp_path: Path
) -> None:
    collect()
    source.write_text("a { color: tan }")
    assert collect() == 1
    assert source.read_text() in _served(tmp_path / "static")
    assert collect() == 0


def test_a_new_file_is_collected(source: Path, collect: Collect, tmp_path: Path) -> None:
    collect()
    source.with_name("b.css").write_text("b { color: red }")
    assert collect() == 1
    assert list((tmp_path / "static").glob("b.*.css"))


def test_what_is_gone_or_was_cut_is_collected_again(
    source: Path, collect: Collect, tmp_path: Path
) -> None:
    collect()
    manifest = tmp_path / "static" / "staticfiles.json"
    manifest.unlink()
    assert collect() == 1
    assert manifest.exists()
    manifest.write_text("{")
    assert collect() == 1
    assert "a.css" in manifest.read_text()


def test_a_mark_that_says_something_else_is_not_believed(
    source: Path, collect: Collect, tmp_path: Path
) -> None:
    collect()
    (tmp_path / "mark").write_bytes(b"\xff nonsense")
    assert collect() == 1
    assert collect() == 0


def test_what_is_ours_is_pared_and_no_more_than_what_is_served(
    source: Path, collect: Collect, tmp_path: Path
) -> None:
    for folder in ("css", "vendor"):
        source.with_name(folder).mkdir()
        (source.with_name(folder) / "b.css").write_text("/* b */ b { }")
    collect()
    made = {
        path.relative_to(tmp_path / "static").as_posix().count("."): path.read_text()
        for path in (tmp_path / "static" / "css").glob("*.css")
    }
    assert made == {1: "/* b */ b { }", 2: "b{}"}
    assert [path.read_text() for path in (tmp_path / "static" / "vendor").glob("b.*.css")] == [
        "/* b */ b { }"
    ]
