"""The findings on racks and the bag: remarks, for they change no score."""

from __future__ import annotations

import pytest

from games.engine.checking import GameTerms
from games.engine.report import RecordVerdict
from games.engine.rulesets import RULESETS, with_overrides
from tests.domain.games.checking.written_games import checked, club_game, found

OPENING = "Ann: QUANTEE 8D QUANT +48 48"


def test_tiles_played_or_exchanged_have_to_be_on_the_rack() -> None:
    played = checked("Ann: QUNTTEE 8D QUANT +48 48")
    assert found(played) == [(1, "RACK", "rack.not_played_from")]
    assert played.deviations[0].params == {"tiles": "A", "rack": "QUNTTEE"}
    assert played.verdict is RecordVerdict.SOFT
    exchanged = checked(OPENING, "Bob: AEIORST -AAB +0 0")
    assert found(exchanged) == [(2, "RACK", "rack.not_exchanged_from")]
    assert exchanged.deviations[0].params == {"tiles": "AB", "rack": "AEIORST"}


def test_a_blank_is_played_from_a_blank() -> None:
    assert found(checked("Ann: QUANTEE 8D QUaNT +46 46")) == [(1, "RACK", "rack.not_played_from")]
    assert found(checked("Ann: QU?NTEE 8D QUaNT +46 46")) == []
    assert found(checked("Ann: QU_NTEE 8D QUaNT +46 46")) == []
    two = checked("Ann: QU?NTEE 8D QuaNT +44 44")
    assert two.deviations[0].params == {"tiles": "?", "rack": "QU?NTEE"}


def test_through_tiles_need_not_be_on_the_rack_however_they_are_written() -> None:
    for word in ("ALI.....", "ALIQUANT", "ALI(QUANT)"):
        assert found(checked(OPENING, "Bob: - +0 0", f"Ann: AEEILST 8A {word} +51 99")) == []


@pytest.mark.parametrize("rack", ["", "QUANT ", "QUANTE ", "ETNAUQE "])
def test_a_rack_may_be_missing_short_or_in_any_order(rack: str) -> None:
    assert found(checked(f"Ann: {rack}8D QUANT +48 48")) == []


def test_a_rack_of_more_tiles_than_the_rules_allow_is_a_remark() -> None:
    long = "Ann: QUANTEED 8D QUANT +48 48"
    assert found(checked(long)) == [(1, "RACK", "rack.too_many")]
    rules = with_overrides(RULESETS["custom"], {"rack_size": 8})
    assert found(checked(long, terms=GameTerms(rules=rules))) == []


def test_an_exchange_of_more_tiles_than_a_rack_holds_is_a_remark() -> None:
    assert found(checked("Ann: -8 +0 0")) == [(1, "RACK", "rack.too_many")]
    assert found(checked("Ann: -7 +0 0")) == []


@pytest.mark.parametrize(("needed", "is_wrong"), [(7, False), (86, False), (87, True), (100, True)])
def test_an_exchange_needs_as_many_tiles_in_the_bag_as_the_rules_say(
    needed: int, is_wrong: bool
) -> None:
    rules = with_overrides(RULESETS["custom"], {"exchange_min_bag": needed})
    report = checked("Ann: -7 +0 0", "Bob: - +0 0", terms=GameTerms(rules=rules))
    assert found(report) == [(1, "BAG", "bag.exchange")] * is_wrong
    if is_wrong:
        assert report.deviations[0].params == {"in_bag": 86, "needed": needed}


def test_where_no_rules_are_known_an_exchange_with_few_tiles_in_the_bag_is_no_remark() -> None:
    """Three are left; in Spanish play one is enough, and a record does not say by what it was."""
    events = (*club_game()[:22], "Ann: -1 +0 455")
    assert "bag.exchange" not in [what for _, _, what in found(checked(*events))]
    held = checked(*events, terms=GameTerms(rules=RULESETS["naspa"]))
    (late,) = [one for one in held.deviations if one.what == "bag.exchange"]
    assert late.params == {"in_bag": 3, "needed": 7}


def test_nobody_exchanges_when_the_bag_is_empty() -> None:
    *played, _ = club_game()
    late = checked(*played[:-1], "Ann: -1 +0 488")
    assert (len(played), "BAG", "bag.exchange") in found(late)


def test_a_rack_that_cannot_be_read_is_a_remark_and_the_play_counts() -> None:
    report = checked("Ann: QU1NTEE 8D QUANT +48 48")
    assert found(report) == [(1, "RACK", "rack.unreadable")]
    assert (report.verdict, report.scores) == (RecordVerdict.SOFT, (48, 0))


def test_tiles_exchanged_that_cannot_be_read_are_a_matter_of_syntax() -> None:
    report = checked("Ann: QUANTEE -Qß +0 0", header="#lexicon NWL23\n")
    assert [code for _, code, _ in found(report)] == ["SYNTAX"]


def test_a_rack_needs_tiles_that_are_not_on_the_board() -> None:
    assert found(checked("Ann: ZZANTEE - +0 0")) == [(1, "BAG", "bag.rack")]
    again = checked(OPENING, "Bob: AEIQRST - +0 0")
    assert found(again) == [(2, "BAG", "bag.rack")]
    assert again.deviations[0].params == {"rack": "AEIQRST", "tiles": "Q"}
    taken_off = checked(OPENING, "Ann: -- -48 0", "Bob: AEIQRST - +0 0")
    assert found(taken_off) == []


def test_the_rack_after_drawing_that_a_bonus_states_is_held_against_the_bag_too() -> None:
    report = checked(OPENING, "Ann: QEEIORS (challenge) +5 53")
    assert found(report) == [(2, "BAG", "bag.rack")]


def test_nothing_is_held_against_the_bag_once_the_board_is_unknown() -> None:
    report = checked("Ann: QUANTEE 8L QUANT +48 48", "Bob: QQQQQQQ - +0 0", "#rack1 ZZZZZZZ")
    assert found(report) == [(1, "PLAY", "play.off_board")]


def test_a_long_exchange_is_compared_with_its_rack_in_no_time() -> None:
    tiles = "A" * 60_000
    report = checked(f"Ann: {tiles} -{tiles} +0 0")
    assert {code for _, code, _ in found(report)} == {"RACK", "BAG"}
