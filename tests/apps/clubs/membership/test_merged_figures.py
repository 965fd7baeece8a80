"""What somebody did under two keys of the register is one person's, until the merge is undone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from typing import Any

import pytest
from django.test import Client

from clubs.membership.commands.merging import MergePlayers
from clubs.models import BookPart, ClubHome, Season
from clubs.nights.commands.attendance import ArriveTonight
from clubs.nights.queries.faces import faces_of
from clubs.nights.queries.tonight import tonight
from clubs.records.jobs.keeping import FOLD
from clubs.records.jobs.kept_book import forget_book
from clubs.records.queries.personal import is_in_book, personal_records
from clubs.seasons.commands.awards import GiveAward
from clubs.seasons.queries.computed import computed
from clubs.seasons.queries.names import people_of
from core import jobs
from core.actors import CONSOLE
from core.errors import UserError
from core.journal.execute import execute
from core.models import Job, JournalEntry
from people.commands import ChangePlayer
from people.merging import standing_for
from people.models import Player
from tests.apps.clubs.records.book_events import fold, recomputed, record, stored
from tests.builders.clubs import season_of_2026
from tests.builders.events import give, undo
from tests.builders.nights import an_open_night, played, played_by_three
from tests.pages import words
from tournaments.models import EntryMember, Tournament

pytestmark = pytest.mark.django_db

Committed = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]
FIRST, SECOND = date(2026, 3, 5), date(2026, 3, 12)


@pytest.fixture(autouse=True)
def nights() -> list[str]:
    """Ann comes to two nights, to the second as another person of the register."""
    forget_book()
    one = an_open_night("hill", FIRST, here=("ann-lee", "bob-ray", "cy-colt"))
    played(one, 1, 2, 450, 400)
    played_by_three(one, 1, (1, 2, 3), (300, 310, 320))
    two = an_open_night("hill", SECOND, here=("anna-lee", "bob-ray", "cy-colt"))
    played(two, 1, 2, 500, 410)
    played(two, 1, 3, 380, 390)
    return [one, two]


def merged(kept: str = "ann-lee", gone: str = "anna-lee") -> int:
    """Merges two people and returns the number of the entry."""
    give(MergePlayers(kept=kept, gone=gone))
    return JournalEntry.objects.filter(stream__key="register").latest("seq").seq


def rows() -> dict[str, tuple[int, int, int]]:
    """Returns games, wins and nights of everybody in the table of the season."""
    found = computed(Season.objects.get(key="2026"))
    return {row.player: (row.games, row.wins, row.nights) for row in found.rows}


def test_who_played_each_other_is_not_one_person() -> None:
    with pytest.raises(UserError) as wrong:
        give(MergePlayers(kept="ann-lee", gone="bob-ray"))
    assert (wrong.value.code, wrong.value.field) == ("merge.opponents", "gone")
    merged()
    with pytest.raises(UserError, match="They played each other"):
        give(MergePlayers(kept="ann-lee", gone="cy-colt"))
    assert standing_for() == {"anna-lee": "ann-lee"}


def test_a_replay_of_the_register_merges_whoever_played_each_other_since() -> None:
    merge = MergePlayers(kept="ann-lee", gone="bob-ray")
    execute(merge, actor=CONSOLE, recorded={})
    assert standing_for() == {"bob-ray": "ann-lee"}


def test_the_wins_that_end_the_helps_of_a_newcomer_are_those_of_both_until_the_undo() -> None:
    def newcomers() -> list[str]:
        now = tonight(Tournament.objects.get(slug="hill-2026-03-12"), helps_until=2)
        return [one.player for one in now.people.values() if one.has_helps]

    assert newcomers() == ["anna-lee", "bob-ray", "cy-colt"]
    seq = merged()
    assert newcomers() == ["bob-ray", "cy-colt"], "she came under the key that was merged"
    undo("register", seq)
    assert newcomers() == ["anna-lee", "bob-ray", "cy-colt"]
    merged(kept="anna-lee", gone="ann-lee")
    assert newcomers() == ["bob-ray", "cy-colt"], "she came under the key that stands for both"


def test_the_table_of_a_season_has_them_once_and_two_again_after_the_undo() -> None:
    ladder = ("anna-lee", "bob-ray", "ann-lee")
    season_of_2026(minimum_games=1, ranked_by="ladder", ladder_start=ladder)
    give(GiveAward(club="hill", season="2026", title="Spirit", players=("ann-lee", "anna-lee")))
    before = rows()
    assert (before["ann-lee"], before["anna-lee"]) == ((1, 1, 1), (2, 1, 1))
    seq = merged()
    assert rows()["ann-lee"] == (3, 2, 2)
    assert "anna-lee" not in rows()
    assert set(people_of("hill")) == {"ann-lee", "bob-ray", "cy-colt"}
    undo("register", seq)
    assert rows() == before
    assert set(people_of("hill")) == {"ann-lee", "anna-lee", "bob-ray", "cy-colt"}


def test_the_page_of_a_season_shows_them_once_and_an_award_once(client: Client) -> None:
    season_of_2026(minimum_games=1)
    give(GiveAward(club="hill", season="2026", title="Spirit", players=("ann-lee", "anna-lee")))
    assert "Anna Lee" in words(client.get("/clubs/hill/seasons/2026/"))
    merged()
    page = words(client.get("/clubs/hill/seasons/2026/"))
    assert "Anna Lee" not in page
    assert "Spirit : Ann Lee" in page
    assert "Ann Lee, Ann Lee" not in page


def test_records_are_theirs_and_go_back_after_the_undo(
    nights: list[str], django_capture_on_commit_callbacks: Committed
) -> None:
    for night in nights:
        fold(night)
    before = stored()
    assert record("high_game", "club") == [(1, ["anna-lee"])]
    assert is_in_book("anna-lee")
    with django_capture_on_commit_callbacks(execute=True):
        seq = merged()
    _fold_what_is_asked(nights)
    assert not is_in_book("anna-lee")
    assert record("high_game", "club") == [(1, ["ann-lee"])]
    own = personal_records("ann-lee")
    assert own.games == 4
    assert recomputed()["changed"] == 0
    with django_capture_on_commit_callbacks(execute=True):
        undo("register", seq)
    _fold_what_is_asked(nights)
    assert stored() == before


def test_where_somebody_played_in_many_events_the_book_is_made_again_at_once(
    nights: list[str],
    django_capture_on_commit_callbacks: Committed,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for night in nights:
        fold(night)
    monkeypatch.setattr("clubs.records.jobs.following.MOST_FOLDED", 1)
    with django_capture_on_commit_callbacks(execute=True):
        merged()
    (job,) = Job.objects.filter(state=Job.State.QUEUED)
    assert job.kind == "recompute_records"
    jobs.run(job.pk)
    assert record("high_game", "club") == [(1, ["ann-lee"])]


def test_their_records_are_on_one_page_under_either_number(client: Client) -> None:
    merged()
    recomputed()
    pages = [
        words(client.get(f"/players/{pk}/records/", follow=True))
        for pk in Player.objects.filter(key__in=("ann-lee", "anna-lee")).values_list(
            "pk", flat=True
        )
    ]
    assert len(pages) == 2
    assert pages[0] == pages[1]
    assert "Records of Ann Lee" in pages[0]


def test_who_is_here_is_not_offered_again_under_another_key() -> None:
    merged()
    night = Tournament.objects.get(slug=an_open_night("hill", date(2026, 3, 19), here=("bob-ray",)))
    club = ClubHome.objects.get(slug="hill")
    assert [face.player for face in faces_of(club, night).tapped] == ["ann-lee", "cy-colt"]
    give(ArriveTonight(event=night.slug, players=("anna-lee",)))
    give(ChangePlayer(key="ann-lee", club="hill"))
    give(ChangePlayer(key="anna-lee", club="hill"))
    faces = faces_of(club, night)
    assert [face.player for face in faces.tapped] == ["cy-colt"]
    assert faces.others == []


def test_somebody_comes_once_under_whatever_keys_a_phone_knew() -> None:
    merged()
    night = an_open_night("hill", date(2026, 3, 19), here=("bob-ray",))
    done = give(ArriveTonight(event=night, players=("anna-lee", "cy-colt", "ann-lee")))
    assert done.answer["names"] == ["Ann Lee", "Cy Colt"]
    assert keys_of_night(night) == ["bob-ray", "anna-lee", "cy-colt"]
    for key in ("ann-lee", "anna-lee"):
        with pytest.raises(UserError) as wrong:
            give(ArriveTonight(event=night, players=(key,)))
        assert (wrong.value.code, wrong.value.field) == ("player.entered", "players")
    undone = undo(f"event:{night}", done.seq)
    give(ArriveTonight(event=night, players=("ann-lee",)))
    with pytest.raises(UserError, match="already entered"):
        undo(f"event:{night}", undone.seq)
    assert keys_of_night(night) == ["bob-ray", "ann-lee"]


def test_two_who_came_and_are_one_by_now_are_both_there_in_a_replay() -> None:
    night = an_open_night("hill", date(2026, 3, 19), here=("ann-lee",))
    done = give(ArriveTonight(event=night, players=("anna-lee",)))
    facts = JournalEntry.objects.get(stream__key=f"event:{night}", seq=done.seq).facts
    undo(f"event:{night}", done.seq)
    merged()
    execute(ArriveTonight(event=night, players=("anna-lee",)), actor=CONSOLE, recorded=facts)
    assert keys_of_night(night) == ["ann-lee", "anna-lee"]


def keys_of_night(night: str) -> list[str]:
    """Returns the keys of those who came to a night, in the order of their numbers."""
    members = EntryMember.objects.filter(entry__tournament__slug=night)
    return list(members.order_by("entry__number").values_list("player", flat=True))


def _fold_what_is_asked(nights: list[str]) -> None:
    asked = Job.objects.filter(kind=FOLD, state=Job.State.QUEUED)
    assert sorted(job.arguments["event"] for job in asked) == sorted(nights)
    for job in asked:
        jobs.run(job.pk)
    assert BookPart.objects.count() == len(nights)
