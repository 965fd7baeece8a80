"""Who is at the desk of a round, and at which board they type: advice, kept for some seconds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from core.actors import Actor
from core.journal.execute import execute
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.tournaments.desk_events import (
    SLUG,
    at,
    division,
    entries_of,
    give,
    set_up,
    signed_in,
)
from tests.apps.tournaments.results.entry_lines import ROUND_1, dora, published, typed
from tests.pages import words_at
from tournaments.models import DeskPresence
from tournaments.results.commands.checking import ReadAgain
from tournaments.results.commands.results import CorrectResult, EnterResult
from tournaments.results.views.presence import LEASE, be_present, others_present

__all__ = ["dora", "published"]

pytestmark = pytest.mark.django_db
GAME: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1, "entry": 1}
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


def test_pairings_corrections_and_exceptions_say_who_is_there_too(dora: Client) -> None:
    """Each says of which round, and of which board where it is of one; only who enters is there."""
    typed(dora, "1 423 389")
    execute(ReadAgain(**GAME, score=423, opponent_score=388), actor=Actor(name="eve", trusted=True))
    place = 'data-place="?division=A&amp;round=1" data-line='
    shown = {
        f"{at('desk-round')}?division=A&round=1": f'{place}""',
        f"{at('desk-correct-result')}?division=A&round=1&entry=2": f'{place}"b1"',
        at("desk-exceptions"): f'{place}"b1"',
    }
    for address, said in shown.items():
        assert said in dora.get(address).content.decode()
    viewer = signed_in("vera")
    give(GiveRole(journal=f"event:{SLUG}", account="vera", role=Role.VIEWER))
    for address in (f"{at('desk-round')}?division=A&round=1", at("desk-exceptions")):
        assert "data-place" not in viewer.get(address).content.decode()


def test_a_question_is_marked_by_the_result_that_settles_it(dora: Client) -> None:
    """The list of what is not entered drops a line once its board shows the same mark."""
    asks = typed(dora, "1 1000 389 over 1:00", script=True).json()
    assert (asks["kind"], asks["slot"]) == ("ask", 1)
    give(EnterResult(**GAME | {"entry": 2}, score=389, opponent_score=1000))
    row = 'data-mark="{}"'
    page = dora.get(ROUND_1).content.decode()
    assert row.format(asks["mark"]) not in page
    give(CorrectResult(**GAME, score=1000, opponent_score=389, overtime_s=60), reason="slip")
    assert row.format(asks["mark"]) in dora.get(ROUND_1).content.decode()


def test_whoever_only_enters_is_not_offered_to_pair_or_publish(dora: Client) -> None:
    for line in ("1 423 389", "3 400 380"):
        typed(dora, line)
    dee = signed_in("dee")
    give(GiveRole(journal=f"event:{SLUG}", account="dee", role=Role.DATA_ENTRY))
    pages = (ROUND_1, f"{at('desk-round')}?division=A&round=1")
    for page in pages:
        assert "Pair round 2" in dora.get(page).content.decode()
        assert "Pair round 2" not in dee.get(page).content.decode()
    set_up(2, (1, 3), (2, 4))
    assert "Publish it" in dora.get(ROUND_1).content.decode()
    assert "Publish it" not in dee.get(ROUND_1).content.decode()
