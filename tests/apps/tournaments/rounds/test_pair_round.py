"""A round paired by a method: a draft on complete results, with what the director fixed in it."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from core.actors import CONSOLE, Actor
from core.journal.errors import NeedsConfirmation, NotAllowed, Refused
from core.journal.execute import execute
from core.journal.undo import UndoEntry, says
from core.models import JournalEntry
from tests.builders.events import a_division, give
from tests.builders.grounds import built_once
from tournaments.entries.commands.check_in import ArriveLate, CheckIn
from tournaments.event.commands.event import CreateEvent
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Board, Division, Round
from tournaments.results.commands.results import EnterResult
from tournaments.rounds.commands.pairing import PairRound, Together
from tournaments.rounds.commands.rounds import PublishRound, SetUpRound

pytestmark = pytest.mark.django_db

A: dict[str, Any] = {"event": "open", "division": "A"}


@pytest.fixture(autouse=True)
@built_once
def seven_players() -> None:
    """An event of seven players and four rounds, everybody here."""
    give(CreateEvent(event="open", name="Open"))
    a_division("open", players=7, planned=4)
    give(CheckIn(**A, here=tuple(range(1, 8))))


def pair(number: int, method: str = "swiss", **options: Any) -> None:
    give(PairRound(**A, round=number, method=method, **options))


def refusal(**options: Any) -> str:
    with pytest.raises(Refused) as refused:
        pair(**options)
    return refused.value.code


def play(number: int, method: str = "swiss", **options: Any) -> None:
    pair(number, method, **options)
    give(PublishRound(**A, round=number))
    enter(number)


def enter(number: int) -> None:
    for one, _ in pairs(number):
        give(EnterResult(**A, round=number, entry=one, score=400 + one, opponent_score=350))


def pairs(number: int) -> list[tuple[int, int]]:
    sheet = load_sheet(Division.objects.select_related("tournament").get(), drafts=True)
    boards = [board for board in sheet.by_round[number] if board.two is not None]
    return [(b.one.entry, b.two.entry) for b in boards if b.two is not None]


def byes(number: int) -> list[int]:
    sheet = load_sheet(Division.objects.select_related("tournament").get(), drafts=True)
    return [board.one.entry for board in sheet.by_round[number] if board.reason == "bye"]


def console(*arguments: str) -> Any:
    out = StringIO()
    call_command(*arguments, "--json", stdout=out)
    return json.loads(out.getvalue())


def test_nobody_but_the_director_pairs() -> None:
    with pytest.raises(NotAllowed):
        execute(PairRound(**A, round=1, method="swiss"), actor=Actor(name="somebody"))
    assert not Round.objects.exists()


def test_the_first_round_folds_the_seeding_and_the_last_seed_has_the_bye() -> None:
    pair(1)
    assert pairs(1) == [(1, 4), (2, 5), (3, 6)]
    assert byes(1) == [7]
    row = Round.objects.get()
    assert row.stage == "draft"
    assert row.pairing["method"] == "swiss"
    assert len(row.pairing["explanation"]) == 3


def test_round_one_waits_until_everybody_is_ticked() -> None:
    give(CheckIn(**A, clear=(3,)))
    with pytest.raises(Refused, match="Check-in is not finished: Cleo Abbot ticked neither"):
        pair(1)
    give(CheckIn(**A, not_here=(3,)))
    pair(1)
    assert {n for two in pairs(1) for n in two} == {1, 2, 4, 5, 6, 7}


def test_a_round_is_paired_on_complete_rounds_only() -> None:
    pair(1)
    give(PublishRound(**A, round=1))
    assert refusal(number=2) == "round.based_on_open"
    assert refusal(number=2, based_on=2) == "round.based_on"
    assert refusal(number=3, based_on=0) == "round.order"
    with pytest.raises(NeedsConfirmation) as asked:
        pair(2, based_on=0)
    assert asked.value.message == (
        "Boards 1, 2 and 3 of round 1 have no result. Pair round 2 without any result of round 1?"
    )
    pair(2, based_on=0, confirmed=True)
    assert says(JournalEntry.objects.latest("seq")).startswith("Round 2 of A paired by Swiss: 3")
    assert Round.objects.get(number=2).pairing["based_on"] == 0
    assert not set(map(frozenset, pairs(2))) & set(map(frozenset, pairs(1)))


def test_what_is_fixed_stands_and_who_is_absent_has_no_board() -> None:
    pair(1, fixed=(Together(one=1, two=7),), byes=(2,), absent=(6, 5))
    assert set(map(frozenset, pairs(1))) == {frozenset({1, 7}), frozenset({3, 4})}
    assert byes(1) == [2]
    assert Board.objects.filter(result__reason="absent").count() == 2


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"method": "guesswork"}, "method.unknown"),
        ({"variant": "backwards"}, "variant.unknown"),
        ({"repeats": -1}, "repeats.negative"),
        ({"fixed": (Together(one=1, two=1),)}, "pairing.own_opponent"),
        ({"fixed": (Together(one=1, two=99),)}, "player.unknown"),
        ({"byes": (1, 1)}, "pairing.fixed_twice"),
        ({"absent": (9,)}, "entry.away"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_drafted(
    options: dict[str, Any], code: str
) -> None:
    assert refusal(number=1, **options) == code
    assert not Round.objects.exists()


def test_repeats_that_are_needed_are_asked_about_and_none_are_made_unasked() -> None:
    give(CheckIn(**A, not_here=(4, 5, 6, 7)))
    for number in (1, 2, 3):
        play(number)
    with pytest.raises(NeedsConfirmation, match="repeat"):
        pair(4)
    assert refusal(number=4, repeats=0) == "pairing.infeasible"
    pair(4, confirmed=True)
    assert Round.objects.get(number=4).pairing["repeats"] == 1


def test_a_round_paired_again_takes_the_place_of_the_draft_and_undo_brings_it_back() -> None:
    pair(1)
    before = pairs(1)
    pair(1, "random")
    assert pairs(1) != before
    last = JournalEntry.objects.order_by("-seq")[0].seq
    execute(UndoEntry(journal="event:open", seq=last), actor=CONSOLE)
    assert pairs(1) == before
    assert Round.objects.get().pairing["method"] == "swiss"


def test_a_draft_written_by_hand_forgets_how_it_was_paired() -> None:
    pair(1)
    give(SetUpRound(**A, round=1, boards=(), byes=(1, 2, 3, 4, 5, 6, 7)))
    assert Round.objects.get().pairing == {}


@pytest.mark.parametrize("method", ["swiss", "koth", "queen", "roundrobin", "random"])
def test_an_event_by_every_method_replays_equal(method: str) -> None:
    for number in (1, 2, 3):
        play(number, method, confirmed=True)
    comparison = compare_with_replay(Division.objects.get().tournament)
    assert comparison.equal, comparison.differences


def test_a_round_robin_starts_as_its_table_says() -> None:
    play(1, "roundrobin")
    seats = Round.objects.get().seats.exclude(side="").values_list("decided_by", flat=True)
    assert set(seats) == {"table"}


def test_the_console_pairs_publishes_and_tells_the_same_boards() -> None:
    drafted = console("pair", "open", "A", "1", "--method", "swiss")
    assert [pair["board"] for pair in drafted["pairs"]] == [1, 2, 3]
    assert {frozenset(pair["players"]) for pair in drafted["pairs"]} == set(
        map(frozenset, pairs(1))
    )
    assert drafted["byes"] == [7]
    published = console("publish_round", "open", "A", "1")
    assert published["pairs"] == drafted["pairs"]
    assert Round.objects.get().stage == "published"


def test_a_dry_run_at_the_console_stores_nothing() -> None:
    entries = JournalEntry.objects.count()
    told = console("pair", "open", "A", "1", "--method", "koth", "--dry-run", "--fixed", "1-7")
    assert [1, 7] in [sorted(pair["players"]) for pair in told["pairs"]]
    assert not Round.objects.exists()
    assert JournalEntry.objects.count() == entries


def test_the_console_refuses_what_names_no_pair() -> None:
    with pytest.raises(SystemExit) as left:
        call_command("pair", "open", "A", "1", "--method", "koth", "--fixed", "1+7", "--json")
    assert left.value.code == 2


def test_who_comes_back_later_is_given_each_round_missed_when_it_is_published() -> None:
    give(CheckIn(**A, not_here=(7,)))
    give(ArriveLate(**A, entry=7, from_round=3))
    for number in (1, 2):
        play(number)
        missed = Board.objects.filter(round__number=number, result__reason="absent")
        assert missed.get().seats.get().entry.number == 7
    pair(3, confirmed=True)
    assert 7 in {n for two in pairs(3) for n in two} | set(byes(3))
    comparison = compare_with_replay(Division.objects.get().tournament)
    assert comparison.equal, comparison.differences


def test_a_draft_on_results_that_were_taken_back_is_published_only_when_accepted() -> None:
    play(1)
    pair(2)
    last = JournalEntry.objects.filter(command="result.entered").order_by("-seq")[0].seq
    execute(UndoEntry(journal="event:open", seq=last), actor=CONSOLE)
    with pytest.raises(NeedsConfirmation, match="round 1 is no longer complete"):
        give(PublishRound(**A, round=2))
    give(PublishRound(**A, round=2, confirmed=True))
