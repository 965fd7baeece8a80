"""The lists of rulings, where they are told besides, and what leads there."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core.journal.undo import UndoEntry
from lexicon.models import JudgeStation
from tests.apps.tournaments.challenges.judge_events import (
    CODE,
    desk,
    free_judge,
    open_judge,
    rule,
)
from tests.apps.tournaments.challenges.ruling_events import HERE, page, recorded
from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    entries_of,
    give,
    signed_in,
)
from tests.apps.tournaments.desks import director_with_boards
from tests.pages import source_at, words, words_at
from tournaments.challenges.commands import RulePlay
from tournaments.event.commands.event import ChangeRules
from tournaments.results.commands.results import CorrectResult

__all__ = ["director_with_boards"]

pytestmark = pytest.mark.django_db


def test_the_judges_log_leads_to_a_ruling_and_back(dora: Client) -> None:
    rule(open_judge(), "ZAP")
    rule(JudgeStation.objects.get(), "QUIRB")
    log = source_at(dora, desk("judges-log"))
    oldest = re.findall(r'href="([^"]*)" aria-label="Rule on', log)[-1]
    asked = dora.get(oldest.replace("&amp;", "&"))
    assert asked.context["form"]["verdict"].value() == "judge:door:2"
    recorded(dora, who="1", verdict="judge:door:2")
    log = words_at(dora, desk("judge-log", "door"))
    assert re.search(r"QUIRB .* Rule on this .* ZAP .* Ruling 1", log)
    back = re.search(r'href="([^"]*)#log-2"', source_at(dora, desk("rulings")))
    assert back is not None
    assert 'id="log-2"' in source_at(dora, back[1])


def test_a_judge_of_no_event_leads_to_no_board(dora: Client) -> None:
    rule(free_judge(), "ZAP")
    log = signed_in("helper").get(desk("judge-log", "club"))
    assert "Rule on this" not in words(log)
    assert "ZAP" not in page(dora)


def test_only_what_was_judged_today_is_listed_as_at_no_board(dora: Client) -> None:
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC)):
        rule(open_judge(), "FLOOM")
    with time_machine.travel(datetime(2026, 3, 2, 12, tzinfo=UTC)):
        rule(JudgeStation.objects.get(), "ZAP")
        held = page(dora)
        assert "0 rulings, and 1 by a judge today without a board" in words_at(dora, desk("event"))
    assert re.search(r"12:00:00 Door, division A ZAP acceptable Rule on this", held)
    assert "FLOOM" not in held.split("Judged today")[1]


def test_a_ruling_is_undone_from_the_list(dora: Client) -> None:
    recorded(dora, who="1", verdict="now", words="zap")
    (href,) = set(re.findall(r'href="([^"]*undo[^"]*)"', source_at(dora, desk("rulings"))))
    assert dora.get(href).status_code == 200
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    assert "No play was ruled on yet." in page(dora)


def test_the_table_for_spreadsheets_holds_everything(dora: Client) -> None:
    rule(open_judge(name="=HYPERLINK(1)"), "ZAP", "QUEEX")
    recorded(dora, who="1", verdict="judge:door:2", play="8H ZAP", play_score="42", held_s="20")
    answer = dora.get(desk("rulings-csv"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    (row,) = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert (row["Ruling"], row["Board"], row["Whose play"]) == ("1", "1", "#1 Ada")
    assert (row["Words"], row["Verdict"], row["Lexicon"]) == ("ZAP QUEEX", "unacceptable", CODE)
    assert row["Effect"].startswith("The tiles go back to #1 Ada, who loses the 42 points again.")
    assert (row["Judge"], row["Judge's log"], row["Rule"]) == ("'=HYPERLINK(1)", "2", "double")
    assert (row["Play"], row["By"]) == ("8H ZAP", "dora")


def test_hostile_words_are_shown_as_text(dora: Client) -> None:
    typed = {"who": "1", "verdict": "acceptable", "why": "<script>alert(2)</script>"}
    recorded(dora, **typed, words="<script>alert(1)</script>")
    for where in ("rulings", "log", "event"):
        content = dora.get(desk(where)).content
        assert b"<script>alert" not in content
        assert b"<SCRIPT>" not in content


def test_many_rulings_ask_as_often_as_few(dora: Client) -> None:
    counts = []
    for many in (1, 20):
        for _ in range(many):
            give(RulePlay(**HERE, by=1, words=("ZAP",)))
        with CaptureQueriesContext(connection) as asked:
            page(dora)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_overview_and_the_judges_lead_to_the_rulings(dora: Client) -> None:
    give(RulePlay(**HERE, by=1, words=("ZAP",)))
    for where, said in (("event", "Challenges: 1 ruling"), ("judges", "Rule on a play")):
        content = source_at(dora, desk(where))
        assert f'href="{desk("rulings")}">{said}' in content


def test_a_ruling_stands_beside_the_board_on_the_page_of_the_round(dora: Client) -> None:
    recorded(dora, who="1", verdict="now", words="zap")
    held = words_at(dora, desk("round", query="?division=A&round=1"))
    assert "Ruling 1 : ZAP of #1 Ada is acceptable. The play stands; #2 Bea loses" in held


def test_a_result_with_another_winner_than_a_ruling_gave_is_told_until_it_is_mended(
    dora: Client,
) -> None:
    triple = {"challenge_type": "triple"}
    give(ChangeRules(event=SLUG, division="A", overrides=triple, confirmed=True))
    give(RulePlay(**HERE, by=1, words=("QUEEX",)))
    said = "board 1: ruling 1 gave the game to #2 Bea, but the result says otherwise."
    assert said not in words_at(dora, desk("event"))
    enter(1, 1, 400, 380)
    overview = dora.get(desk("event"))
    assert said in words(overview)
    for where in ("rulings", "round"):
        told = "The result says otherwise: enter it as adjudicated, with this winner."
        assert told in words_at(dora, desk(where))
    href = re.search(r'href="([^"]*)">Division A, round 1, board 1: ruling', str(overview.content))
    assert href is not None
    assert dora.get(href[1].replace("&amp;", "&")).status_code == 200
    mended = CorrectResult(
        **HERE, entry=1, score=400, opponent_score=380, reason="adjudicated", winner=2
    )
    give(mended, reason="triple challenge")
    assert said not in words_at(dora, desk("event"))
    assert "says otherwise" not in page(dora)


@pytest.mark.parametrize(("by", "word", "scores"), [(1, "ZAP", (400, 380)), (2, "NOX", (390, 80))])
def test_a_result_that_agrees_with_a_ruling_is_left_alone(
    dora: Client, by: int, word: str, scores: tuple[int, int]
) -> None:
    triple = {"challenge_type": "triple"}
    give(ChangeRules(event=SLUG, division="A", overrides=triple, confirmed=True))
    give(RulePlay(**HERE, by=by, words=(word,)))
    enter(1, 1, *scores)
    assert "says otherwise" not in words_at(dora, desk("event"))
