"""Complete games drawn by lot, as GCG: legal to the last tile, of words that mean nothing.

They are as long as people's games (some 22 plays) and hold what those hold: bingos, blanks,
exchanges, phoneys that came off, bonuses and both players' time. The same seed, the same games.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from games.engine.boards import STANDARD, board
from games.engine.gcg.writing import write_gcg
from games.engine.position import Placed, PlayError, Position
from games.engine.record import EventKind, Record, RecordedPlayer, Turn
from games.engine.tiling import AS_BLANK, BLANK, THROUGH, Tiling, tiling

TRIES = 60
LENGTHS = (2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7)
EXCHANGES, PHONEYS, BONUSES, LATE = 0.02, 0.02, 0.02, 0.02


@dataclass
class _Draw:
    """A game being drawn."""

    dice: Random
    tiles: Tiling
    position: Position
    bag: list[str]
    racks: list[str] = field(default_factory=list)
    totals: list[int] = field(default_factory=lambda: [0, 0])
    turns: list[Turn] = field(default_factory=list)

    def note(self, kind: EventKind, player: int, score: int, **more: object) -> None:
        """Writes a turn down with the total that it gives."""
        self.totals[player] += score
        said = {"score": score, "total": self.totals[player], **more}
        self.turns.append(Turn(kind=kind, player=player, **said))  # type: ignore[arg-type] # fields of any type

    def fill(self, player: int) -> None:
        """Draws tiles until the rack is full or the bag empty."""
        missing = 7 - len(self.racks[player])
        drawn, self.bag = self.bag[:missing], self.bag[missing:]
        self.racks[player] = "".join(sorted(self.racks[player] + "".join(drawn)))


def drawn_games(count: int, seed: int = 7) -> list[bytes]:
    """Returns that many complete games, each one file."""
    dice = Random(seed)
    return [_drawn(dice, number) for number in range(1, count + 1)]


def _drawn(dice: Random, number: int) -> bytes:
    tiles = tiling("en")
    bag = [code for code, held in tiles.counts.items() for _ in range(held)]
    dice.shuffle(bag)
    game = _Draw(dice, tiles, Position(board(STANDARD), tiles), bag, ["", ""])
    game.fill(0)
    game.fill(1)
    player = 0
    while game.racks[player] and game.racks[1 - player]:
        if not _turn(game, player):
            return _drawn(dice, number)  # nothing fits any more: a game that is not complete
        player = 1 - player
    winner = 1 - player
    left = tiles.text(game.racks[player])
    worth = 2 * sum(tiles.points[code] for code in game.racks[player])
    game.note(EventKind.END_RACK, winner, worth, rack="", tiles=left)
    if dice.random() < LATE:
        game.note(EventKind.TIME, player, -10, rack=left)
    record = Record(
        players=(RecordedPlayer("Ann", "Ann Example"), RecordedPlayer("Ben", "Ben Example")),
        turns=tuple(game.turns),
        title=f"Drawn by lot {number}",
        lexicon="CSW24",
    )
    return write_gcg(record).encode()


def _turn(game: _Draw, player: int) -> bool:
    """Plays one turn; returns whether there was one to play."""
    rack, tiles, dice = game.racks[player], game.tiles, game.dice
    if len(game.bag) >= 7 and dice.random() < EXCHANGES:
        given = "".join(dice.sample(rack, dice.randint(1, 7)))
        game.note(EventKind.EXCHANGE, player, 0, rack=tiles.text(rack), tiles=tiles.text(given))
        game.racks[player] = _without(rack, given)
        game.fill(player)
        game.bag += list(given)
        dice.shuffle(game.bag)
        return True
    found = _found(game, rack)
    if found is None:
        return False
    placed, said = found
    held = tiles.text(rack)
    game.note(EventKind.PLAY, player, placed.score, rack=held, **said)
    if dice.random() < PHONEYS and game.bag:
        game.note(EventKind.WITHDRAWN, player, -placed.score, rack=held)
        return True
    game.position.put(placed)
    used = "".join(BLANK if ord(code) >= AS_BLANK else code for _, code in placed.laid)
    game.racks[player] = _without(rack, used)
    game.fill(player)
    if dice.random() < BONUSES and game.racks[player]:
        game.note(EventKind.BONUS, player, 5, rack=tiles.text(game.racks[player]))
    return True


def _without(rack: str, tiles: str) -> str:
    for tile in tiles:
        rack = rack.replace(tile, "", 1)
    return rack


def _found(game: _Draw, rack: str) -> tuple[Placed, dict[str, object]] | None:
    """Returns the best of a few plays that fit, with what the record says of it."""
    fitting: list[tuple[Placed, dict[str, object]]] = []
    for _ in range(TRIES):
        if len(fitting) == 3:
            break
        try:
            fitting.append(_tried(game, rack))
        except PlayError:
            continue
    if not fitting:
        fitting = _everywhere(game, rack)
    return max(fitting, key=lambda fit: fit[0].score, default=None)


def _tried(game: _Draw, rack: str) -> tuple[Placed, dict[str, object]]:
    dice, position = game.dice, game.position
    row, column = dice.randrange(15), dice.randrange(15)
    if position.tile_at(7 * 15 + 7) == "":
        row, column = 7, dice.randint(3, 7)
    used = dice.sample(rack, min(len(rack), dice.choice(LENGTHS)))
    return _laid(game, (row, column, dice.random() < 0.5 or row == 7), used)


def _everywhere(game: _Draw, rack: str) -> list[tuple[Placed, dict[str, object]]]:
    """Returns a play of one tile somewhere, where there is room for one."""
    for square in range(225):
        for across in (True, False):
            try:
                return [_laid(game, (square // 15, square % 15, across), [rack[0]])]
            except PlayError:
                continue
    return []


def _laid(
    game: _Draw, start: tuple[int, int, bool], used: list[str]
) -> tuple[Placed, dict[str, object]]:
    """Returns the play of tiles from a square on, over what lies there; raises PlayError."""
    row, column, across = start
    down, right = (0, 1) if across else (1, 0)
    position = game.position
    while min(row - down, column - right) >= 0 and position.tile_at(
        (row - down) * 15 + column - right
    ):
        row, column = row - down, column - right
    word, left = "", [_letter(game.dice, code) for code in used]
    y, x = row, column
    while y < 15 and x < 15:
        if position.tile_at(y * 15 + x):
            word += THROUGH
        elif left:
            word += left.pop()
        else:
            break
        y, x = y + down, x + right
    if left:
        raise PlayError("play.off_board", over=len(left))
    placed = position.place(row, column, across, word)
    if len(placed.spelled) < 2:
        raise PlayError("play.apart")
    said = {"row": row, "column": column, "across": across, "tiles": game.tiles.text(word)}
    return placed, said


def _letter(dice: Random, code: str) -> str:
    return chr(ord(dice.choice("AEIOSRT")) + AS_BLANK) if code == BLANK else code
