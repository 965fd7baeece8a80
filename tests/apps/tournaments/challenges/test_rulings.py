"""Rulings on challenged plays, as commands: who may, by which verdict, with which effect."""

from __future__ import annotations

from typing import Any

import pytest

from core.actors import Actor
from core.journal import stream_file
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.undo import says
from core.models import JournalEntry, Stream
from lexicon.commands.judge import CloseJudge
from lexicon.models import JudgeStation, Lexicon
from tests.apps.tournaments.challenges.judge_events import CODE, free_judge, open_judge, rule
from tests.apps.tournaments.challenges.ruling_events import HERE, paired_event
from tests.apps.tournaments.desk_events import (
    SLUG,
    account,
    enter,
    entries_of,
    give,
    set_up,
    undo,
)
from tests.builders import refusals
from tournaments.challenges.commands import RulePlay
from tournaments.challenges.queries import rulings_of_boards
from tournaments.event.commands.event import ChangeRules, CreateDivision
from tournaments.failover.queries.replay_digest import digest, project
from tournaments.lexicon_choice.commands import ChooseLexicon
from tournaments.models import (
    Board,
    Division,
    Entry,
    EntryMember,
    PlayRuling,
    Result,
    Round,
    Seat,
    Tournament,
)
from tournaments.rounds.commands.played import RecordPlayed
from tournaments.rounds.commands.rearranging import SwapSeats, TakeBoardApart, UnpublishRound

pytestmark = pytest.mark.django_db

WHERE: dict[str, Any] = {"event": SLUG, "division": "A"}


@pytest.fixture(autouse=True)
def _ground() -> None:
    paired_event()


def ruled(*words: str, **more: Any) -> PlayRuling:
    """Rule on a play of Ada's, and return the ruling."""
    reason = more.pop("reason", "")
    give(RulePlay(**{**HERE, "by": 1, "words": words, **more}), reason=reason)
    return PlayRuling.objects.order_by("number").last() or pytest.fail("no ruling")


def refused(code: str, **fields: Any) -> str:
    """Have a ruling refused with this code, and return what is said."""
    reason = fields.pop("reason", "")
    caught = refusals.refused(RulePlay(**{**HERE, "by": 1, **fields}), reason)
    assert caught.code == code
    return caught.message


def rules(**overrides: Any) -> None:
    give(ChangeRules(**WHERE, overrides=overrides, confirmed=True))


def last_log() -> str:
    return says(entries_of()[-1])


def test_nobody_but_the_events_director_rules() -> None:
    command = RulePlay(**HERE, by=1, words=("ZAP",))
    for name in ("other", "guest"):
        with pytest.raises(NotAllowed):
            execute(command, actor=Actor(name, account(name, staff=name == "other")))
    assert not PlayRuling.objects.exists()
    execute(command, actor=Actor("dora", account("dora")))
    assert PlayRuling.objects.get().acceptable


def test_the_frozen_lexicon_judges_all_words_together() -> None:
    assert ruled("zap", "quirb").acceptable
    held = ruled("zap queex", "floom")
    assert (held.acceptable, held.words) == (False, ["ZAP", "QUEEX", "FLOOM"])
    assert (held.lexicon, len(held.lexicon_hash), held.number) == (CODE, 64, 2)


def test_a_ruling_of_a_judge_gives_the_verdict_and_the_words() -> None:
    rule(open_judge(), "ZAP", "QUEEX")
    held = ruled(station="door", station_seq=2)
    assert (held.acceptable, held.words, held.lexicon) == (False, ["ZAP", "QUEEX"], CODE)
    assert (held.station, held.station_seq) == ("door", 2)


def test_a_ruling_of_a_judge_belongs_to_one_board_until_that_is_undone() -> None:
    rule(open_judge(), "ZAP")
    ruled(station="door", station_seq=2)
    first = len(entries_of())
    used = refused("ruling.used", by=3, station="door", station_seq=2)
    assert used == "This ruling of the judge already belongs to ruling 1."
    undo(first)
    again = ruled(by=3, station="door", station_seq=2)
    assert (again.number, again.by.number) == (2, 3)
    with pytest.raises(Refused, match="already belongs to ruling 2"):
        undo(first + 1)
    assert [one.number for one in PlayRuling.objects.all()] == [2]


@pytest.mark.parametrize("seq", [1, 99])
def test_what_is_no_ruling_of_the_judge_is_refused(seq: int) -> None:
    rule(open_judge(), "ZAP")
    said = refused("ruling.unknown", station="door", station_seq=seq)
    assert said == f"Door made no ruling {seq} for division A."


def test_a_judge_of_elsewhere_rules_on_no_board_here() -> None:
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3))
    give(ChooseLexicon(event=SLUG, division="B", lexicon=CODE, confirmed=True))
    rule(open_judge("hall", place=f"{SLUG}/B"), "ZAP")
    rule(free_judge(), "ZAP")
    for station in ("hall", "club", "nowhere"):
        refused("ruling.unknown", station=station, station_seq=2)


def test_a_closed_judge_was_still_asked() -> None:
    rule(open_judge(), "ZAP")
    give(CloseJudge(station="door"))
    assert ruled(station="door", station_seq=2).acceptable


def test_other_words_than_the_judges_are_refused_and_the_same_are_not() -> None:
    rule(open_judge(), "ZAP", "QUIRB")
    said = refused("ruling.other_words", station="door", station_seq=2, words=("ZAP",))
    assert said.startswith("The judge ruled on ZAP QUIRB;")
    assert ruled("quirb zap", station="door", station_seq=2).words == ["ZAP", "QUIRB"]


def test_the_director_rules_himself_and_says_why() -> None:
    assert "Give a reason." in refused("reason.missing", words=("QUEEX",), acceptable=True)
    held = ruled("QUEEX", acceptable=True, reason="the device was down")
    assert (held.acceptable, held.station) == (True, "")
    assert last_log().endswith("The director's own ruling.")
    assert entries_of()[-1].reason == "the device was down"


def test_a_judges_verdict_is_not_overruled_in_the_same_breath() -> None:
    rule(open_judge(), "ZAP")
    refused("ruling.two_verdicts", station="door", station_seq=2, acceptable=False, reason="no")


def test_without_a_lexicon_only_the_director_rules() -> None:
    give(ChooseLexicon(**WHERE, lexicon="", confirmed=True))
    assert "No lexicon is chosen for division A" in refused("ruling.no_lexicon", words=("ZAP",))
    held = ruled("ZAP", acceptable=False, reason="agreed by both")
    assert (held.lexicon, held.lexicon_hash) == ("", "")


EFFECTS = [
    ({}, "ZAP", "The play stands; #2 Bea loses the next turn. It counts as a scoreless turn."),
    (
        {},
        "QUEEX",
        "The tiles go back to #1 Ada, who scores 0 for the turn. It counts as a scoreless turn.",
    ),
    ({"challenge_type": "single"}, "ZAP", "The play stands; the challenge costs nothing."),
    (
        {"challenge_type": "points"},
        "ZAP QUIRB",
        "The play stands; #1 Ada gets 10 points.",
    ),
    (
        {"challenge_type": "points", "challenge_points": 10, "challenge_per": "play"},
        "ZAP QUIRB",
        "The play stands; #1 Ada gets 10 points.",
    ),
    (
        {"challenge_type": "points", "challenge_direction": "debit_challenger"},
        "ZAP",
        "The play stands; #2 Bea loses 5 points.",
    ),
    (
        {"challenge_type": "triple"},
        "ZAP",
        "The play stands. #1 Ada wins the game, whatever the score.",
    ),
    (
        {"challenge_type": "triple", "scoreless_counts": []},
        "QUEEX",
        (
            "The tiles go back to #1 Ada, who scores 0 for the turn. #2 Bea wins the game,"
            " whatever the score."
        ),
    ),
]


@pytest.mark.parametrize(("overrides", "words", "said"), EFFECTS)
def test_the_effect_follows_the_rule_of_the_division(
    overrides: dict[str, Any], words: str, said: str
) -> None:
    if overrides:
        rules(**overrides)
    held = ruled(words)
    assert held.rule["type"] == overrides.get("challenge_type", "double")
    assert last_log().endswith(said)
    assert f"ruling {held.number} on {words} of #1 Ada" in last_log()


def test_a_phoney_that_went_out_does_not_end_the_game_and_loses_what_it_scored() -> None:
    held = ruled("QUEEX", play="8H QUEEX", play_score=48, went_out=True, held_s=20)
    assert held.effect["game_goes_on"]
    assert (held.effect["score_taken"], held.effect["held_s"]) == (48, 20)
    said = "who loses the 48 points again. It did not end the game; play goes on."
    assert said in last_log()
    assert "It was held for 20 s." in last_log()


def test_a_hold_that_lasted_too_long_is_remarked_on() -> None:
    rules(hold_limit_s=60)
    ruled("QUEEX", held_s=60)
    assert "It was held for 60 s." in last_log()
    ruled("QUEEX", held_s=61)
    assert "It was held for 61 s, longer than the 60 s allowed." in last_log()
    rules(hold_limit_s=None)
    ruled("QUEEX", held_s=61)
    assert "It was held for 61 s." in last_log()


def test_tiles_drawn_in_a_hold_are_shown_where_the_play_goes_back() -> None:
    shown = "Tiles that #1 Ada drew from 15 s on are shown and go back into the bag."
    ruled("QUEEX", held_s=15)
    assert last_log().count(shown) == 1
    ruled("QUEEX", held_s=14)
    assert "Tiles that" not in last_log()
    ruled("ZAP", held_s=15)
    assert "Tiles that" not in last_log()
    rules(courtesy_draw_s=None)
    ruled("QUEEX", held_s=15)
    assert "Tiles that" not in last_log()


def test_under_void_there_is_nothing_to_rule_on() -> None:
    rules(challenge_type="void")
    assert "There are no challenges in this division" in refused("ruling.void", words=("ZAP",))


def test_a_later_rule_set_changes_no_ruling() -> None:
    held = ruled("ZAP")
    rules(challenge_type="single")
    assert PlayRuling.objects.get().rule == held.rule
    assert held.rule["type"] == "double"


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("ruling.words", {}),
        ("ruling.words", {"words": (" ",)}),
        ("ruling.words", {"words": ("AB",) * 9}),
        ("ruling.words", {"words": ("A" * 41,)}),
        ("word.short", {"words": ("A",)}),
        ("tile.unknown", {"words": ("C4T",)}),
        ("ruling.range", {"words": ("ZAP",), "play_score": -1}),
        ("ruling.range", {"words": ("ZAP",), "held_s": 3601}),
        ("ruling.long", {"words": ("ZAP",), "play": "8" * 61}),
        ("ruling.turn", {"words": ("ZAP",), "turn": 3}),
        ("ruling.turn", {"words": ("ZAP",), "game": "nogame"}),
        ("ruling.game", {"words": ("ZAP",), "game": "nogame", "turn": 1}),
        ("entry.unknown", {"words": ("ZAP",), "by": 9}),
        ("result.not_paired", {"words": ("ZAP",), "opponent": 3}),
        ("round.unknown", {"words": ("ZAP",), "round": 9}),
        ("text.nul", {"words": ("ZA\0P",)}),
        ("ruling.words", {"words": ("ZA\x07P",), "acceptable": True, "reason": "heard"}),
        ("field.invalid", {"words": ("ZAP",), "play": "8D \x1b[2J"}),
    ],
)
def test_what_cannot_be_meant_is_refused_and_changes_nothing(
    code: str, fields: dict[str, Any]
) -> None:
    refused(code, **fields)
    assert not PlayRuling.objects.exists()


def test_a_ruling_changes_no_result_and_can_be_undone_and_done_again() -> None:
    enter(1, 1, 400, 380)
    event = Tournament.objects.get()
    before = project(event)
    ruled("ZAP")
    seq, after = len(entries_of()), project(event)
    assert after["divisions"]["A"].pop("rulings")[0][:4] == [1, 1, 1, 1]
    assert digest(after) == digest(before)
    undo(seq)
    assert project(event) == before
    undo(seq + 1)
    assert PlayRuling.objects.get().number == 1


@pytest.mark.parametrize(
    "command",
    [
        TakeBoardApart(**HERE, entry=2, confirmed=True),
        SwapSeats(**HERE, one=3, two=1, confirmed=True),
        UnpublishRound(**HERE, confirmed=True),
        RecordPlayed(
            **HERE, entry=1, opponent=3, score=400, opponent_score=300, first=None, confirmed=True
        ),
    ],
)
def test_who_sits_at_a_board_stays_while_a_ruling_names_them(command: Any) -> None:
    ruled("ZAP")
    with pytest.raises(Refused, match="Ruling 1 is on a play at board 1; undo it first"):
        give(command, reason="as it happened")
    undo(len(entries_of()))
    give(command, reason="as it happened")


def test_a_rearrangement_is_not_taken_back_under_a_ruling() -> None:
    give(SwapSeats(**HERE, one=2, two=3, confirmed=True))
    swapped = len(entries_of())
    ruled("ZAP")
    with pytest.raises(Refused, match="Ruling 1 is on a play at board 1"):
        undo(swapped)


def test_a_ruling_comes_not_back_where_others_sit_now() -> None:
    ruled("ZAP")
    seq = len(entries_of())
    undo(seq)
    give(SwapSeats(**HERE, one=2, two=3, confirmed=True))
    with pytest.raises(Refused, match="are not paired"):
        undo(seq + 1)


def test_a_replay_rules_the_same_without_the_lists_and_the_judges() -> None:
    rule(open_judge(), "ZAP", "QUEEX")
    ruled(station="door", station_seq=2)
    ruled("ZAP", by=4)
    undo(len(entries_of()))
    ruled("QUEEX", by=3, acceptable=True, reason="agreed", held_s=12)
    before = (project(Tournament.objects.get()), _dates())
    assert len(before[0]["divisions"]["A"]["rulings"]) == 2
    lines = list(stream_file.written(f"event:{SLUG}"))
    _forget()
    stream_file.replay(lines)
    assert (project(Tournament.objects.get()), _dates()) == before


def _dates() -> list[Any]:
    return list(PlayRuling.objects.values_list("number", "ruled_at"))


def _forget() -> None:
    """Have the event, its judges and the lists be gone, as on another machine."""
    play = (PlayRuling, Result, Seat, Board, Round)
    people = (EntryMember, Entry, Division, Tournament)
    with writing():
        for model in (*play, *people, JudgeStation, Lexicon, JournalEntry, Stream):
            model._default_manager.all()._raw_delete("default")


def test_rulings_are_read_by_board_in_three_queries(django_assert_num_queries: Any) -> None:
    ruled("ZAP")
    ruled("QUIRB", by=2)
    ruled("FLOOM", by=4)
    boards = list(Board.objects.order_by("slot").values_list("pk", flat=True))
    set_up(2, (1, 3), (2, 4))
    with django_assert_num_queries(3):
        found = rulings_of_boards(boards)
    assert [[one.number for one in found[pk]] for pk in boards] == [[1, 2], [3]]
    one = found[boards[1]][0]
    assert one.against is not None
    assert (one.by.name, one.against.name, one.label, one.words) == ("Dov", "Cem", 2, ("FLOOM",))
    assert rulings_of_boards([]) == {}


def test_the_journal_names_what_a_ruling_made() -> None:
    ruled("ZAP")
    entry = JournalEntry.objects.get(command="play.ruled")
    assert [change["row"] for change in entry.changes] == [["play_ruling", [1]]]
