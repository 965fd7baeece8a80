"""Pages made from what changed: they are those made anew, and cost what changed."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from django.template.loader import get_template
from pytest_django import DjangoAssertNumQueries

from core.errors import UserError
from core.journal.command import Command
from core.journal.guard import writing
from core.journal.undo import UndoEntry
from core.memo import Memo, memo_of
from core.models import JournalEntry
from core.web.site import WEB
from people.commands import ChangePlayer
from tests.apps.tournaments.board_games.game_events import hand_in, played_event
from tests.apps.tournaments.desk_events import SLUG
from tests.builders.events import a_played_event, a_published_round, circle, give, hidden_players
from tests.depth import chance, times
from tournaments.entries.commands.entries import ChangeEntry, WithdrawEntry
from tournaments.event.commands.event import ChangeRules
from tournaments.event_ratings.jobs.rating import estimate_ratings
from tournaments.kernel.queries import carried
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division
from tournaments.public.pages.catalogue import latest_pages
from tournaments.public.pages.changed_cards import mark_of
from tournaments.readmodel import frame
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import versioned_division
from tournaments.results.commands.penalties import SetPenalty
from tournaments.results.commands.results import CorrectResult, EnterForfeit, EnterResult

pytestmark = pytest.mark.django_db

PLAYERS = 9
AT = datetime(2026, 5, 1, tzinfo=UTC)
A: dict[str, Any] = {"event": "spring", "division": "A"}


@pytest.fixture
def read_anew(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Counts how often a sheet is read as a whole, after an event of two open rounds was made."""
    a_played_event(
        divisions=("A", "B"),
        players=PLAYERS,
        rounds=2,
        planned=6,
        registered=hidden_players(),
        rating_system="elo",
    )
    for name in ("A", "B"):
        for number in (3, 4):
            a_published_round("spring", name, number, players=PLAYERS)
    read = Mock(wraps=load_sheet)
    monkeypatch.setattr(carried, "load_sheet", read)
    return read


def a_book(memo: Memo | None = None) -> DivisionReadModel:
    edition = versioned_division("spring", "A")
    assert edition is not None
    read_model = DivisionReadModel(edition, at=AT)
    read_model.memo = memo or read_model.memo
    return read_model


def shown(read_model: DivisionReadModel) -> dict[str, str | bytes]:
    """Returns the latest pages, and the marks of all cards."""
    pages = {page.path: page.make(WEB) for page in latest_pages(read_model)}
    return pages | {
        f"card {number}": mark_of(read_model, number) for number in read_model.entry_numbers
    }


def a_result(dice: Random) -> Command:
    """Returns a command of all day: a result, its correction, a forfeit, one taken back."""
    place: dict[str, Any] = {
        "event": "spring",
        "division": dice.choice("AAAB"),
        "round": dice.randint(1, 4),
    }
    one, score = dice.randint(1, PLAYERS), dice.randint(300, 500)
    game: dict[str, Any] = {**place, "entry": one, "score": score, "opponent_score": 400}
    last = JournalEntry.objects.filter(stream__key="event:spring").latest("seq").seq
    return dice.choice(
        [
            EnterResult(**game),
            EnterResult(**game),
            CorrectResult(**game, confirmed=True),
            EnterForfeit(**place, absent=(one,)),
            UndoEntry(journal="event:spring", seq=last),
        ]
    )


def a_change(dice: Random) -> Command:
    """Returns a command given now and then, which changes more than a board."""
    one, points = dice.randint(1, PLAYERS), dice.randint(1, 99)
    return dice.choice(
        [
            SetPenalty(**A, round=dice.randint(1, 4), entry=one, points=-points),
            ChangeEntry(**A, entry=one, team=f"Team {points}"),
            WithdrawEntry(**A, entry=one, from_round=5),
            ChangePlayer(key="reticent", public_name_style="alias", alias=f"Mister {points}"),
            ChangeRules(**A, overrides={"spread_cap": [points]}),
        ]
    )


def test_after_whatever_is_done_the_pages_are_those_made_anew(read_anew: Mock) -> None:
    dice, steps, done = chance(5), times(60), 0
    assert shown(a_book()) == shown(a_book(Memo()))
    read_anew.reset_mock()
    for _ in range(steps):
        command = a_result(dice) if dice.random() < 0.8 else a_change(dice)
        try:
            give(command, "for a reason")
        except UserError:
            continue
        if dice.random() < 0.1:
            estimate_ratings(Mock(), {"event": "spring", "divisions": ["A"]})
        done += 1
        carried_on, read = a_book(), read_anew.call_count
        assert shown(carried_on) == shown(a_book(Memo())), command
        assert carried_on.sheet == load_sheet(carried_on.division)
        if isinstance(command, EnterResult | CorrectResult | EnterForfeit):
            # Only the book that remembers nothing read all again.
            assert read_anew.call_count == read + 1
            read_anew.reset_mock()
    assert done > steps / 4


def test_a_result_is_read_by_its_board_and_all_else_is_the_very_same(
    read_anew: Mock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    before = a_book().sheet
    give(EnterResult(**A, round=3, entry=1, score=400, opponent_score=380))
    read_model = a_book()
    # The journal, the seats and the board, and whether that is the division as it was asked for.
    with django_assert_num_queries(4):
        after = read_model.sheet
    assert after.entries is before.entries
    changed = [new for old, new in zip(before.boards, after.boards, strict=True) if old is not new]
    assert [(board.round, board.one.score or 0) for board in changed] in ([(3, 400)], [(3, 380)])


def test_a_result_of_another_division_reads_no_board(
    read_anew: Mock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    before = a_book().sheet
    give(EnterResult(**{**A, "division": "B"}, round=3, entry=1, score=400, opponent_score=380))
    read_model = a_book()
    with django_assert_num_queries(2):
        assert read_model.sheet.boards is before.boards


def test_a_result_renders_its_own_rows_and_no_others(
    read_anew: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def results() -> str | bytes:
        return next(page for page in latest_pages(a_book()) if "results" in page.path).make(WEB)

    results()
    rendered = Mock(wraps=get_template)
    templates: dict[str, Mock] = {}

    def watched(name: str) -> Mock:
        return templates.setdefault(name, Mock(wraps=rendered(name)))

    monkeypatch.setattr(frame, "get_template", watched)
    results()
    row = templates["tournaments/public/_results_row.html"].render
    assert row.call_count == 0
    one, _ = circle(PLAYERS, 4)[0][0]
    give(EnterResult(**A, round=4, entry=one, score=400, opponent_score=380))
    page = results()
    assert row.call_count == 1
    assert "400" in page


@pytest.mark.parametrize("stream", ["event:spring", "register"])
def test_another_course_of_things_under_the_same_number_is_read_anew(
    stream: str, read_anew: Mock
) -> None:
    give(ChangePlayer(key="reticent", public_name_style="alias", alias="Mister 5"))
    kept = memo_of(("division", a_book().division.pk))
    give(EnterResult(**A, round=3, entry=1, score=400, opponent_score=380))
    assert a_book().sheet.boards
    last = JournalEntry.objects.filter(stream__key=stream).latest("seq")
    with writing():
        JournalEntry.objects.filter(pk=last.pk).update(at=AT)
    read_anew.reset_mock()
    assert a_book(kept).sheet.boards
    assert read_anew.call_count == 1


@pytest.mark.parametrize("is_carried", [True, False])
def test_an_edition_that_many_share_stays_what_it_was(read_anew: Mock, is_carried: bool) -> None:
    if is_carried:
        assert a_book().sheet.boards
    read_anew.reset_mock()
    edition = versioned_division("spring", "A")
    assert edition is not None
    version = edition.division.version
    give(EnterResult(**A, round=3, entry=1, score=400, opponent_score=380))
    read_model = DivisionReadModel(edition, at=AT)
    assert read_model.sheet.division.version == version + 1
    assert edition.division.version == version
    assert Division.tournament.is_cached(edition.division)
    assert read_anew.called is not is_carried


def test_a_game_on_record_is_no_reason_to_read_a_board() -> None:
    played_event()

    def read_model() -> DivisionReadModel:
        edition = versioned_division(SLUG, "A")
        assert edition is not None
        return DivisionReadModel(edition, at=AT)

    before = read_model()
    assert before.sheet.boards
    hand_in(1)
    after = read_model()
    assert after.versioned.version != before.versioned.version
    assert after.sheet.boards is before.sheet.boards
    assert after.sheet == load_sheet(after.division)
