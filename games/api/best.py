"""The highest of what recorded games hold, and a player's games, for programs."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from api.operations import Asked, One, Paged, register_api
from games.api.public import RecordedGame, lines_of
from games.medals import EnteredFeat
from games.selectors.best import Category, Claim, best_games, families_played, recorded_in
from games.selectors.career import career_of, games_of, with_games
from games.selectors.games import seats_of_games
from people.selectors import ShownPlayer, shown_players

PLAYER = "players/<count:number>/games"


@dataclass(frozen=True, slots=True)
class BestAsked:
    """The family of lexica, empty for all games."""

    family: str = ""


@dataclass(frozen=True, slots=True)
class BestClaim:
    """One of the highest: its figure, whose it is, the play, and the turn it was made in.

    `game` is the key of the recorded game, empty of one that is known by its result alone: then
    `results` is the path of the page of its round, and `players` begin with whose it is, with both
    where `whose` is null.
    """

    value: int
    game: str
    players: list[str]
    whose: int | None
    play: str
    turn: int | None
    results: str


@dataclass(frozen=True, slots=True)
class BestCategory:
    """A kind of record with its claims, the highest first; `counts` says what the figure is."""

    name: str
    counts: str
    claims: list[BestClaim]


@dataclass(frozen=True, slots=True)
class BestShown:
    """The records of all recorded games, or of those by the lexica of a family."""

    families: list[str]
    categories: list[BestCategory]


@dataclass(frozen=True, slots=True)
class PlayedShown:
    """What a player's recorded games come to; wins, losses and points are of finished games."""

    player: int
    name: str
    games: int
    finished: int
    wins: int
    losses: int
    ties: int
    points: int
    turns: int
    bingos: int
    blanks: int
    exchanges: int
    phoneys: int
    phoneys_caught: int
    challenges_won: int
    challenges_lost: int


def _best(asked: Asked) -> BestShown:
    families = families_played()
    wanted = asked.query.family
    if wanted and wanted not in families:
        raise Http404
    categories = best_games(families[wanted] if wanted else None, wanted or None)
    seats = seats_of_games(recorded_in(categories).values())
    names = {pk: [name for name, _ in players] for pk, players in seats.items()}
    return BestShown(list(families), [_category(one, names) for one in categories])


def _category(category: Category, names: dict[int, list[str]]) -> BestCategory:
    claims = [
        _entered(one) if isinstance(one, EnteredFeat) else _claim(one, names[one.game.pk])
        for one in category.claims
    ]
    return BestCategory(str(category.name), str(category.counts), claims)


def _claim(claim: Claim, names: list[str]) -> BestClaim:
    return BestClaim(
        value=claim.value,
        game=claim.game.key,
        players=names,
        whose=claim.seat,
        play=claim.play,
        turn=claim.turn,
        results="",
    )


def _entered(feat: EnteredFeat) -> BestClaim:
    return BestClaim(
        value=feat.value,
        game="",
        players=[*feat.holders, *feat.others],
        whose=0 if len(feat.holders) == 1 else None,
        play="",
        turn=None,
        results=feat.path,
    )


def _need_player(asked: Asked) -> ShownPlayer:
    players = shown_players(with_games().filter(pk=asked["number"]))
    if not players:
        raise Http404
    return players.popitem()[1]


def _played(asked: Asked) -> PlayedShown:
    player = _need_player(asked)
    sums = career_of(player.key)
    return PlayedShown(
        player=player.number,
        name=player.name,
        games=sums.games,
        finished=sums.finished,
        wins=sums.wins,
        losses=sums.losses,
        ties=sums.ties,
        points=sums.points,
        turns=sums.turns,
        bingos=sums.bingos,
        blanks=sums.blanks,
        exchanges=sums.exchanges,
        phoneys=sums.phoneys,
        phoneys_caught=sums.caught,
        challenges_won=sums.challenges_won,
        challenges_lost=sums.challenges_lost,
    )


register_api(
    "games",
    One(
        path="best_games",
        name="games_best",
        says="Shows the highest of what games hold, by their records or their results.",
        shape=BestShown,
        query=BestAsked,
        find=_best,
    ),
    One(
        path=PLAYER,
        name="player_games_read",
        says="Shows what a player's recorded games come to.",
        shape=PlayedShown,
        find=_played,
    ),
    Paged(
        path=f"{PLAYER}/list",
        name="player_games_list",
        says="Lists the recorded games of a player, the newest first.",
        shape=RecordedGame,
        items=lambda asked: games_of(_need_player(asked).key),
        rows=lines_of,
    ),
)
