"""Recorded games for programs, as everybody may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.http import Http404

from api.operations import Asked, One, Paged, register_api
from core.roles.access import may
from core.roles.table import Permission
from games.engine.frames import cells_at
from games.models import Game
from games.pages.position import NoSuchTurn, ShownReplay
from games.results import what_speaks_against
from games.selectors.games import is_public, seats_of_games
from games.selectors.public_record import public_game
from games.selectors.search import GameSearch, found_games
from games.wording import in_words
from lexicon.places import scope_of
from people.selectors import ShownPlayer

GAME = "games/<slug:game>"


@dataclass(frozen=True, slots=True)
class GamesAsked:
    """The games wanted: `player` are words of a public name, `word` one that stands on the board.

    `rack` are the tiles of the first turn, `least` and `most` the points of a player, `event` part
    of the event's name, `lexicon` a code.
    """

    player: str = ""
    word: str = ""
    rack: str = ""
    least: int | None = None
    most: int | None = None
    event: str = ""
    lexicon: str = ""


@dataclass(frozen=True, slots=True)
class GameSeat:
    """A player of a game; `player` is a number of public addresses, null outside the register.

    `score`, `bingos` and the best play are null or empty until the record has been read.
    """

    name: str
    player: int | None
    score: int | None
    bingos: int | None
    best_play: str
    best_play_score: int | None


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A recorded game in a list. `verdict` is empty until the record has been read."""

    game: str
    players: list[GameSeat]
    played_on: date | None
    place: str
    lexicon: str
    verdict: str
    complete: bool


@dataclass(frozen=True, slots=True)
class MoveShown:
    """A turn. `player` counts from 0, `place` is where a play begins, `what` its word with tiles
    that lay there in brackets, or what was done instead. `wrong` says what the record has wrong.
    """

    number: int
    player: int
    place: str
    what: str
    is_play: bool
    score: int
    total: int
    is_bingo: bool
    stands: bool
    notes: list[str]
    wrong: list[str]


@dataclass(frozen=True, slots=True)
class GameShown:
    """A recorded game under public names. `state` is confirmed for what everybody may see.

    `wrong` says what is wrong with the record as a whole, `against` how its result differs.
    """

    game: str
    title: str
    state: str
    players: list[str]
    scores: list[int]
    played_on: date | None
    place: str
    lexicon: str
    ruleset: str
    verdict: str
    complete: bool
    moves: list[MoveShown]
    wrong: list[str]
    against: str


@dataclass(frozen=True, slots=True)
class PositionAsked:
    """After which turn: 0 is the empty board, null the last."""

    turn: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerAt:
    """A player at a position: the points, the tiles of the rack that are known, those not seen."""

    name: str
    points: int
    rack: str
    unseen: str


@dataclass(frozen=True, slots=True)
class PositionShown:
    """A position. `board` has a row of squares for each row, an empty text where no tile lies.

    `to_move` is the player who has the next turn, from 0, or null.
    """

    game: str
    turn: int
    turns: int
    says: str
    board: list[list[str]]
    players: list[PlayerAt]
    to_move: int | None


@dataclass(frozen=True, slots=True)
class GcgShown:
    """The record of a game as GCG, under public names."""

    game: str
    gcg: str


def _found(asked: Asked) -> QuerySet[Game]:
    wanted: GamesAsked = asked.query
    choice = GameSearch(
        player=wanted.player[:80],
        word=wanted.word[:80],
        rack=wanted.rack[:80],
        least=wanted.least,
        most=wanted.most,
        event=wanted.event[:80],
        lexicon=wanted.lexicon[:80],
    )
    return found_games(choice)


def lines_of(games: QuerySet[Game]) -> list[RecordedGame]:
    """Returns games of a list in their order, in six queries."""
    read = list(games.select_related("figures").prefetch_related("player_figures"))
    seats = seats_of_games(read)
    return [_line(game, seats[game.pk]) for game in read]


def _line(game: Game, seats: Sequence[tuple[str, ShownPlayer | None]]) -> RecordedGame:
    figures = getattr(game, "figures", None)
    by_seat = {one.position: one for one in game.player_figures.all()}
    players = []
    for position, (name, player) in enumerate(seats):
        own = by_seat.get(position)
        players.append(
            GameSeat(
                name=name,
                player=player.number if player else None,
                score=own.score if own else None,
                bingos=own.bingos if own else None,
                best_play=own.best_play if own else "",
                best_play_score=own.best_play_score if own and own.best_play else None,
            )
        )
    return RecordedGame(
        game=game.key,
        players=players,
        played_on=game.played_on,
        place=game.label,
        lexicon=game.lexicon,
        verdict=figures.verdict if figures else "",
        complete=figures is not None and figures.complete,
    )


def need_game(asked: Asked) -> Game:
    """Returns the game in the address; Http404 for one that this person may not see."""
    game = Game.objects.filter(key=asked["game"]).first()
    if game is None:
        raise Http404
    if is_public(game):
        return game
    scope = scope_of(game.place) if game.place else ""
    if asked.only_event and scope != f"event:{asked.only_event}":
        raise Http404
    if may(asked.actor, Permission.MAKE_EVENTS) or (
        game.place and may(asked.actor, Permission.VIEW, scope)
    ):
        return game
    raise Http404


def _replay(asked: Asked) -> ShownReplay:
    try:
        return ShownReplay(public_game(need_game(asked)))
    except NoSuchTurn as missing:
        raise Http404 from missing


def _game(asked: Asked) -> GameShown:
    replay = _replay(asked)
    shown, report = replay.shown, replay.shown.report
    at_turns = {counted.turn.line for counted in report.turns}
    return GameShown(
        game=shown.game.key,
        title=shown.title,
        state=shown.game.state,
        players=list(shown.names),
        scores=list(report.scores),
        played_on=shown.game.played_on,
        place=shown.game.label,
        lexicon=shown.game.lexicon,
        ruleset=shown.game.ruleset,
        verdict=report.verdict,
        complete=report.complete,
        moves=_moves(replay),
        wrong=[
            str(in_words(one, replay.called))
            for one in report.deviations
            if one.line not in at_turns
        ],
        against=what_speaks_against(shown.game),
    )


def _moves(replay: ShownReplay) -> list[MoveShown]:
    counted = replay.shown.report.turns
    return [
        MoveShown(
            number=move.number,
            player=move.seat,
            place=move.place,
            what=move.what,
            is_play=move.is_word,
            score=turn.score,
            total=turn.total,
            is_bingo=move.is_bingo,
            stands=turn.stands,
            notes=[str(one) for one in move.notes],
            wrong=[str(one) for one in move.wrong],
        )
        for move, turn in zip(replay.moves, counted, strict=True)
    ]


def _position(asked: Asked) -> PositionShown:
    replay, wanted = _replay(asked), asked.query.turn
    number = replay.last if wanted is None else wanted
    if not 0 <= number <= replay.last:
        raise Http404
    frame, size = replay.positions[number], replay.board.size
    cells = cells_at(replay.positions, number)
    texts = {square: replay.tiles.text(code) for square, code in cells.items()}
    rows = [[texts.get(row * size + column, "") for column in range(size)] for row in range(size)]
    racks, pools = replay.racks_at(number), replay.pools_at(number)
    return PositionShown(
        game=replay.shown.game.key,
        turn=number,
        turns=replay.last,
        says=str(replay.says(number)),
        board=rows,
        players=[
            PlayerAt(name, points, rack.text, pool.tiles)
            for name, points, rack, pool in zip(
                replay.shown.names, frame.scores, racks, pools, strict=True
            )
        ],
        to_move=frame.to_move if frame.to_move >= 0 else None,
    )


def _gcg(asked: Asked) -> GcgShown:
    game = need_game(asked)
    return GcgShown(game.key, public_game(game).text)


register_api(
    "games",
    Paged(
        path="games",
        name="games_list",
        says="Lists the recorded games that everybody may see, the newest first.",
        shape=RecordedGame,
        query=GamesAsked,
        items=_found,
        rows=lines_of,
    ),
    One(
        path=GAME,
        name="game_read",
        says="Shows a recorded game with its turns.",
        shape=GameShown,
        find=_game,
    ),
    One(
        path=f"{GAME}/position",
        name="game_position",
        says="Shows a recorded game after a turn.",
        shape=PositionShown,
        query=PositionAsked,
        find=_position,
    ),
    One(
        path=f"{GAME}/gcg",
        name="game_gcg",
        says="Shows the record of a game as GCG, under public names.",
        shape=GcgShown,
        find=_gcg,
    ),
)
