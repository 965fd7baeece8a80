"""Who is at the desk of a round, and at which board they type: advice, kept for some seconds."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.apps.tournaments.desk_events import at, division, entries_of, signed_in
from tests.apps.tournaments.results.entry_lines import ROUND_1, dora, published
from tests.pages import words_at
from tournaments.models import DeskPresence
from tournaments.results.views.presence import LEASE, be_present, others_present

__all__ = ["dora", "published"]

pytestmark = pytest.mark.django_db
HERE = at("desk-here") + "?division=A&round=1"


def test_whoever_enters_results_is_there_and_nobody_else(published: None) -> None:
    assert Client().post(HERE, {"line": "1"}).status_code == 302
    assert signed_in("bob").post(HERE, {"line": "1"}).status_code == 403
    assert signed_in("dora").get(HERE).status_code == 405
    assert signed_in("boss", operator=True).post(HERE, {"line": "1"}).json() == {"others": []}


@pytest.mark.parametrize(
    ("line", "slip", "board"),
    [
        ("3", "", 2),
        ("b1 42", "", 1),
        ("4 400 3", "", 2),
        ("423", "2", 2),
        ("b1", "2", 1),
        ("", "", None),
        ("ff 3", "", None),
        ("99 400", "", None),
        ("9" * 30, "", None),
    ],
)
def test_a_line_says_its_board_before_it_is_all_typed(
    dora: Client, line: str, slip: str, board: int | None
) -> None:
    dora.post(HERE, {"line": line, "at": slip})
    boss = signed_in("boss", operator=True)
    [one] = boss.post(HERE, {"line": ""}).json()["others"]
    assert (one["person"], one["label"]) == ("dora", board)
    before = len(entries_of())
    page = words_at(boss, ROUND_1)
    assert ("Also here: dora (board" in page) == (board is not None)
    assert "Also here: dora" in page
    assert len(entries_of()) == before


@pytest.mark.both_databases("constraints")
def test_somebody_whose_page_is_silent_is_gone_when_the_lease_ends(
    published: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    row, now = division(), timezone.now()
    be_present(row, 1, "eve", 1, now)
    be_present(row, 1, "eve", 2, now)
    with django_assert_num_queries(2):
        [eve] = others_present(row, 1, "dora", now + LEASE - timedelta(seconds=1))
    assert (eve.person, eve.label) == ("eve", 2)
    assert others_present(row, 2, "dora", now) == []
    assert others_present(row, 1, "eve", now) == []
    assert others_present(row, 1, "dora", now + LEASE) == []
    be_present(row, 1, "kim", None, now + timedelta(hours=2))
    assert [one.person for one in DeskPresence.objects.all()] == ["kim"]
