"""Two people at one slip: the same verifies it, anything else waits until somebody chooses."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from core.actors import Actor
from core.journal.errors import Conflict, NeedsConfirmation, Refused
from core.journal.execute import execute
from tests.apps.api.asking import DIVISION, of
from tests.apps.tournaments.desk_events import (
    SLUG,
    at,
    enter,
    entries_of,
    give,
    hidden,
    publish,
    signed_in,
    undo,
)
from tests.apps.tournaments.results.entry_lines import (
    asked,
    done,
    dora,
    published,
    result_of,
    typed,
)
from tests.pages import words, words_at
from tests.replays import forked
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.models import BoardException, Tournament
from tournaments.results.commands.checking import ChooseResult, ReadAgain
from tournaments.results.commands.results import CorrectResult, EnterForfeit, EnterResult
from tournaments.rounds.commands.pairing import PairRound

__all__ = ["dora", "published"]

pytestmark = pytest.mark.django_db

A: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1}
VERIFY = at("desk-verify") + "?division=A&round=1"


def says(who: str, score: int, other: int, **more: Any) -> Any:
    """Have somebody read the slip of board 1."""
    command = ReadAgain(**A, entry=1, score=score, opponent_score=other, **more)
    return execute(command, actor=Actor(who, trusted=True))


def choose(claim: int, score: int, other: int, **more: Any) -> Any:
    """Choose one of the claims about board 1."""
    return ChooseResult(**A, entry=1, claim=claim, score=score, opponent_score=other, **more)


def contest() -> None:
    """Enter 423-389 on board 1, and have Eve read 423-398."""
    enter(1, 1, 423, 389)
    says("eve", 423, 398)


# Who may


def test_whoever_enters_reads_again_and_whoever_corrects_chooses(published: None) -> None:
    contest()
    viewer, stranger = signed_in("boss", operator=True), signed_in("bob")
    assert stranger.get(at("desk-exceptions")).status_code == 403
    assert stranger.get(VERIFY).status_code == 403
    assert viewer.get(at("desk-exceptions")).status_code == 200
    assert viewer.get(VERIFY).status_code == 200


# On the line


def test_the_same_slip_from_a_second_operator_verifies_the_result(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    boss = signed_in("boss", operator=True)
    assert "Round 1 of A verified" in done(boss, typed(boss, "b1 423389"))
    assert result_of(1).verified_by == "boss"
    assert "1 of 1 verified" in words_at(dora, f"{at('desk-enter')}?division=A&round=1")
    assert "This result is already in" in asked(typed(boss, "1 423 389"))
    assert entries_of()[-1].command == "result.read_again"


def test_a_different_slip_overwrites_nothing_and_is_kept_as_it_was_typed(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    boss = signed_in("boss", operator=True)
    said = done(boss, typed(boss, "1 423 398"))
    assert "neither result is final" in said
    assert "Board 1 is an exception" in said
    assert result_of(1).score_two == 389
    claims = BoardException.objects.get().claims
    assert [(one["by"], one["fields"]["score_two"]) for one in claims] == [
        ("dora", 389),
        ("boss", 398),
    ]


def test_who_mistyped_a_second_reading_types_it_again_and_the_exception_is_gone(
    published: None,
) -> None:
    contest()
    says("eve", 423, 389)
    assert not BoardException.objects.exists()
    assert result_of(1).verified_by == "eve"


def test_a_third_reading_is_a_claim_of_its_own_and_said_twice_it_is_refused(
    published: None,
) -> None:
    contest()
    says("kim", 424, 389)
    assert [one["by"] for one in BoardException.objects.get().claims] == ["robot", "eve", "kim"]
    with pytest.raises(Refused, match="You have said this already"):
        says("kim", 424, 389)


@pytest.mark.parametrize("reason", ["", " ! misread slip"])
def test_a_correction_stays_a_correction_and_settles_the_exception(
    dora: Client, reason: str
) -> None:
    enter(1, 1, 423, 389)
    says("eve", 423, 398)
    boss = signed_in("boss", operator=True)
    line = f"1 423 397{reason or ' ! both say so'}"
    page = typed(boss, line).content.decode()
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page))
    boss.post(
        f"{at('desk-enter')}?division=A&round=1",
        {name: unescape(value) for name, value in fields.items()},
    )
    assert result_of(1).score_two == 397
    assert not BoardException.objects.exists()


def test_a_correction_of_a_verified_result_is_verified_no_more(published: None) -> None:
    enter(1, 1, 423, 389)
    says("eve", 423, 389)
    give(CorrectResult(**A, entry=1, score=423, opponent_score=388), reason="slip misread")
    assert result_of(1).verified_by == ""


# Choosing


def test_one_key_chooses_and_the_page_shows_the_next(dora: Client) -> None:
    contest()
    page = dora.get(at("desk-exceptions")).content
    assert "Ada 423, Bea 398" in words(page)
    assert re.search(r'data-key="b"', page.decode())
    form = page.decode().split('data-key="b"')[0].rpartition("<form")[2]
    fields = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form))
    answer = dora.post(at("desk-exceptions"), fields)
    assert answer.status_code == 302
    said = words_at(dora, answer["Location"])
    assert "chosen: no. 1 Ada 423-398 no. 2 Bea, as eve said" in said
    assert "no board waits for a choice" in said
    assert (result_of(1).score_two, result_of(1).verified_by) == (398, "dora")


def test_a_choice_of_what_is_said_no_more_changes_nothing(published: None) -> None:
    contest()
    with pytest.raises(Conflict, match="changed in the meantime"):
        give(choose(2, 423, 399))
    with pytest.raises(Conflict, match="changed in the meantime"):
        give(choose(3, 423, 398))
    give(choose(1, 423, 389))
    with pytest.raises(Refused, match="Board 1 is no exception any more"):
        give(choose(1, 423, 389))


def test_a_choice_that_turns_a_game_after_the_next_publication_asks_first(
    published: None,
) -> None:
    enter(1, 1, 423, 389)
    enter(1, 3, 400, 300)
    publish(2, (1, 3), (2, 4))
    says("eve", 389, 423)
    with pytest.raises(NeedsConfirmation, match="This changes who won"):
        give(choose(2, 389, 423))
    give(choose(2, 389, 423, confirmed=True))
    assert result_of(1).won_one == 0


@pytest.mark.both_databases("json")
def test_an_exception_is_undone_as_it_came_and_everything_is_replayed(published: None) -> None:
    contest()
    give(choose(2, 423, 398))
    undo()
    assert BoardException.objects.count() == 1
    undo(entries_of()[-3].seq)
    assert not BoardException.objects.exists()
    assert result_of(1).score_two == 389
    says("eve", 423, 389)
    enter(1, 3, 400, 300)
    execute(
        ReadAgain(**A, entry=3, score=401, opponent_score=300), actor=Actor("eve", trusted=True)
    )
    with forked():
        replayed = compare_with_replay(Tournament.objects.get())
    assert replayed.equal, replayed.differences


# What waits


def test_what_waits_comes_first_and_only_its_division_is_not_paired(dora: Client) -> None:
    contest()
    enter(1, 3, 400, 300)
    home = words_at(dora, at("desk-event"))
    assert "Division A, round 1, board 1 is an exception: choose its result." in home
    assert "Pair round 2" not in words_at(dora, at("desk-enter"))
    with pytest.raises(Refused, match="division A is not paired: settle round 1 board 1 first"):
        give(PairRound(event=SLUG, division="A", round=2, method="swiss"))
    give(choose(1, 423, 389))
    assert "Pair round 2" in words_at(dora, at("desk-enter"))
    give(PairRound(event=SLUG, division="A", round=2, method="swiss"))


# The pass of a checker


def test_a_checker_types_every_slip_once_more_and_changes_nothing(dora: Client) -> None:
    enter(1, 1, 423, 389)
    enter(1, 3, 400, 300)
    page = dora.get(VERIFY).content
    assert "Board 1: #1 Ada, then #2 Bea" in words(page)
    assert "423" not in words(page).replace("423389", "")
    first = dora.post(VERIFY, {"token": hidden(page), "line": "423389", "at": "1"})
    second = words_at(dora, first["Location"])
    assert "1 of 2 verified" in second
    assert "Board 2: #" in second
    sent = {"line": "3 400 310", "at": "2"}
    differs = dora.post(VERIFY, sent)
    assert "Something else was entered for board 2." in words(differs)
    assert not BoardException.objects.exists()
    dora.post(VERIFY, sent | {"again": "3 400 310"})
    assert BoardException.objects.get().kind == "checked"
    assert result_of(3).score_two == 300
    end = words_at(dora, VERIFY)
    assert "1 board is an exception." in end
    assert "No slip is left to read." in end


def test_a_forfeit_has_no_slip_to_read(dora: Client) -> None:
    enter(1, 1, 423, 389)
    give(EnterForfeit(**A, absent=(4,)))
    says("eve", 423, 389)
    assert "1 of 1 verified" in words_at(dora, f"{at('desk-enter')}?division=A&round=1")
    assert "No slip is left to read." in words_at(dora, VERIFY)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Type both scores, as in 423389 or 423-389."),
        ("ff 1", "Here slips are only read again"),
        ("1 400 300 ! because", "Here slips are only read again"),
        ("b2 400300", "Board 2 has no result yet."),
        ("b9 400300", "Round 1 has no board 9."),
    ],
)
def test_a_line_that_is_no_reading_is_refused_in_a_sentence(
    dora: Client, line: str, said: str
) -> None:
    enter(1, 1, 423, 389)
    answer = dora.post(VERIFY, {"line": line, "at": "1"})
    assert answer.status_code == 422
    assert said in words(answer)
    assert entries_of()[-1].command == "result.entered"


# The API


def test_programs_read_again_list_what_waits_and_choose(published: None) -> None:
    enter(1, 1, 423, 389)
    dora, place = of("dora"), f"{DIVISION}/rounds/1/results/1"
    dora.post(f"{place}/readings", {"score": 423, "opponent_score": 398})
    [one] = dora.get(f"events/{SLUG}/exceptions").json()["items"]
    assert [claim["opponent_score"] for claim in one["claims"]] == [389, 398]
    dora.post(f"{place}/choice", {"claim": 2, "score": 423, "opponent_score": 398})
    read = dora.get(place).json()
    assert (read["opponent_score"], read["verified"], read["exception"]) == (398, True, False)


def test_the_second_of_two_who_enter_at_once_is_told_so_by_the_command(published: None) -> None:
    enter(1, 1, 423, 389)
    with pytest.raises(Refused, match="has a result"):
        give(EnterResult(**A, entry=1, score=423, opponent_score=398))
