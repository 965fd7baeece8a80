"""The demonstration event has recorded games, so that a newcomer has replays to look at."""

from __future__ import annotations

import pytest
from django.test import Client

from games.engine.checking import GameTerms, check_gcg
from games.engine.report import RecordVerdict
from games.selectors.games import holds_by, shown_names
from lexicon.casual import casual_list
from tests.contract_calls import answer, refusal
from tournaments.board_games.queries.findings import games_by_board
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division
from tournaments.rehearsal.jobs.demonstration import RECORDED

pytestmark = pytest.mark.django_db


def test_the_demonstration_is_made_once_with_games_that_agree_with_the_results(
    client: Client,
) -> None:
    assert answer("demo_event") == {"tournament": "demonstration"}
    assert refusal("demo_event")["code"] == "event.taken"
    casual = holds_by(casual_list().sha256, "en")
    assert casual is not None
    sheet = load_sheet(Division.objects.get(tournament__slug="demonstration"))
    boards = [board for board in games_by_board(sheet) if board.games]
    assert [(board.line.round, board.line.slot) for board in boards] == list(RECORDED)
    for board in boards:
        (kept,) = board.games
        assert kept.mismatches == ()
        report = check_gcg(kept.game.record.encode(), GameTerms(holds=casual))
        assert (report.verdict, report.complete) == (RecordVerdict.CLEAN, True)
        names = {sheet.entries[seat.entry].entered_name for seat in board.line.seats}
        assert set(shown_names(kept.game)) == names
        assert {turn.missing for turn in report.turns if turn.words} == {()}
        assert client.get(f"/games/{kept.game.key}/").status_code == 200
