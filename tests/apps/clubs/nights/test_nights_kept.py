"""A club night by its commands: opened, people come and go, games are played, and taken back."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib.auth.models import User

from clubs.kernel.queries.night_games import nights_of
from clubs.models import ThreeHandedGame
from clubs.nights.commands.attendance import ArriveTonight, ComeBackTonight, LeaveTonight
from clubs.nights.commands.opening import OpenNight
from clubs.nights.commands.playing import NightGame, PlayTonight, RemoveNightGame
from clubs.nights.commands.three_handed import CorrectThreeHanded, RemoveThreeHanded
from core.actors import Actor
from core.journal.errors import NeedsConfirmation, NotAllowed, Refused
from core.journal.execute import execute
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Role
from people.commands import AddPlayer
from tests.apps.tournaments.desk_events import account
from tests.builders.clubs import found
from tests.builders.events import give, undo
from tests.builders.nights import (
    FIRST_NIGHT,
    a_simulated_night,
    an_open_night,
    played,
    played_by_three,
    seated,
)
from tournaments.event.commands.event import CreateEvent
from tournaments.models import Board, Division, Entry, Result, Round, Seat
from tournaments.results.commands.results import CorrectResult

pytestmark = pytest.mark.django_db

HERE = ("ann-abel", "ben-birch", "cy-colt", "dee-dorn")
NIGHT = "hill-2026-03-05"


def test_who_checks_people_in_in_the_club_runs_its_nights_and_nobody_else_does() -> None:
    found("hill", owner="dora")
    found("vale", owner="olga")
    officers = {"sue": Role.SECRETARY, "dot": Role.DESK, "tom": Role.DATA_ENTRY, "vic": Role.VIEWER}
    for name, role in officers.items():
        account(name, staff=False)
        give(GiveRole(journal="club:hill", account=name, role=role))
    for name in ("olga", "tom", "vic"):
        with pytest.raises(NotAllowed):
            execute(OpenNight(club="hill", held_on=FIRST_NIGHT), actor=_actor(name))
    execute(OpenNight(club="hill", held_on=FIRST_NIGHT), actor=_actor("sue"))
    execute(ArriveTonight(event=NIGHT, guests=("Zoe",)), actor=_actor("dot"))
    for name in ("olga", "tom", "vic"):
        with pytest.raises(NotAllowed):
            execute(ArriveTonight(event=NIGHT, guests=("Max",)), actor=_actor(name))
    with pytest.raises(NotAllowed):
        execute(OpenNight(club="vale", held_on=FIRST_NIGHT), actor=_actor("sue"))


def _actor(name: str) -> Actor:
    user = User.objects.filter(username=name).first() or account(name, staff=False)
    return Actor(name=name, user=user)


def test_a_night_has_the_rules_of_its_club_and_a_day_has_one_night() -> None:
    night = an_open_night()
    event = nights_of("hill").get()
    division = event.divisions.get()
    assert (event.slug, event.name, event.night_of) == (night, "Hill Club, 5 March 2026", "hill")
    assert (division.name, division.ruleset, division.rating_system) == ("Night", "club", "")
    assert (division.rules.seats_per_round, division.rules.missed_round_spread) == (2, None)
    with pytest.raises(Refused, match="a night on 5 March 2026 already") as twice:
        give(OpenNight(club="hill", held_on=FIRST_NIGHT))
    assert twice.value.field == "held_on"
    with pytest.raises(Refused, match="no club vale"):
        give(OpenNight(club="vale", held_on=FIRST_NIGHT))


def test_a_member_who_is_entered_twice_is_refused_at_the_field_and_nothing_is_stored() -> None:
    night = an_open_night(here=HERE[:2], guests=("Zoe Zorn",))
    give(AddPlayer(key=HERE[2], given_name="Cy"))
    for wrong, field in (
        (ArriveTonight(event=night, players=(HERE[2], HERE[0])), "players"),
        (ArriveTonight(event=night, players=(HERE[2], HERE[2])), "players"),
        (ArriveTonight(event=night, players=("nobody",)), "players"),
        (ArriveTonight(event=night, guests=("Max", "zoe  zorn")), "guests"),
        (ArriveTonight(event=night, guests=("",)), "guests"),
        (ArriveTonight(event=night), "players"),
    ):
        with pytest.raises(Refused) as refused:
            give(wrong)
        assert refused.value.field == field, refused.value.message
    assert [entry.name for entry in Entry.objects.order_by("number")] == [
        "Ann Abel",
        "Ben Birch",
        "Zoe Zorn",
    ]


def test_numbers_stay_who_leaves_plays_no_more_and_comes_back_under_the_same_one() -> None:
    night = an_open_night(here=HERE[:3])
    give(LeaveTonight(event=night, entry=2))
    give(ArriveTonight(event=night, guests=("Zoe",)))
    with pytest.raises(Refused, match="has left") as gone:
        seated(night, NightGame(one=1, two=2))
    assert gone.value.field == "two"
    give(ComeBackTonight(event=night, entry=2))
    with pytest.raises(Refused, match="here already"):
        give(ComeBackTonight(event=night, entry=2))
    seated(night, NightGame(one=1, two=2))
    with pytest.raises(Refused, match="still sits at a board"):
        give(LeaveTonight(event=night, entry=1))
    assert list(Entry.objects.values_list("number", "name")) == [
        (1, "Ann Abel"),
        (2, "Ben Birch"),
        (3, "Cy Colt"),
        (4, "Zoe"),
    ]


def test_a_game_is_in_the_wave_after_those_of_both_and_two_boards_are_in_one_wave() -> None:
    night = an_open_night(here=HERE)
    assert _places(seated(night, NightGame(one=1, two=2))) == [(1, 1)]
    assert _places(seated(night, NightGame(one=3, two=4))) == [(1, 2)]
    with pytest.raises(NeedsConfirmation, match="Ann Abel and Cy Colt would play at two boards"):
        give(PlayTonight(event=night, games=(NightGame(one=1, two=3),)))
    assert _places(seated(night, NightGame(one=1, two=3))) == [(1, 3)]
    with pytest.raises(Refused, match="play each other already"):
        seated(night, NightGame(one=3, two=1))
    assert Seat.objects.filter(round__number=1, turn=2).count() == 2
    # Of 3 and 1, who have two open games in the first wave, the third is in the second.
    give(ArriveTonight(event=night, guests=("Zoe",)))
    assert _places(seated(night, NightGame(one=1, two=5))) == [(2, 4)]


def _places(games: list[list[object]]) -> list[tuple[object, object]]:
    return [(wave, board) for wave, board, _ in games]


def test_boards_are_published_as_they_are_paired_and_are_used_again_when_a_game_is_over() -> None:
    night = an_open_night(here=HERE)
    played(night, 1, 2, 400, 380)
    assert _places(seated(night, NightGame(one=1, two=3, first=3))) == [(2, 1)]
    assert {row.stage for row in Round.objects.all()} == {"published"}
    assert Division.objects.get().planned_rounds == 2
    sides = dict(Seat.objects.filter(round__number=2).values_list("entry__number", "side"))
    assert sides == {1: "second", 3: "first"}
    first = Seat.objects.filter(round__number=1).values_list("side", flat=True)
    assert set(first) <= {"first", "second", "draw"}


def test_a_handicap_decides_who_won_is_never_rated_and_is_refused_in_a_rated_game() -> None:
    night = an_open_night(here=HERE)
    with pytest.raises(Refused, match="never rated") as refused:
        seated(night, NightGame(one=1, two=2, start_two=30))
    assert refused.value.field == "start_two"
    assert not Board.objects.exists()
    played(night, 1, 2, 400, 380, start_two=30, rated=False)
    result = Result.objects.get()
    assert (result.score_one, result.score_two) == (400, 380)
    assert (result.won_one, result.won_two, result.spread_one, result.spread_two) == (0, 2, -10, 10)
    assert not result.rated
    correction = CorrectResult(
        event=night, division="Night", round=1, entry=2, score=365, opponent_score=400
    )
    give(correction, reason="misread")
    result.refresh_from_db()
    assert (result.score_two, result.won_one, result.spread_one) == (365, 2, 5)


def test_terms_of_a_game_stand_at_its_board_and_what_cannot_be_is_refused_at_its_field() -> None:
    night = an_open_night(here=HERE)
    seated(night, NightGame(one=1, two=2, minutes=15, rated=False, challenger=2))
    assert Board.objects.get().terms == {"minutes": 15, "rated": False, "challenger": 2}
    for game, field in (
        (NightGame(one=3, two=3), "two"),
        (NightGame(one=3, two=9), "two"),
        (NightGame(one=3, two=4, minutes=999), "minutes"),
        (NightGame(one=3, two=4, lexicon="KLINGON"), "lexicon"),
        (NightGame(one=3, two=4, first=1), "first"),
        (NightGame(one=3, two=4, challenger=1), "challenger"),
        (NightGame(one=3, two=4, start_one=-5, rated=False), "start_one"),
        (NightGame(one=3, two=4, third=1, start_one=5, rated=False), "third"),
    ):
        with pytest.raises(Refused) as refused:
            seated(night, game)
        assert refused.value.field == field, refused.value.message
    assert Board.objects.count() == 1


def test_a_game_of_three_keeps_three_scores_and_takes_its_players_from_the_free() -> None:
    night = an_open_night(here=HERE)
    played_by_three(night, 1, (1, 2, 3), (300, 280, 310))
    assert _places(seated(night, NightGame(one=1, two=4))) == [(2, 1)]
    give(CorrectThreeHanded(event=night, number=1, scores=(301, 280, 310)), reason="misread")
    assert ThreeHandedGame.objects.get().scores == [301, 280, 310]
    for scores in ((1, 2), (300, 300, 9999)):
        with pytest.raises(Refused, match="three scores") as refused:
            give(CorrectThreeHanded(event=night, number=1, scores=scores), reason="misread")
        assert refused.value.field == "scores"
    with pytest.raises(Refused, match="has a result"):
        give(RemoveThreeHanded(event=night, number=1))


def test_a_game_seated_by_mistake_is_removed_and_its_empty_wave_with_it() -> None:
    night = an_open_night(here=HERE)
    played(night, 1, 2, 400, 380)
    seated(night, NightGame(one=1, two=3))
    with pytest.raises(Refused, match="has a result"):
        give(RemoveNightGame(event=night, wave=1, one=1, two=2))
    with pytest.raises(Refused, match="have no game in wave 2"):
        give(RemoveNightGame(event=night, wave=2, one=1, two=2))
    removed = give(RemoveNightGame(event=night, wave=2, one=3, two=1))
    assert [row.number for row in Round.objects.all()] == [1]
    assert Division.objects.get().planned_rounds == 1
    undo(f"event:{night}", removed.seq)
    assert Seat.objects.filter(round__number=2).count() == 2


def test_everything_of_a_night_is_undone_and_done_again() -> None:
    night = an_open_night(here=HERE[:2])
    journal = f"event:{night}"
    given = [
        give(ArriveTonight(event=night, guests=("Zoe", "Max"))).seq,
        give(LeaveTonight(event=night, entry=4)).seq,
        give(ComeBackTonight(event=night, entry=4)).seq,
        give(PlayTonight(event=night, games=(NightGame(one=1, two=2, minutes=15),))).seq,
        played(night, 3, 4, 350, 340).seq,
        played_by_three(night, 1, (1, 3, 4), (300, 301, 302)).seq,
    ]
    assert len(given) == 6
    last = JournalEntry.objects.filter(stream__key=journal).order_by("-seq").first()
    assert last is not None
    stands = _state()
    for seq in range(last.seq, 2, -1):
        undo(journal, seq)
    assert _state() == (["Ann Abel", "Ben Birch"], [], [], 1)
    undone = JournalEntry.objects.filter(stream__key=journal, command="journal.undone").order_by(
        "-seq"
    )
    for entry in list(undone):
        undo(journal, entry.seq)
    assert _state() == stands


def _state() -> tuple[object, ...]:
    entries = Entry.objects.filter(presence="here").order_by("number")
    seats = Seat.objects.order_by("round__number", "board__slot", "position")
    return (
        [entry.name for entry in entries],
        list(seats.values_list("round__number", "entry__number", "side", "board__terms")),
        list(ThreeHandedGame.objects.values_list("round", "entries", "scores")),
        Division.objects.get().planned_rounds,
    )


def test_an_event_that_is_no_night_takes_none_of_its_commands() -> None:
    give(CreateEvent(event="spring", name="Spring"))
    with pytest.raises(Refused, match="Spring is no club night"):
        give(ArriveTonight(event="spring", guests=("Zoe",)))
    with pytest.raises(Refused, match="There is no event open") as unknown:
        give(ArriveTonight(event="open", guests=("Zoe",)))
    assert unknown.value.field == "event"


def test_a_simulated_night_gives_everybody_their_games() -> None:
    night = a_simulated_night("hill", date(2026, 3, 12), here=HERE, games_each=3)
    assert Result.objects.filter(board__round__division__tournament=night).count() == 6
