"""From the desk to the file: what was played is a game in it, and nothing else ever is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.apps.tournaments.desk_events import give
from tests.apps.tournaments.submission.submission_events import (
    PEOPLE,
    SLUG,
    enter,
    ground,
    new_event,
    publish,
)
from tests.domain.formats.submissions import games_of_content, read_coco, read_tou
from tournaments.event.commands.event import ChangeRules
from tournaments.formats.submission import write_submission
from tournaments.formats.tsh import read_tsh
from tournaments.results.commands.results import CorrectResult, EnterForfeit

pytestmark = pytest.mark.django_db
A: dict[str, Any] = {"event": SLUG, "division": "A"}


def written(to: str, **more: Any) -> bytes:
    return write_submission(ground(to).submission, to, stem="x", **more).data


def an_event_of_everything(system: str, **rules: object) -> None:
    """Round 1: Ada beats Bea, Cem wins by forfeit of Dov, Eve has the bye. Round 2: Ada beats Cem,
    the game of Bea and Eve is void, Dov has the bye.
    """
    new_event((*PEOPLE, "Esk, Eve"), system=system)
    if rules:
        give(ChangeRules(**A, overrides=rules, confirmed=True))
    publish(1, (1, 2), (3, 4), byes=(5,))
    enter(1, 1)
    give(EnterForfeit(**A, round=1, absent=(4,)))
    publish(2, (1, 3), (2, 5), byes=(4,))
    enter(2, 1)
    enter(2, 2)
    void: dict[str, Any] = {"reason": "void", "score": 400, "opponent_score": 300}
    give(CorrectResult(**A, round=2, entry=2, **void, confirmed=True), reason="wrong tiles")


@pytest.mark.parametrize("forfeits_count_for_ratings", [False, True])
def test_a_forfeit_never_leaks_into_any_file_as_a_game(forfeits_count_for_ratings: bool) -> None:
    an_event_of_everything("naspa", forfeit_rated=forfeits_count_for_ratings)
    rated = {
        1: {frozenset({(1, 423, 2), (2, 389, 1)})},
        2: {frozenset({(1, 423, 3), (3, 389, 1)})},
    }
    (read,) = read_tsh({"all.tsh": written("naspa")}).content.divisions
    assert games_of_content(read) == rated
    (tou,) = read_tou(written("tou"))
    assert tou.games() == rated


def test_naspa_gets_50_for_a_bye_or_a_forfeit_won_and_nothing_for_a_void_game() -> None:
    an_event_of_everything("naspa")
    assert written("naspa", form="text").decode() == (
        "#division A\n"
        "Abbot, Ada:AA000001     1700 2 3; 423 423\n"
        "Botham, Bea:AA000002    1600 1 0; 389 0\n"
        "Colby, Cem:AA000003     1500 0 1; 50 389\n"
    )


def test_tou_has_a_won_round_against_oneself_for_a_forfeit_won_and_a_blank_one_on_request() -> None:
    an_event_of_everything("naspa")
    rows = [row.blocks for row in read_tou(written("tou"))[0].rows]
    assert rows[2][0] == (2, 1, 3, True)
    assert rows[1][1] == (1, 0, 2, True)
    rows = [row.blocks for row in read_tou(written("tou", byes=False))[0].rows]
    assert rows[2][0] is None


def test_coco_gets_a_row_a_game_and_nobody_for_a_forfeit() -> None:
    an_event_of_everything("coco")
    assert [row[1:] for row in read_coco(written("coco"))] == [
        ["1", "Ada Abbot", "423", "Bea Botham", "389"],
        ["1", "Cem Colby", "50", "BYE", "0"],
        ["2", "Ada Abbot", "423", "Cem Colby", "389"],
    ]
