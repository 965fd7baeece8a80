"""Late entries, absences and drop-outs before and after publication (pairing.md, section 13)."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from core.journal.errors import Refused
from core.journal.execute import Done
from core.journal.undo import UndoEntry, says
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    enter,
    entries_of,
    publish,
    set_up,
    signed_in,
)
from tests.builders.events import give
from tests.pages import source_at, words
from tournaments.contention.queries import ground_of
from tournaments.entries.commands.check_in import ArriveLate, CheckIn
from tournaments.entries.commands.entries import AddEntry, ReinstateEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.entries.commands.moving import MoveEntry
from tournaments.event.commands.event import MOST_ROUNDS, ChangeRules, CreateDivision
from tournaments.failover.queries.content import event_content, not_in_tsh
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.formats.tsh.writing import write_tsh
from tournaments.kernel.queries.play import RoundState, latest_state
from tournaments.kernel.queries.rating_fields import rating_field
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.kernel.queries.standings_and_starts import (
    complete_rounds,
    standings_after,
    starts_of_rounds,
)
from tournaments.models import Result
from tournaments.results.commands.results import EnterForfeit, RecordSitOut
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.rounds import PublishRound
from tournaments.standings.attendance import PAST_THE_END, back_at, forfeits

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("spring")]

A: dict[str, Any] = {"event": SLUG, "division": "A"}


def record(number: int) -> tuple[int, int, int]:
    sheet = load_sheet(division())
    row = next(r for r in standings_after(sheet, sheet.last_round) if r.number == number)
    return row.half_wins, row.half_losses, row.spread


def outcomes(number: int) -> dict[int, str]:
    boards = load_sheet(division(), drafts=True).by_round[number]
    return {b.one.entry: str(b.reason) for b in boards if b.two is None}


def round_1(**more: Any) -> None:
    publish(1, (1, 2), (3, 4), **more)
    enter(1, 1, 400, 300)


def late(rating: int) -> None:
    give(AddEntry(**A, members=(Member(name="Late"),), rating=rating, confirmed=True))


def test_a_late_entrant_forfeits_what_he_missed_and_is_ranked_with_that_record() -> None:
    round_1()
    enter(1, 3, 350, 300)
    late(rating=1575)
    assert record(5) == (0, 2, -50)
    assert record(4) == (0, 2, -50)
    rows = standings_after(load_sheet(division()), 1)
    # Of equal records the higher rating stands first: 1575 before Dov's 1570.
    assert [(row.rank, row.number) for row in rows] == [(1, 1), (2, 3), (3, 5), (3, 4), (5, 2)]


def test_who_drops_out_after_publication_forfeits_and_the_printed_pairing_stays() -> None:
    round_1()
    give(EnterForfeit(**A, round=1, absent=(4,)))
    assert (record(3), record(4)) == ((2, 0, 50), (0, 2, -50))
    sheet = load_sheet(division())
    assert [[s.entry for s in b.seats] for b in sheet.boards] == [[1, 2], [3, 4]]
    games = {player.number: len(player.games) for player in rating_field(sheet).players}
    assert games == {1: 1, 2: 1, 3: 0, 4: 0}
    assert latest_state(division()) == RoundState.COMPLETE


def test_two_of_whom_one_did_not_come_count_as_having_met() -> None:
    round_1()
    give(EnterForfeit(**A, round=1, absent=(4,)))
    give(PairRound(**A, round=2, method="swiss", repeats=0))
    boards = load_sheet(division(), drafts=True).by_round[2]
    pairs = [{seat.entry for seat in board.seats} for board in boards]
    assert {3, 4} not in pairs
    assert {1, 2} not in pairs


def test_who_dropped_out_before_the_pairing_is_left_out_of_it_and_of_the_parity() -> None:
    late(rating=900)
    give(WithdrawEntry(**A, entry=4, from_round=1))
    give(CheckIn(**A, here=(1, 2, 3, 5)))
    give(PairRound(**A, round=1, method="swiss"))
    assert outcomes(1) == {}
    give(PublishRound(**A, round=1))
    assert {s.entry for b in load_sheet(division()).boards for s in b.seats} == {1, 2, 3, 5}


def test_who_comes_back_keeps_the_forfeits_of_the_rounds_that_he_missed() -> None:
    round_1()
    give(EnterForfeit(**A, round=1, absent=(4,)))
    give(WithdrawEntry(**A, entry=4, from_round=2))
    publish(2, (1, 3), byes=(2,))
    give(ReinstateEntry(**A, entry=4, from_round=3))
    assert outcomes(2) == {2: "bye", 4: "absent"}
    assert record(4) == (0, 4, -100)


def gone_home() -> Done:
    """Round 1 is played; then Dov goes home and forfeits what is left."""
    round_1()
    enter(1, 3, 350, 300)
    return give(WithdrawEntry(**A, entry=4, from_round=2, forfeits=True))


def test_who_forfeits_the_rest_loses_each_round_with_its_publication_and_keeps_a_place() -> None:
    gone_home()
    assert says(entries_of()[-1]) == "No. 4 Dov forfeits every round from round 2 on"
    publish(2, (1, 3), byes=(2,))
    assert outcomes(2) == {2: "bye", 4: "forfeit"}
    result = Result.objects.get(reason="forfeit")
    assert (result.lost_one, result.spread_one) == (2, -50)
    assert (result.begun, result.rated) == (False, False)
    assert (record(4), record(2)) == ((0, 4, -100), (2, 2, -50))
    enter(2, 1, 400, 390)
    sheet = load_sheet(division())
    assert complete_rounds(sheet) == 2
    last = standings_after(sheet, 2)[-1]
    assert (last.number, last.rank, last.withdrawn) == (4, 4, False)
    publish(3, (1, 2), byes=(3,))
    assert record(4) == (0, 6, -150)


def test_who_forfeits_the_rest_is_left_out_of_the_pairing_and_of_the_parity() -> None:
    late(rating=900)
    give(WithdrawEntry(**A, entry=4, from_round=1, forfeits=True))
    give(CheckIn(**A, here=(1, 2, 3, 5)))
    give(PairRound(**A, round=1, method="swiss"))
    assert outcomes(1) == {}
    give(PublishRound(**A, round=1))
    assert outcomes(1) == {4: "forfeit"}
    [starts] = starts_of_rounds(load_sheet(division()))
    # As whoever does not come to a board: his forfeits count as first, second, first.
    forfeit = {"number": 4, "counted_as": "first"}
    assert (starts["byes"], starts["forfeits"]) == ([], [forfeit])


def test_a_withdrawal_without_forfeits_gives_nothing_and_leaves_the_ranking() -> None:
    round_1()
    give(WithdrawEntry(**A, entry=4, from_round=2))
    publish(2, (1, 3), byes=(2,))
    assert outcomes(2) == {2: "bye"}
    assert standings_after(load_sheet(division()), 2)[-1].withdrawn


def test_rejoining_leaves_the_forfeits_of_before() -> None:
    gone_home()
    publish(2, (1, 3), byes=(2,))
    give(ReinstateEntry(**A, entry=4, from_round=3))
    publish(3, (1, 4), (2, 3))
    assert outcomes(2) == {2: "bye", 4: "forfeit"}
    assert outcomes(3) == {}
    assert record(4) == (0, 4, -100)


def test_forfeiting_the_rest_is_undone_until_a_round_is_published_and_with_it() -> None:
    gone = gone_home()
    log = f"event:{SLUG}"
    undone = give(UndoEntry(journal=log, seq=gone.seq))
    assert division().entries.get(number=4).away == []
    give(UndoEntry(journal=log, seq=undone.seq))
    set_up(2, (1, 3), byes=(2,))
    published = give(PublishRound(**A, round=2))
    with pytest.raises(Refused, match="Round 2 has been published since"):
        give(UndoEntry(journal=log, seq=undone.seq + 1))
    taken_back = give(UndoEntry(journal=log, seq=published.seq))
    assert outcomes(2) == {2: "bye"}
    give(UndoEntry(journal=log, seq=taken_back.seq))
    assert outcomes(2) == {2: "bye", 4: "forfeit"}


def test_an_event_with_forfeits_to_the_end_replays_equal() -> None:
    gone_home()
    publish(2, (1, 3), byes=(2,))
    assert compare_with_replay(division().tournament).equal


def test_the_tsh_file_has_who_forfeits_the_rest_off_at_that_spread() -> None:
    gone_home()
    publish(2, (1, 3), byes=(2,))
    content = event_content(division().tournament)
    dov = content.divisions[0].entries[3]
    assert (dov.withdrawn_from, dov.missed_spread) == (2, -50)
    [line] = [line for line in write_tsh(content)["a.t"].decode().splitlines() if "Dov" in line]
    assert "3 0; 300 -50;" in line
    assert "; off -50" in line
    assert [said["code"] for said in not_in_tsh(division().tournament)] == ["forfeits.not_in_tsh"]


def test_no_round_of_any_division_reaches_where_forfeits_end() -> None:
    assert PAST_THE_END > MOST_ROUNDS
    assert forfeits([[3, PAST_THE_END]], 3)
    assert not forfeits([[3, PAST_THE_END]], 2)
    assert not forfeits([[3, None]], 3)
    assert back_at([[3, PAST_THE_END]], 5) == [[3, 4]]


def test_who_forfeits_the_rest_has_no_part_in_who_can_still_win() -> None:
    gone_home()
    numbers = {player.number for player in ground_of(load_sheet(division())).contest.players}
    assert numbers == {1, 2, 3}


@pytest.mark.parametrize(("missed", "won"), [(-50, (0, 2, -50)), (0, (0, 0, 0)), (None, (0, 0, 0))])
def test_rounds_missed_before_coming_are_forfeits_or_count_for_nothing_by_the_rules(
    missed: int | None, won: tuple[int, int, int]
) -> None:
    give(ChangeRules(**A, overrides={"missed_round_spread": missed}))
    round_1()
    late(rating=1000)
    assert outcomes(1) == {5: "absent"}
    assert record(5) == won


def test_rounds_missed_before_coming_are_ties_where_a_bye_without_points_is_one() -> None:
    give(ChangeRules(**A, overrides={"missed_round_spread": 0, "zero_bye_credit": "tie"}))
    round_1()
    late(rating=1000)
    assert record(5) == (1, 1, 0)


def test_a_round_missed_before_coming_can_be_made_a_bye() -> None:
    round_1()
    late(rating=1000)
    give(RecordSitOut(**A, round=1, entry=5, outcome="bye"))
    assert outcomes(1) == {5: "bye"}
    assert record(5) == (2, 0, 50)


def test_a_round_with_several_byes_is_complete_with_the_last_game() -> None:
    set_up(1, (1, 2), byes=(3, 4))
    give(PublishRound(**A, round=1))
    assert latest_state(division()) == RoundState.PUBLISHED
    enter(1, 1, 400, 300)
    assert latest_state(division()) == RoundState.COMPLETE
    assert (record(3), record(4)) == ((2, 0, 50), (2, 0, 50))


def test_a_round_of_a_division_that_everybody_left_is_not_published() -> None:
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3))
    for _ in range(4):
        give(MoveEntry(**A, entry=1, to="B"))
    give(PairRound(**A, round=1, method="swiss"))
    with pytest.raises(Refused, match="Nobody is entered in division A"):
        give(PublishRound(**A, round=1))


def test_who_was_not_here_did_not_come_on_pages_on_paper_and_at_the_console(
    capsys: pytest.CaptureFixture[str],
) -> None:
    give(CheckIn(**A, here=(1, 2, 3), not_here=(4,)))
    publish(1, (1, 2), byes=(3,))
    enter(1, 1, 400, 300)
    dora, slug = signed_in("dora"), {"slug": SLUG}
    pages = {
        "standings": reverse("latest-standings", kwargs={**slug, "division": "A"}),
        "wall chart": reverse("wallchart", kwargs={**slug, "division": "A"}),
        "overview": reverse("desk-event", kwargs=slug),
        "round": f"{reverse('desk-round', kwargs=slug)}?division=A&round=1",
        "paper": reverse("desk-document", kwargs={**slug, "document": "standings"}),
    }
    for name, address in pages.items():
        said = words(source_at(dora, address))
        assert "did not come" in said, name
        assert "withdrawn" not in said, name
    roster = words(source_at(dora, reverse("desk-document", kwargs={**slug, "document": "roster"})))
    assert "Dov" in roster
    assert "from round 1" not in roster
    call_command("standings", SLUG)
    assert "did not come" in capsys.readouterr().out


def test_who_arrived_and_goes_home_later_is_withdrawn() -> None:
    give(CheckIn(**A, here=(1, 2, 3), not_here=(4,)))
    give(ArriveLate(**A, entry=4, from_round=1))
    assert load_sheet(division()).entries[4].left_word == ""
    give(WithdrawEntry(**A, entry=4, from_round=2))
    assert load_sheet(division()).entries[4].left_word == "withdrawn"
