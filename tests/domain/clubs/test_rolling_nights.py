"""Whole nights: people come and go, boards end one by one, and each time games are made."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from clubs.nights.arranging.arranging import Arrangement, arrange
from clubs.nights.arranging.position import ArrangingRules, NightPlayer, NightPosition
from tests.depth import examples
from tournaments.pairing.position import Meeting, pair_key


class Evening:
    """A club night as it goes on, by its own account of who is where."""

    def __init__(self, dice: Random, rules: ArrangingRules) -> None:
        self.dice, self.rules = dice, rules
        self.here = {number: NightPlayer(number) for number in range(1, dice.randint(3, 9))}
        self.gone: set[int] = set()
        self.boards: list[tuple[int, ...]] = []
        self.meetings: tuple[Meeting, ...] = ()
        self.drawn: list[Arrangement] = []

    def go_on(self) -> None:
        """Somebody comes or leaves, some boards end, and games are made of those who are free."""
        if self.dice.random() < 0.4:
            newcomer = len(self.here) + len(self.gone) + 1
            self.here[newcomer] = NightPlayer(newcomer, free_since=len(self.drawn))
        busy = {number for board in self.boards for number in board}
        free = sorted(self.here.keys() - busy)
        if free and self.dice.random() < 0.3:
            leaver = self.dice.choice(free)
            del self.here[leaver]
            self.gone.add(leaver)
        for board in [board for board in self.boards if self.dice.random() < 0.5]:
            self.finish(board)
        self.arrange()

    def finish(self, board: tuple[int, ...]) -> None:
        """The board is done; the first named wins."""
        self.boards.remove(board)
        for at, number in enumerate(board):
            player = self.here[number]
            half_wins = player.half_wins + 2 * (at == 0)
            losses = player.half_losses + 2 * (at > 0)
            self.here[number] = replace(
                player, half_wins=half_wins, half_losses=losses, free_since=len(self.drawn)
            )

    def arrange(self) -> None:
        """The games are made that can be."""
        busy = frozenset(number for board in self.boards for number in board)
        ordinal = len(self.drawn) + 1
        position = NightPosition(ordinal, tuple(self.here.values()), busy, self.meetings)
        drawn = arrange(position, self.rules, seed="tonight")
        seated = {number for board in drawn.boards for number in board.players}
        assert seated.isdisjoint(busy | self.gone)
        assert seated | set(drawn.left) == self.here.keys() - busy
        for board in drawn.boards:
            self.boards.append(board.players)
            self.meetings += (Meeting(ordinal, board.one, board.two),)
        for number, player in self.here.items():
            sits = drawn.left.get(number) == "sits_out"
            self.here[number] = replace(
                player,
                games=player.games + (number in seated),
                sit_outs=player.sit_outs + sits,
                sat_out_last=sits or (player.sat_out_last and number in busy),
            )
        self.drawn.append(drawn)


@given(st.integers(0, 10**6), st.sampled_from(["record", "longest_not_met"]))
@examples(25)
def test_nobody_sits_at_two_boards_and_nobody_who_left_at_any(seed: int, by: str) -> None:
    evening = Evening(Random(seed), ArrangingRules(by))  # type: ignore[arg-type] # one of its values
    for _ in range(8):
        evening.go_on()
        seats = [number for board in evening.boards for number in board]
        assert len(seats) == len(set(seats))
        waiting = evening.here.keys() - set(seats)
        assert len(waiting) <= 1, "with terms in common and no limit at most one is left over"


@given(st.integers(0, 10**6))
@examples(15)
def test_nobody_meets_more_often_tonight_than_the_limit_allows(seed: int) -> None:
    evening = Evening(Random(seed), ArrangingRules(repeats=0))
    for _ in range(8):
        evening.go_on()
    met = [pair_key(meeting.one, meeting.two) for meeting in evening.meetings]
    assert len(met) == len(set(met))


@given(st.integers(0, 10**6))
@examples(10)
def test_the_same_night_goes_the_same_way_again(seed: int) -> None:
    nights = [Evening(Random(seed), ArrangingRules()) for _ in range(2)]
    for night in nights:
        for _ in range(6):
            night.go_on()
    assert nights[0].drawn == nights[1].drawn
