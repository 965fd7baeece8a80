"""Positions of a game: what lies, what came off, what is on racks and what nobody has seen."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.engine.checking import check_gcg
from games.engine.frames import NO_ONE, Frame, Rack, cells_at, frames
from games.engine.record import EventKind
from games.engine.report import GameReport, RecordVerdict
from games.engine.tiling import BLANK, tiling
from tests.builders import games

TILES = tiling("en")


def shown(text: str) -> tuple[Frame, ...]:
    """The positions of a record."""
    return frames(check_gcg(text.encode()))


def test_nothing_readable_has_no_position() -> None:
    assert frames(GameReport(RecordVerdict.NOT_GCG, None)) == ()


def test_the_first_position_is_an_empty_board_with_the_racks_that_are_stated_next() -> None:
    first = shown(games.complete_game())[0]
    assert first.number == 0
    assert first.scores == (0, 0)
    assert first.to_move == 0
    assert first.racks == (Rack("BDGIIIM", is_whole=True), Rack("IORSTUW", is_whole=True))
    assert cells_at([first], 0) == {}
    assert [len(one.tiles) for one in first.unseen] == [93, 93]
    assert [(one.elsewhere, one.in_bag, one.own) for one in first.unseen] == [(7, 86, 0)] * 2


def test_a_turn_tells_what_it_laid_and_what_lay_there() -> None:
    positions = shown(games.complete_game())
    play = positions[2]
    assert play.word == "BROWST"
    assert len(play.laid) == 5
    assert play.through == (7 * 15 + 4,)
    assert play.line == tuple(row * 15 + 4 for row in range(7, 13))
    assert cells_at(positions, 2)[7 * 15 + 4] == "B"
    assert (7 * 15 + 4) in dict(positions[1].laid)
    assert positions[2].scores == (14, 22)
    assert positions[2].lead == 8
    assert positions[2].to_move == 0


def test_a_rack_is_what_the_next_line_states_and_at_the_end_what_was_left() -> None:
    positions = shown(games.complete_game())
    for number, frame in enumerate(positions[: len(games.MOVES) - 1]):
        if frame.to_move != NO_ONE:
            rack = frame.racks[frame.to_move]
            assert rack is not None
            assert sorted(rack.tiles) == sorted(games.MOVES[number].rack)
    last = positions[-1]
    assert last.racks == (Rack("", is_whole=True), Rack("EELL", is_whole=True))
    assert last.to_move == NO_ONE
    assert last.scores == (games.FIRST_SCORE, games.SECOND_SCORE)
    assert last.unseen[0].tiles == "EELL"
    assert last.unseen[0].in_bag == 0
    assert last.unseen[1].tiles == ""


def test_every_tile_is_on_the_board_or_on_the_own_rack_or_unseen() -> None:
    positions = shown(games.complete_game())
    for frame in positions:
        lying = [c if c < "\x80" else BLANK for c in cells_at(positions, frame.number).values()]
        for rack, unseen in zip(frame.racks, frame.unseen, strict=True):
            assert rack is not None
            assert Counter([*lying, *rack.tiles, *unseen.tiles]) == Counter(TILES.counts)
            assert unseen.vowels + unseen.consonants + unseen.blanks == len(unseen.tiles)
            assert unseen.in_bag + unseen.elsewhere + unseen.own == len(unseen.tiles)


def test_a_phoney_lies_until_it_is_withdrawn_and_leaves_a_ghost() -> None:
    positions = shown(games.phoney_game())
    lies, gone, after = positions[2:5]
    assert lies.came_off == 3
    assert len(lies.laid) == 6
    assert lies.racks[1] == Rack("I", is_whole=True)
    assert gone.lifted == lies.laid
    assert gone.came_off == 0
    assert gone.racks[1] == Rack("IORSTUW", is_whole=True)
    assert gone.scores == (14, 0)
    assert cells_at(positions, 3) == cells_at(positions, 1)
    assert lies.unseen[0].in_bag == gone.unseen[0].in_bag
    assert after.lifted == ()


def test_points_for_a_failed_challenge_change_no_tile() -> None:
    positions = shown(games.bonus_game())
    assert positions[3].laid == ()
    assert positions[3].line == ()
    assert positions[3].scores == (14, 27)
    assert cells_at(positions, 3) == cells_at(positions, 2)


def test_a_rack_that_nobody_wrote_down_is_unknown_and_its_tiles_are_unseen() -> None:
    text = games.game(("Ada", "Ben"), [(0, games.MOVES[0]._replace(rack=""))])
    start, after = shown(text)
    assert start.racks == after.racks == (None, None)
    assert after.unseen[0].own == 7
    assert after.unseen[0].in_bag == 100 - 14 - 4


def test_a_rack_that_is_stated_in_part_says_so() -> None:
    text = games.game(("Ada", "Ben"), [(0, games.MOVES[0]._replace(rack="BIDI"))])
    start, after = shown(text)
    assert start.racks[0] == Rack("BDII", is_whole=False)
    assert start.unseen[0].own == 3
    assert after.racks[0] == Rack("", is_whole=False)


def test_the_racks_of_an_unfinished_game_are_those_that_it_states() -> None:
    last = shown(games.unfinished_game(4))[-1]
    assert last.racks == (Rack("EGNOTUU", is_whole=True), Rack("IKLPSUV", is_whole=True))


def test_four_players_have_racks_scores_and_views_of_their_own() -> None:
    last = shown(games.four_player_game())[-1]
    assert len(last.racks) == len(last.unseen) == len(last.scores) == 4
    assert last.unseen[0].elsewhere == 21


def test_a_play_that_cannot_be_laid_leaves_the_board_as_it_is() -> None:
    moves = [(0, games.MOVES[0]), (1, games.Move("IORSTUW", "A1 ROW", 12))]
    positions = shown(games.game(("Ada", "Ben"), moves))
    assert cells_at(positions, 2) == cells_at(positions, 1)
    assert positions[2].laid == ()


@given(st.integers(0, len(games.MOVES) - 1))
def test_a_position_does_not_depend_on_where_the_record_ends(turns: int) -> None:
    whole = shown(games.complete_game())
    moves = [(place % 2, move) for place, move in enumerate(games.MOVES[:turns])]
    for frame in shown(games.game(("Ada", "Ben"), moves)):
        other = whole[frame.number]
        assert (frame.laid, frame.line, frame.scores) == (other.laid, other.line, other.scores)


def test_a_lost_turn_and_an_exchange_change_nothing_that_lies() -> None:
    moves = [(0, games.Move("BDGIIIM", "-II", 0)), (1, games.Move("IORSTUW", "-", 0))]
    report = check_gcg(games.game(("Ada", "Ben"), moves).encode())
    positions = frames(report)
    assert [one.turn.kind for one in report.turns] == [EventKind.EXCHANGE, EventKind.PASS]
    assert cells_at(positions, 2) == {}
    assert positions[2].racks == (None, Rack("IORSTUW", is_whole=True))
