"""Games for tests: from given racks, and played to the end by chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest

from games.engine.boards import STANDARD, SUPER, board
from games.engine.play.bag import as_tiles, in_order
from games.engine.play.closing import read_clocks
from games.engine.play.endings import may_end_scoreless
from games.engine.play.errors import MoveError
from games.engine.play.hold import Stage
from games.engine.play.legality import exchange_limit
from games.engine.play.moves import (
    accept,
    challenge,
    draw,
    end_scoreless,
    exchange,
    hold,
    pass_turn,
    play,
    release,
)
from games.engine.play.state import GameState, LastPlay, Phase, begin, position_of
from games.engine.position import PlayError, Position
from games.engine.record import RecordedPlayer
from games.engine.rulesets import RuleSet, ruleset, with_overrides
from games.engine.tiling import AS_BLANK, BLANK, THROUGH, tiling

NAMES = ("Ann", "Ben", "Cem", "Dot")
ATTEMPTS = 200
LONGEST = 1000


def refused(what: Callable[[], object]) -> tuple[str, dict[str, object]]:
    """Return code and parameters of the refusal that `what` meets."""
    with pytest.raises(MoveError) as caught:
        what()
    return caught.value.code, caught.value.params


def rules_of(key: str = "naspa", **overrides: object) -> RuleSet:
    return with_overrides(ruleset(key), overrides)


def game_of(
    *racks: str, rules: RuleSet | None = None, tiles: str = "en", bag: str | None = None
) -> GameState:
    """Return a game before its first turn from given racks, with its own bag or a given one."""
    people = [RecordedPlayer(name) for name in NAMES[: len(racks)]]
    where = board(SUPER if tiles.endswith("-super") else STANDARD)
    set_of = tiling(tiles)
    coded = [in_order(set_of.rack(rack)) for rack in racks]
    game = begin(rules or ruleset("naspa"), where, set_of, people, racks=coded)
    return game if bag is None else replace(game, bag=in_order(set_of.rack(bag)))


def laid_down(game: GameState, player: int, where: str, word: str) -> GameState:
    """Return the game with a play written as records write it: `8D`, `QUANT`."""
    across = where[0].isdigit()
    number, letter = (where[:-1], where[-1]) if across else (where[1:], where[0])
    row, column = int(number) - 1, ord(letter) - ord("A")
    return play(game, player, row, column, across, game.tiling.word(word))


def tiles_in_play(game: GameState) -> str:
    """Return every tile there is: in the bag, apart, on racks and on the board."""
    lying = [code for placed in game.laid for _, code in placed.laid]
    apart = game.last.apart if game.last else ""
    return in_order((game.bag, apart, *game.racks, as_tiles(game.tiling, lying)))


@dataclass
class Chance:
    """A table that plays by chance: any tiles that fit, and now and then something else."""

    random: Random
    challenges: float = 0.2
    passes: float = 0.05

    def next_state(self, game: GameState, at: float) -> GameState:
        """Return the game after one event that the rules allow."""
        seats = range(len(game.players))
        last = game.last
        if last and last.right.stage is Stage.NONE and self._happens(self.challenges):
            return self._answered(game, last, at)
        if game.phase is Phase.OUT:
            return accept(game)
        if last and not last.has_drawn and game.bag:
            return draw(game, last.player, self.random, at)
        if may_end_scoreless(game.rules, game.run) and self._happens(0.5):
            return end_scoreless(game, self.random.choice(seats))
        return self._moved(game)

    def _happens(self, chance: float) -> bool:
        return self.random.random() < chance

    def _answered(self, game: GameState, last: LastPlay, at: float) -> GameState:
        """Return the game after somebody held its last play, challenged it, or both."""
        other = self.random.choice([n for n in range(len(game.players)) if n != last.player])
        if self._happens(0.4):
            game = hold(game, other, at)
            if game.bag and self._happens(0.5):
                game = draw(game, last.player, self.random, at + 60)
            if game.rules.challenge_type == "void" or self._happens(0.5):
                return release(game, other)
        if game.rules.challenge_type == "void":
            return game
        named = self.random.sample(
            last.placed.words, self.random.randint(1, len(last.placed.words))
        )
        return challenge(game, other, named, acceptable=self._happens(0.5), at=at + 60)

    def _moved(self, game: GameState) -> GameState:
        player = self._whose(game)
        if not self._happens(self.passes) and (played := self._played(game, player)):
            return played
        most = exchange_limit(game.rules, len(game.bag), len(game.racks[player]))
        if most and self._happens(0.7):
            tiles = self.random.sample(game.racks[player], self.random.randint(1, most))
            return exchange(game, player, "".join(tiles), self.random)
        return pass_turn(game, player)

    @staticmethod
    def _whose(game: GameState) -> int:
        player, missing = game.to_move, list(game.missing)
        while player in missing:
            missing.remove(player)
            player = (player + 1) % len(game.players)
        return player

    def _played(self, game: GameState, player: int) -> GameState | None:
        position = position_of(game)
        for _ in range(ATTEMPTS):
            row, column, across, word = self._tried(game, position, player)
            try:
                return play(game, player, row, column, across, word)
            except PlayError:
                continue
        return None

    def _tried(
        self, game: GameState, position: Position, player: int
    ) -> tuple[int, int, bool, str]:
        size, rack = game.board.size, game.racks[player]
        row, column = self.random.randrange(size), self.random.randrange(size)
        if not game.laid:
            row = column = size // 2
        across = self._happens(0.5)
        count = len(rack) if self._happens(0.3) else self.random.randint(1, len(rack))
        tiles, word = self.random.sample(rack, count), ""
        at_row, at_column = row, column
        while tiles:
            square = game.board.square(at_row, at_column)
            if square is None:
                break
            word += THROUGH if position.tile_at(square) else self._shown(game, tiles.pop())
            at_row, at_column = (at_row, at_column + 1) if across else (at_row + 1, at_column)
        return row, column, across, word or THROUGH

    def _shown(self, game: GameState, tile: str) -> str:
        if tile != BLANK:
            return tile
        return chr(ord(self.random.choice(sorted(game.tiling.letters))) + AS_BLANK)


def states_by_chance(
    seed: int, players: int, *, rules: RuleSet, tiles: str = "en", passes: float = 0.05
) -> Sequence[GameState]:
    """Return every state of a game played by chance to its end, clocks read."""
    random = Random(seed)
    where = board(SUPER if tiles.endswith("-super") else STANDARD)
    people = [RecordedPlayer(name) for name in NAMES[:players]]
    game = begin(rules, where, tiling(tiles), people, random=random)
    states, table = [game], Chance(random, passes=passes)
    while game.phase is not Phase.OVER:
        assert len(states) < LONGEST, "the game does not end"
        game = table.next_state(game, at=0.0)
        states.append(game)
    over_s = [random.choice((0, 0, 1, 59, 61, 599)) for _ in range(players)]
    states.append(read_clocks(game, over_s))
    return states
