"""What a start hears of the program that prepares the database."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import pytest

from config.up import asking
from config.up.telling import CannotStart
from core.lifeline import Tied, best_line, start_tied

FIRST = '{"answer": {"is_first": true}}'
LOGGED = ('{"event": "still.closing", "answer": "none"}', "a word of a library", "[1]")


@pytest.fixture
def saying(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that the program says instead of preparing anything."""
    lines: list[str] = []

    def says(_: Sequence[str], **more: Any) -> Tied:
        words = [sys.executable, "-c", "import sys; print(*sys.argv[1:], sep='\\n')", *lines]
        return start_tied(words, **more)

    monkeypatch.setattr(asking, "start_tied", says)
    return lines


@pytest.mark.parametrize("where", range(len(LOGGED) + 1))
def test_the_answer_is_heard_whatever_is_logged_before_and_after_it(
    saying: list[str], where: int, capfd: pytest.CaptureFixture[str]
) -> None:
    saying += [*LOGGED[:where], FIRST, *LOGGED[where:]]
    assert asking.prepared("tables", line=best_line()) == {"is_first": True}
    assert capfd.readouterr().err.splitlines() == [*LOGGED]


def test_a_sentence_that_is_answered_is_why_it_cannot_start(saying: list[str]) -> None:
    saying += ['{"answer": {"error": "The disk is full."}}', "closed"]
    with pytest.raises(CannotStart, match=r"^The disk is full\.$"):
        asking.prepared("tables", line=best_line())


def test_where_it_ends_without_an_answer_all_of_it_is_told(
    saying: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    saying += [*LOGGED, "Traceback"]
    with pytest.raises(CannotStart, match="cannot be made ready"):
        asking.prepared("tables", line=best_line())
    assert capfd.readouterr().err.splitlines() == [*LOGGED, "Traceback"]
