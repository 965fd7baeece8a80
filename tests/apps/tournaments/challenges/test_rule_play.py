"""Rulings at the console, and rulings on a play of a recorded game."""

from __future__ import annotations

from typing import Any

import pytest

from core.journal.errors import Refused
from core.journal.undo import UndoEntry
from core.models import JournalEntry
from tests.apps.tournaments.board_games.game_events import kept, put_on, record
from tests.apps.tournaments.challenges.judge_events import CODE, desk, open_judge, rule
from tests.apps.tournaments.challenges.ruling_events import HERE, paired_event
from tests.apps.tournaments.desk_events import SLUG, entries_of, give, signed_in
from tests.contract_calls import answer, refusal
from tests.pages import source_at
from tournaments.board_games.commands.confirming import RemoveBoardGame
from tournaments.challenges.commands import RulePlay
from tournaments.models import PlayRuling

pytestmark = pytest.mark.django_db

BOARD = (SLUG, "--division", "A", "--round", "1", "--by", "1")


@pytest.fixture(autouse=True)
def _ground() -> None:
    paired_event()


def test_the_console_rules_by_the_lexicon_and_says_what_follows() -> None:
    more = ("--opponent", 2, "--score", 42, "--held", 9, "--words", "queex")
    said = answer("rule_play", *BOARD, *more)
    assert (said["number"], said["words"], said["acceptable"]) == (1, ["QUEEX"], False)
    assert (said["lexicon"], said["rule"]["type"]) == (CODE, "double")
    assert (said["effect"]["score_taken"], said["effect"]["held_s"]) == (42, 9)
    assert "The tiles go back to #1 Ada, who loses the 42 points again." in said["says"]
    assert said["log"] == entries_of()[-1].seq


def test_the_console_takes_the_verdict_of_a_judge_or_of_the_director() -> None:
    rule(open_judge(), "ZAP")
    held = answer("rule_play", *BOARD, "--station", "door", "--seq", "2")
    assert (held["words"], held["acceptable"]) == (["ZAP"], True)
    own = answer("rule_play", *BOARD, "--unacceptable", "--reason", "agreed", "--words", "ZAP")
    assert (own["acceptable"], entries_of()[-1].reason) == (False, "agreed")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--acceptable", "--words", "ZAP"), "reason.missing"),
        ((), "ruling.words"),
        (("--station", "door", "--seq", "2"), "ruling.unknown"),
        (("--opponent", "3", "--words", "ZAP"), "result.not_paired"),
    ],
)
def test_the_console_refuses_as_the_desk_does(arguments: tuple[str, ...], code: str) -> None:
    assert refusal("rule_play", *BOARD, *arguments)["code"] == code
    assert not PlayRuling.objects.exists()


def test_a_ruling_names_a_play_of_the_recorded_game_of_its_board() -> None:
    game = put_on()
    give(RulePlay(**HERE, by=1, words=("ZAP",), game=game, turn=1))
    held = PlayRuling.objects.get()
    assert (held.game, held.turn) == (kept(game).game, 1)
    assert (held.play, held.effect["score_taken"]) == ("8D QUANT", 0)
    shown = source_at(signed_in("dora"), desk("rulings"))
    assert f'href="/games/{game}/?m=1"' in shown


@pytest.mark.parametrize(("by", "turn"), [(2, 1), (1, 2), (1, 0), (1, -1), (1, 99)])
def test_a_turn_that_is_no_play_of_the_entry_is_refused(by: int, turn: int) -> None:
    game = put_on()
    with pytest.raises(Refused, match="is not a play of #") as caught:
        give(RulePlay(**HERE, by=by, words=("ZAP",), game=game, turn=turn))
    assert caught.value.code == "ruling.turn"


def test_whose_play_it_was_goes_by_who_went_first_in_the_record() -> None:
    game = put_on(content=record("Bea", "Ada"))
    give(RulePlay(**HERE, by=2, words=("ZAP",), game=game, turn=1))
    with pytest.raises(Refused, match="is not a play of #1 Ada"):
        give(RulePlay(**HERE, by=1, words=("ZAP",), game=game, turn=1))


def test_what_is_said_of_a_play_goes_before_what_its_record_says() -> None:
    game = put_on()
    phoney: dict[str, Any] = {**HERE, "by": 1, "words": ("QUEEX",), "game": game, "turn": 1}
    give(RulePlay(**phoney))
    give(RulePlay(**phoney, play="8D QUEEX", play_score=50))
    held = [(one.play, one.effect["score_taken"]) for one in PlayRuling.objects.all()]
    assert held == [("8D QUANT", 48), ("8D QUEEX", 50)]


def test_a_game_of_another_board_is_not_this_ones() -> None:
    game = put_on()
    with pytest.raises(Refused, match=f"There is no recorded game {game} of this board"):
        give(RulePlay(**HERE, by=3, words=("ZAP",), game=game, turn=1))


def test_the_desk_offers_the_games_of_the_round() -> None:
    game = put_on()
    form = signed_in("dora").get(desk("rulings")).context["form"]
    labels = dict(form.fields["game"].choices)
    assert game in labels
    assert labels[game].startswith("Board 1: ")


def test_a_game_on_which_was_ruled_stays_until_the_ruling_is_undone() -> None:
    game = put_on()
    give(RulePlay(**HERE, by=1, words=("ZAP",), game=game, turn=1))
    removal = RemoveBoardGame(**HERE, game=game)
    with pytest.raises(Refused, match="Ruling 1 is about a play of this game"):
        give(removal, reason="wrong file")
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    give(removal, reason="wrong file")


def test_the_facts_of_a_ruling_are_what_a_replay_needs() -> None:
    give(RulePlay(**HERE, by=1, words=("ZAP",), game=put_on(), turn=1))
    entry = JournalEntry.objects.get(command="play.ruled")
    assert set(entry.facts) == {"verdict", "rule", "effect", "number", "play"}
