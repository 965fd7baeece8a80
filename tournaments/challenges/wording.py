"""Challenges in words: the rule of a division, a verdict, and what a ruling comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.phrases import phrase, phrase_count
from tournaments.challenges.records import BoardRuling

OWN = phrase("The director's own ruling.")


def verdict_word(*, acceptable: bool) -> str:
    """Returns a verdict as the judge says it."""
    return phrase("acceptable") if acceptable else phrase("unacceptable")


def effect_words(effect: Mapping[str, Any], *, player: str, challenger: str) -> str:
    """Returns the effect of a ruling in sentences; `effect` is as `RulePlay` keeps it.

    `player` is whose play it was and `challenger` the other one, as they are called.
    """
    names = {"player": player, "challenger": challenger}
    said = [_taken_back(effect, player) if effect["tiles_back"] else _stands(effect, names)]
    if effect["game_goes_on"]:
        said.append(phrase("It did not end the game; play goes on."))
    if effect["decided_for"]:
        winner = names[effect["decided_for"]]
        said.append(phrase("{winner} wins the game, whatever the score.", winner=winner))
    if effect["scoreless_turns"]:
        said.append(phrase("It counts as a scoreless turn."))
    if effect.get("held_s") is not None:
        said.append(_held(effect["held_s"], effect["hold_limit_s"]))
        if effect["tiles_back"]:
            said.extend(_drawn(effect["held_s"], effect.get("courtesy_draw_s"), player))
    return " ".join(map(str, said))


def ruling_effect(ruling: BoardRuling) -> str:
    """Returns the effect of a ruling in sentences, and whether the result has another winner."""
    said = effect_words(ruling.effect, player=str(ruling.by), challenger=str(ruling.against))
    if not ruling.is_contradicted:
        return said
    otherwise = phrase("The result says otherwise: enter it as adjudicated, with this winner.")
    return f"{said} {otherwise}"


def ruling_sentence(ruling: BoardRuling) -> str:
    """Returns a ruling as it is told beside its board: words, whose, verdict, effect."""
    said = {
        "words": " ".join(ruling.words),
        "player": ruling.by,
        "effect": ruling_effect(ruling),
    }
    if ruling.acceptable:
        return phrase("{words} of {player} is acceptable. {effect}", **said)
    return phrase("{words} of {player} is unacceptable. {effect}", **said)


def _taken_back(effect: Mapping[str, Any], player: str) -> str:
    if not effect["turn_lost_by"]:
        return phrase("The tiles go back to {player}, who plays again.", player=player)
    points = effect["score_taken"]
    if not points:
        return phrase("The tiles go back to {player}, who scores 0 for the turn.", player=player)
    return phrase_count(
        "The tiles go back to {player}, who loses the {count} point again.",
        "The tiles go back to {player}, who loses the {count} points again.",
        count=points,
        player=player,
    )


def _held(held_s: int, limit_s: int | None) -> str:
    if limit_s is None or held_s <= limit_s:
        return phrase("It was held for {seconds} s.", seconds=held_s)
    return phrase(
        "It was held for {seconds} s, longer than the {limit} s allowed.",
        seconds=held_s,
        limit=limit_s,
    )


def _drawn(held_s: int, draw_s: int | None, player: str) -> Iterator[str]:
    """Yields a sentence on the tiles drawn in a hold of a play that is taken back, if any."""
    if draw_s is not None and held_s >= draw_s:
        yield phrase(
            "Tiles that {player} drew from {seconds} s on are shown and go back into the bag.",
            player=player,
            seconds=draw_s,
        )


def _stands(effect: Mapping[str, Any], names: Mapping[str, str]) -> str:
    points, to = effect["points"], effect["points_to"]
    if effect["turn_lost_by"]:
        player = names[effect["turn_lost_by"]]
        return phrase("The play stands; {player} loses the next turn.", player=player)
    if points > 0:
        return phrase_count(
            "The play stands; {player} gets {count} point.",
            "The play stands; {player} gets {count} points.",
            count=points,
            player=names[to],
        )
    if points:
        return phrase_count(
            "The play stands; {player} loses {count} point.",
            "The play stands; {player} loses {count} points.",
            count=-points,
            player=names[to],
        )
    if effect["decided_for"]:
        return phrase("The play stands.")
    return phrase("The play stands; the challenge costs nothing.")
