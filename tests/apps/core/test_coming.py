"""Who waits for an answer that a thread is about to give, and where nobody does."""

from __future__ import annotations

import pytest

from core.web import coming
from core.web.coming import ToCome
from core.web.turn import AnswerToCome
from tests.processes import PATIENCE_S


@pytest.fixture
def to_come(monkeypatch: pytest.MonkeyPatch) -> ToCome:
    """Two answers may be waited for, as long as it takes."""
    monkeypatch.setattr(coming, "MOST", 2)
    monkeypatch.setattr(AnswerToCome, "LONGEST_S", PATIENCE_S)
    return ToCome()


def test_where_more_answers_are_to_come_than_may_be_the_first_is_asked_for_again(
    to_come: ToCome,
) -> None:
    assert to_come.leave("/a/") == ()
    waits = to_come.leave("/a/")
    assert isinstance(waits, AnswerToCome)
    assert to_come.leave("/b/") == ()
    assert not waits.is_over()
    assert to_come.leave("/c/") == ()
    assert waits.is_over()
    assert isinstance(to_come.leave("/b/"), AnswerToCome)


def test_where_a_page_is_stored_at_last_one_waits_again_and_few_addresses_are_remembered(
    to_come: ToCome,
) -> None:
    for place in ("/a/", "/b/", "/a/", "/c/"):
        to_come.note(place, is_stored=False)
    assert [to_come.leave("/a/") for _ in range(2)] == [(), ()]
    # Two are remembered, and /b/ was noted before the others.
    assert to_come.leave("/b/") == ()
    assert isinstance(to_come.leave("/b/"), AnswerToCome)
    to_come.note("/a/", is_stored=True)
    assert to_come.leave("/a/") == ()
    assert isinstance(to_come.leave("/a/"), AnswerToCome)
