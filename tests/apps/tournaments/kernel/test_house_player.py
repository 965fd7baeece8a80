"""A house player: plays where somebody would sit out otherwise, rests unrewarded, has no place."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from core.actors import Actor
from core.journal.errors import NeedsConfirmation, NotAllowed
from core.journal.execute import Done, execute
from core.journal.undo import UndoEntry
from tests.apps.tournaments.desk_events import (
    SLUG,
    account,
    division,
    enter,
    new_event,
    publish,
    set_up,
)
from tests.builders.events import give
from tests.builders.grounds import built_once
from tests.builders.refusals import refused
from tests.pages import source_at
from tournaments.entries.commands.check_in import CheckIn
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.failover.queries.content import event_content, not_in_tsh
from tournaments.kernel.queries.play import RoundState, latest_state
from tournaments.kernel.queries.rating_fields import rating_field
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.kernel.queries.standings_and_starts import (
    complete_rounds,
    standings_after,
    starts_of_rounds,
)
from tournaments.models import Result
from tournaments.results.commands.results import RecordSitOut
from tournaments.rounds.commands.conditions import LiftCondition, SetCondition
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.played import RecordPlayed
from tournaments.rounds.commands.rearranging import PairWaiting, SwapSeats, TakeBoardApart
from tournaments.rounds.commands.rounds import PublishRound

pytestmark = pytest.mark.django_db

A: dict[str, Any] = {"event": SLUG, "division": "A"}
R1 = A | {"round": 1}


@pytest.fixture(autouse=True)
@built_once
def an_event() -> None:
    """Ada to Dov, no. 1 to 4, and Hal, the house player, no. 5."""
    new_event()
    give(AddEntry(**A, members=(Member(name="Hal"),), rating=900))


def house(first: int = 1, entry: int = 5) -> Done:
    return give(SetCondition(**A, kind="house", one=entry, first=first, confirmed=True))


def outcomes(number: int) -> dict[int, str]:
    """Returns the outcome of the round for those who sit alone, by number."""
    boards = load_sheet(division(), drafts=True).by_round[number]
    return {b.one.entry: str(b.reason) for b in boards if b.two is None}


def test_only_the_director_of_the_event_names_a_house_player() -> None:
    command = SetCondition(**A, kind="house", one=5)
    with pytest.raises(NotAllowed):
        execute(command, actor=Actor(name="sam", user=account("sam")))
    execute(command, actor=Actor(name="dora", user=account("dora")))


def test_in_an_even_field_the_house_player_rests_without_any_award() -> None:
    house()
    set_up(1, (1, 2), (3, 4))
    assert outcomes(1) == {5: "rest"}
    give(PublishRound(**R1))
    result = Result.objects.get(reason="rest")
    assert (result.won_one, result.lost_one, result.spread_one) == (0, 0, 0)
    assert (result.begun, result.rated) == (False, False)
    [starts] = starts_of_rounds(load_sheet(division()))
    assert (starts["byes"], starts["absent"], starts["forfeits"]) == ([], [5], [])


def test_where_somebody_would_sit_out_the_house_player_plays_and_nobody_does() -> None:
    house(entry=4)
    give(CheckIn(**A, here=(1, 2, 3, 4, 5)))
    give(PairRound(**R1, method="swiss"))
    boards = load_sheet(division(), drafts=True).boards
    assert {s.entry for b in boards if b.two for s in b.seats} == {1, 2, 3, 5}
    assert outcomes(1) == {4: "rest"}


def test_a_method_that_pairs_an_odd_field_has_the_house_player_step_in() -> None:
    house()
    give(CheckIn(**A, here=(1, 2, 3, 5), not_here=(4,)))
    give(PairRound(**R1, method="swiss"))
    assert outcomes(1) == {}
    boards = load_sheet(division(), drafts=True).boards
    assert {s.entry for b in boards for s in b.seats} == {1, 2, 3, 5}


def test_who_became_a_house_player_after_the_draft_rests_when_it_is_published() -> None:
    set_up(1, (1, 2), (3, 4))
    assert refused(PublishRound(**R1)).message == "No. 5 has no board, bye or absence in round 1."
    house()
    done = give(PublishRound(**R1))
    assert outcomes(1) == {5: "rest"}
    assert latest_state(division()) == RoundState.PUBLISHED
    give(UndoEntry(journal=f"event:{SLUG}", seq=done.seq))
    assert outcomes(1) == {}


def played() -> None:
    """Round 1: Ada beats Bea, Cem loses to Hal, Dov is absent; Hal is the house player."""
    house()
    publish(1, (1, 2), (3, 5), absent=(4,))
    enter(1, 1, 400, 300)
    enter(1, 5, 450, 350)


def test_a_house_player_has_no_place_and_his_games_count_for_his_opponents() -> None:
    played()
    sheet = load_sheet(division())
    rows = standings_after(sheet, 1)
    assert [(row.rank, row.number) for row in rows] == [(1, 1), (2, 4), (3, 2), (3, 3), (None, 5)]
    last = rows[-1]
    assert (last.house, last.withdrawn, last.half_wins) == (True, False, 2)
    cem = next(row for row in rows if row.number == 3)
    assert (cem.half_losses, cem.spread) == (2, -100)
    assert standings_after(sheet, 0)[-1].rank is None


def test_games_with_a_house_player_are_rated_for_neither() -> None:
    played()
    field = rating_field(load_sheet(division()))
    assert {p.number: len(p.games) for p in field.players} == {1: 1, 2: 1, 3: 0, 4: 0}


def test_games_before_somebody_became_a_house_player_stay_rated_and_ranked() -> None:
    publish(1, (1, 2), (3, 5), absent=(4,))
    enter(1, 1, 400, 300)
    enter(1, 5, 450, 350)
    house(first=2)
    publish(2, (1, 3), (2, 5), absent=(4,))
    enter(2, 1, 400, 300)
    enter(2, 2, 400, 300)
    sheet = load_sheet(division())
    assert {row.number: row.rank is None for row in standings_after(sheet, 1)}[5] is False
    assert {row.number: row.rank is None for row in standings_after(sheet, 2)}[5] is True
    field = rating_field(sheet)
    assert {p.number: len(p.games) for p in field.players} == {1: 2, 2: 1, 3: 2, 4: 0, 5: 1}


def test_a_round_is_complete_without_the_house_player() -> None:
    played()
    assert complete_rounds(load_sheet(division())) == 1
    assert latest_state(division()) == RoundState.COMPLETE


def test_becoming_a_house_player_after_play_began_asks_back_and_so_does_being_one_no_more() -> None:
    publish(1, (1, 2), (3, 4), absent=(5,))
    with pytest.raises(NeedsConfirmation) as asked:
        give(SetCondition(**A, kind="house", one=5))
    assert asked.value.message == (
        "No. 5 Hal is a house player: they are not ranked, and none of their games is rated, "
        "including those already played."
    )
    house()
    key = division().conditions[0]["one"]
    lift = LiftCondition(**A, kind="house", key=key)
    with pytest.raises(NeedsConfirmation):
        give(lift)


def test_who_is_a_house_player_is_not_turned_back_under_a_round_published_since() -> None:
    seq = house(first=2).seq
    publish(1, (1, 2), (3, 4), absent=(5,))
    undone = give(UndoEntry(journal=f"event:{SLUG}", seq=seq))
    give(UndoEntry(journal=f"event:{SLUG}", seq=undone.seq))
    enter(1, 1, 400, 300)
    enter(1, 3, 400, 300)
    publish(2, (1, 3), (2, 4))
    said = refused(UndoEntry(journal=f"event:{SLUG}", seq=seq)).message
    assert "Round 2 has been published since" in said
    key = division().conditions[0]["one"]
    lifted = give(LiftCondition(**A, kind="house", key=key, first=2, confirmed=True))
    give(UndoEntry(journal=f"event:{SLUG}", seq=lifted.seq))
    assert division().conditions[0]["kind"] == "house"


def test_only_a_house_player_rests_and_gets_nothing_for_it() -> None:
    house()
    publish(1, (1, 2), (3, 5), byes=(4,))
    text = "is not a house player, and only a house player can rest; choose another outcome."
    assert refused(RecordSitOut(**R1, entry=4, outcome="rest")).message == f"#4 Dov {text}"
    give(TakeBoardApart(**R1, entry=5, confirmed=True))
    assert refused(RecordSitOut(**R1, entry=5, outcome="rest", spread=50)).message == (
        "A resting house player gets no spread."
    )
    give(RecordSitOut(**R1, entry=5, outcome="rest"))
    give(RecordSitOut(**R1, entry=3, outcome="absent"))
    assert outcomes(1) == {4: "bye", 5: "rest", 3: "absent"}


def test_a_house_player_who_rests_is_paired_with_somebody_who_waits() -> None:
    house()
    publish(1, (1, 2), (3, 4))
    give(TakeBoardApart(**R1, entry=3, confirmed=True))
    give(RecordSitOut(**R1, entry=4, outcome="absent"))
    give(PairWaiting(**R1, one=3, two=5, confirmed=True))
    assert outcomes(1) == {4: "absent"}


def test_who_changes_places_with_a_resting_house_player_is_asked_what_the_round_is_for_him() -> (
    None
):
    house()
    publish(1, (1, 2), (3, 4))
    swap = SwapSeats(**R1, one=4, two=5, confirmed=True)
    assert refused(swap).message.startswith("#4 Dov is not a house player")
    give(SwapSeats(**R1, one=4, two=5, alone="absent", confirmed=True))
    assert outcomes(1) == {4: "absent"}
    give(SwapSeats(**R1, one=4, two=5, confirmed=True))
    assert outcomes(1) == {5: "rest"}


def test_a_house_player_who_loses_his_opponent_rests() -> None:
    house()
    publish(1, (1, 2), (4, 5), byes=(3,))
    game: dict[str, Any] = {"entry": 4, "opponent": 3, "score": 400, "opponent_score": 300}
    with pytest.raises(NeedsConfirmation) as asked:
        give(RecordPlayed(**R1, **game), "to try")
    assert asked.value.message.startswith("#5 Hal sits alone: rest.")
    give(RecordPlayed(**R1, **game, confirmed=True), "to try")
    assert outcomes(1) == {5: "rest"}


def test_public_pages_say_that_somebody_is_a_house_player_and_that_he_rests() -> None:
    house()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    enter(1, 3, 400, 300)
    client = Client()
    standings = source_at(client, f"/events/{SLUG}/A/standings/")
    assert '<span class="badge">house player</span>' in standings
    assert "withdrawn" not in standings
    card = source_at(client, f"/events/{SLUG}/A/player/5/")
    assert "<dd>house player</dd>" in card
    assert "rests" in card


def test_a_tsh_folder_cannot_say_it_and_the_report_does() -> None:
    house()
    publish(1, (1, 2), (3, 4))
    event = division().tournament
    [line] = not_in_tsh(event)
    assert line["message"] == (
        "Division A: the file ranks and rates no. 5 like everybody else, although they are a "
        "house player from round 1 on."
    )
    [content] = event_content(event).divisions
    [sit_out] = content.rounds[0].sit_outs
    assert (sit_out.entry, sit_out.spread) == (5, 0)
