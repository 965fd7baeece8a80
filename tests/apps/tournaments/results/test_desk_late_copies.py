"""A line that was answered without being done: a copy that the network kept back does nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from core.models import Withheld
from tests.apps.tournaments.desk_events import entries_of, hidden, signed_in
from tests.apps.tournaments.results.entry_lines import (
    ROUND_1,
    SCRIPT,
    again,
    done,
    dora,
    published,
    result_of,
    typed,
)
from tournaments.models import Result

__all__ = ["dora", "published"]

pytestmark = pytest.mark.django_db


def send(client: Client, token: str, line: str) -> Any:
    answer = client.post(ROUND_1, {"token": token, "line": line}, headers=SCRIPT)
    return answer.json() if answer.status_code == 200 else answer


def fresh(client: Client) -> str:
    """Return a number for a line, as the page gives it."""
    return hidden(client.get(ROUND_1).content)


def test_another_director_withholds_nothing_here(published: None) -> None:
    assert send(signed_in("other"), "0" * 32, "1 423 389").status_code == 403
    assert not Withheld.objects.exists()


def test_a_copy_of_a_doubted_slip_stores_nothing_once_the_doubt_is_gone(dora: Client) -> None:
    first, second = fresh(dora), fresh(dora)
    assert send(dora, first, "1 423 389")["kind"] == "done"
    assert send(dora, second, "3 423 389")["kind"] == "ask"
    assert send(dora, fresh(dora), "u")["kind"] == "done"
    late = send(dora, second, "3 423 389")
    assert late["kind"] == "wrong"
    assert (
        "This request was already answered with a question or a refusal, and nothing was done."
        in late["item"]
    )
    assert not Result.objects.exists()


@pytest.mark.parametrize("line", ["1 423 398", "1 423 389"])
def test_a_copy_of_a_slip_for_a_board_with_a_result_stores_nothing_once_that_is_gone(
    dora: Client, line: str
) -> None:
    done(dora, typed(dora, "1 423 389"))
    second = fresh(dora)
    assert send(dora, second, line)["kind"] in ("taken", "same")
    done(dora, typed(dora, "u"))
    assert send(dora, second, line)["kind"] == "wrong"
    assert not Result.objects.exists()


def test_a_copy_of_an_undoing_that_was_refused_takes_nothing_back(dora: Client) -> None:
    second = fresh(dora)
    assert send(dora, second, "u")["kind"] == "wrong"
    done(dora, typed(dora, "1 423 389"))
    assert send(dora, second, "u")["kind"] == "wrong"
    assert result_of(1).score_two == 389


def test_the_answer_to_a_question_is_a_line_of_its_own_and_is_done(dora: Client) -> None:
    answer = typed(dora, "1 99 300")
    done(dora, again(dora, answer))
    done(dora, again(dora, answer))
    assert Result.objects.count() == 1


def test_what_was_done_is_not_withheld_by_a_copy(dora: Client) -> None:
    first, before = fresh(dora), len(entries_of())
    assert send(dora, first, "1 423 389")["kind"] == "done"
    assert send(dora, first, "1 423 389")["kind"] == "done"
    assert len(entries_of()) == before + 1
    assert not Withheld.objects.exists()
