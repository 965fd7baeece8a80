"""The stored book of records: folded event by event, it is what is made from nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from itertools import permutations
from random import Random
from typing import Any

import pytest

from clubs.models import BookNews, BookPart, BookPlace, BookState
from clubs.records.jobs import folding
from clubs.records.jobs.keeping import FOLD, ask_for_missing_book, ask_to_fold
from clubs.records.jobs.kept_book import book_at_hand, forget_book
from core import jobs
from core.journal.guard import writing
from core.models import Job
from tests.apps.clubs.records.book_events import (
    CUP,
    correct,
    fold,
    played,
    recomputed,
    record,
    stored,
)
from tests.apps.tournaments.desk_events import SLUG, entries_of, five_playing, new_event, undo
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division, Tournament

pytestmark = pytest.mark.django_db

Committed = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]
NIGHTS = {"monday": date(2026, 1, 5), "later": date(2026, 1, 12), "last": date(2026, 1, 19)}


@pytest.fixture(autouse=True)
def _no_book_in_memory() -> None:
    forget_book()


@pytest.mark.both_databases("aggregates", "json")
def test_events_folded_in_any_order_are_the_book_that_is_made_from_nothing() -> None:
    dice = Random(4)
    slugs = [CUP, *NIGHTS]
    for slug in slugs:
        scores = [(dice.choice((400, 401, 402)), dice.choice((300, 400))) for _ in range(2)]
        played(slug, *scores, on=NIGHTS.get(slug), club="oak" if slug in NIGHTS else "")
    assert recomputed()["changed"] == BookPlace.objects.count() > 100
    wanted = stored()
    for order in list(permutations(slugs))[::5]:
        BookPart.objects.all().delete()
        BookPlace.objects.all().delete()
        forget_book()
        for slug in order:
            fold(slug)
        assert stored() == wanted
    assert recomputed() == {"records": BookPlace.objects.count(), "changed": 0}


def test_a_worker_that_has_nothing_in_its_memory_stores_the_same() -> None:
    played(SLUG, (400, 300), (410, 420))
    played(CUP, (500, 300))
    for slug in (SLUG, CUP):
        fold(slug)
        forget_book()
    correct(SLUG, 1, 600, 300)
    fold()
    wanted = stored()
    forget_book()
    assert fold() == folding.Folded()
    assert stored() == wanted
    assert recomputed()["changed"] == 0


def test_a_worker_catches_up_with_what_another_one_stored() -> None:
    played(SLUG, (400, 300))
    fold()
    ours = book_at_hand()
    forget_book()
    correct(SLUG, 1, 600, 300)
    fold()
    ours.catch_up()
    assert ours.marks == book_at_hand().marks
    assert {game.sides[0].score for game in ours.games_of((SLUG, "A")).values()} == {600}


def test_a_correction_gives_a_record_back_and_the_news_name_the_entry_that_did_it() -> None:
    played(SLUG, (450, 300))
    fold()
    played(CUP, (400, 300), (350, 340))
    fold(CUP)
    correct(CUP, 1, 600, 300)
    fold(CUP)
    assert record("high_game") == [(1, ["cup/1"])]
    correct(CUP, 1, 400, 300)
    seq = entries_of(CUP)[-1].seq
    correct(CUP, 3, 351, 340)
    fold(CUP)
    assert record("high_game") == [(1, ["spring/1"])]
    back = BookNews.objects.get(
        kind="given back", category="high_game", scope="all", is_clean=False
    )
    assert (back.event, back.seq) == (CUP, seq)
    assert "cup/1" in back.before
    broken = BookNews.objects.filter(kind="new record", category="high_game", scope="all")
    assert [row.stands for row in broken] == [False]
    assert recomputed()["changed"] == 0


def test_an_undone_result_and_an_event_that_becomes_a_rehearsal_leave_nothing() -> None:
    played(SLUG, (450, 300))
    played(CUP, (500, 300))
    fold()
    fold(CUP)
    undo()
    fold()
    assert not BookPart.objects.filter(event=SLUG).exists()
    with writing():
        Tournament.objects.filter(slug=CUP).update(rehearsal=True)
    fold(CUP)
    assert not BookPart.objects.exists()
    assert not BookPlace.objects.exists()


def test_byes_and_forfeits_hold_no_record_of_a_game() -> None:
    five_playing()
    fold()
    (part,) = BookPart.objects.all()
    assert part.games == 1
    assert set(BookPlace.objects.values_list("category", flat=True)) <= {"most_games"}


def test_a_list_that_nothing_changed_is_not_written_again() -> None:
    played(SLUG, (450, 300), (460, 310))
    fold()
    rows = dict(BookPlace.objects.values_list("pk", "category"))
    version = BookState.objects.get().version
    correct(SLUG, 1, 450, 301)
    fold()
    kept = set(BookPlace.objects.values_list("pk", flat=True)) & set(rows)
    assert {rows[pk] for pk in kept} >= {"most_wins", "longest_streak", "highest_rating"}
    assert "high_losing" in {rows[pk] for pk in set(rows) - kept}
    assert BookState.objects.get().version == version + 1


def test_where_it_cannot_be_stored_the_book_in_memory_goes_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played(SLUG, (450, 300))
    fold()
    correct(SLUG, 1, 500, 300)

    def fails(*_: Any) -> int:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(folding, "write_lists", fails)
    with pytest.raises(RuntimeError):
        fold()
    monkeypatch.undo()
    assert {g.sides[0].score for g in book_at_hand().games_of((SLUG, "A")).values()} == {450}
    fold()
    assert recomputed()["changed"] == 0


def test_a_burst_of_results_asks_for_one_job_and_a_renamed_entry_for_none(
    django_capture_on_commit_callbacks: Committed,
) -> None:
    new_event()
    with django_capture_on_commit_callbacks(execute=True):
        played(CUP, (450, 300), (400, 300))
    asked = Job.objects.filter(kind=FOLD, state=Job.State.QUEUED)
    assert [job.arguments for job in asked] == [{"event": CUP}]


def test_the_job_folds_an_event_in_and_says_what_that_came_to() -> None:
    played(SLUG, (450, 300), (460, 310))
    job = ask_to_fold(SLUG)
    jobs.run(job.pk)
    assert not Job.objects.filter(pk=job.pk).exclude(state=Job.State.DONE).exists()
    assert BookPart.objects.get().games == len(load_sheet(_division()).boards)


def test_a_book_that_was_never_made_is_asked_for_and_one_that_was_is_not() -> None:
    assert ask_for_missing_book() is None
    played(SLUG, (450, 300))
    job = ask_for_missing_book()
    assert job is not None
    jobs.run(job.pk)
    assert BookPlace.objects.exists()
    assert ask_for_missing_book() is None


def _division() -> Division:
    return Division.objects.select_related("tournament").get(tournament__slug=SLUG)
