"""Ratings and their systems in words, and what is wrong with a rating request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from core.phrases import phrase, phrase_count
from core.wording import DASH
from ratings.systems.errors import RatingError
from ratings.systems.field import RATING_LIMIT
from ratings.systems.registry import SYSTEMS

PROOFS = {
    "proved": phrase("checked: it gives exactly the ratings that were published"),
    "read": phrase("not checked against published ratings; it follows a published program"),
    "documented": phrase(
        "not checked against published ratings; it follows a published description"
    ),
    "uncertain": phrase("checked: it does not always give the ratings that were published"),
}
"""How far a system was compared with published ratings, as said beside ratings."""

Effect = Literal["put in force", "let go", "changed", "would change"]
EFFECTS: Mapping[Effect, str] = {
    "put in force": phrase("{ratings} put in force"),
    "let go": phrase("{ratings} computed again and let go"),
    "changed": phrase("{ratings} changed"),
    "would change": phrase("{ratings} would change"),
}
"""What became of ratings that were computed again."""
NO_EFFECT: Mapping[Effect, str] = {
    "put in force": phrase("no rating put in force"),
    "let go": phrase("no rating computed again and let go"),
    "changed": phrase("no rating changed"),
    "would change": phrase("no rating would change"),
}

_SENTENCES = {
    "system.unknown": phrase("There is no rating system {system}; choose one of {known}."),
    "rounds.range": phrase("An event cannot have {rounds} rounds."),
    "player.unknown": phrase("No player has the number {player}."),
    "player.number": phrase("A player has the number {player}; numbers start at 1."),
    "player.duplicate": phrase("Two players have the number {player}."),
    "player.rating": (
        phrase(
            "Player {player} has the rating {rating}; ratings must be between -{limit} and {limit}."
        )
    ),
    "player.life_games": phrase("Player {player} has {life_games} games before the event."),
    "player.deviation": phrase("Player {player} has an impossible deviation of {deviation}."),
    "game.twice": phrase("Player {player} has two games in round {round}."),
    "game.round": phrase(
        "Player {player} has a game in round {round}, but rounds go from 1 to {rounds}."
    ),
    "game.self": phrase("Player {player} is their own opponent in round {round}."),
    "game.credit": phrase(
        "Player {player} has {half_wins} half wins from one game in round {round}."
    ),
    "game.opponent": (
        phrase(
            "Player {player} meets {opponent} in round {round}, but there is no player {opponent}."
        )
    ),
    "game.mirror": (
        phrase(
            "Player {player} meets {opponent} in round {round}, but {opponent} "
            "does not meet {player}."
        )
    ),
    "game.credits": (
        phrase("Players {player} and {opponent} share more or less than one win in round {round}.")
    ),
    "game.score": phrase("Player {player} has an impossible score of {score} in round {round}."),
    "game.scores": phrase(
        "The scores of players {player} and {opponent} in round {round} do not match."
    ),
}


def in_words(error: RatingError) -> str:
    """Return the error as one sentence that names the player and the round."""
    return _SENTENCES[error.code].format(limit=RATING_LIMIT, **error.params)


def rating(value: int) -> str:
    """Returns a rating; an unrated player has a dash."""
    return str(value) if value else DASH


def difference_in_words(changed: int, players: int | None, kept: int | None, effect: Effect) -> str:
    """Returns the effect of a computation in words: "2 ratings of 2 players changed; ...".

    The numbers are those of a Difference; `effect` is what became of the ratings.
    """
    ratings = phrase_count("{count} rating", "{count} ratings", count=changed)
    if players is not None:
        of_players = phrase_count("{count} player", "{count} players", count=players)
        ratings = phrase("{ratings} of {players}", ratings=ratings, players=of_players)
    said = EFFECTS[effect].format(ratings=ratings)
    if kept is None:
        return phrase("{what_changes}, in figure, day or games", what_changes=said)
    if not kept:
        return said
    if not changed:
        only = phrase_count(
            "{count} keeps its figure, only its day or games differ",
            "{count} keep their figure, only their day or games differ",
            count=kept,
        )
        return f"{NO_EFFECT[effect]}: {only}"
    more = phrase_count(
        "{count} more keeps its figure, only its day or games differ",
        "{count} more keep their figure, only their day or games differ",
        count=kept,
    )
    return f"{said}; {more}"


def difference_of_result(result: Mapping[str, Any]) -> str:
    """Returns the difference that a computation's job found in words, empty for another job."""
    if "difference" not in result:
        return ""
    return difference_in_words(**result["difference"], effect=effect_of(result["stage"]))


def effect_of(stage: str) -> Effect:
    """Returns what a computation at this stage does with ratings."""
    return "changed" if stage == "applied" else "would change"


def system_name(key: str) -> str:
    """Returns the name of a rating system, or its key where it is not installed."""
    return SYSTEMS[key].name if key in SYSTEMS else key


def proof_of(key: str) -> str:
    """Returns the sentence about the proof of an installed system."""
    return PROOFS.get(SYSTEMS[key].proof, SYSTEMS[key].proof) if key in SYSTEMS else ""
