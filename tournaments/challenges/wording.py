"""Challenges in words: the rule of a division, a verdict, and what a ruling comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.phrases import phrase, phrase_count
from tournaments.challenges.records import BoardRuling

OWN = phrase("The director's own ruling.")


def verdict_word(*, acceptable: bool) -> str:
    """Returns a verdict as the judge says it."""
    return "acceptable" if acceptable else "unacceptable"


def effect_words(effect: Mapping[str, Any], *, player: str, challenger: str) -> str:
    """Returns the effect of a ruling in sentences; `effect` is as `RulePlay` keeps it.

    `player` is whose play it was and `challenger` the other one, as they are called.
    """
    names = {"player": player, "challenger": challenger}
    said = [_taken_back(effect, player) if effect["tiles_back"] else _stands(effect, names)]
    if effect["game_goes_on"]:
        said.append(phrase("It did not end the game; play goes on."))
    if effect["decided_for"]:
        said.append(
            phrase("{names} wins the game, whatever the score.", names=names[effect["decided_for"]])
        )
    if effect["scoreless_turns"]:
        said.append(phrase("It counts as a scoreless turn."))
    if effect.get("held_s") is not None:
        said.append(_held(effect["held_s"], effect["hold_limit_s"]))
        if effect["tiles_back"]:
            said.extend(_drawn(effect["held_s"], effect.get("courtesy_draw_s"), player))
    return " ".join(said)


def ruling_effect(ruling: BoardRuling) -> str:
    """Returns the effect of a ruling in sentences, and whether the result has another winner."""
    said = effect_words(ruling.effect, player=str(ruling.by), challenger=str(ruling.against))
    if not ruling.is_contradicted:
        return said
    return phrase(
        "{said} The result says otherwise: enter it as adjudicated, with this winner.", said=said
    )


def ruling_sentence(ruling: BoardRuling) -> str:
    """Returns a ruling as it is told beside its board: words, whose, verdict, effect."""
    verdict = verdict_word(acceptable=ruling.acceptable)
    return phrase(
        "{words} of {by} is {verdict}. {ruling_effect}",
        words=" ".join(ruling.words),
        by=ruling.by,
        verdict=verdict,
        ruling_effect=ruling_effect(ruling),
    )


def _taken_back(effect: Mapping[str, Any], player: str) -> str:
    if not effect["turn_lost_by"]:
        return phrase("The tiles go back to {player}, who plays again.", player=player)
    points = effect["score_taken"]
    lost = (
        phrase(
            "loses the {points} again",
            points=phrase_count("{count} point", "{count} points", count=points),
        )
        if points
        else phrase("scores 0 for the turn")
    )
    return phrase("The tiles go back to {player}, who {lost}.", player=player, lost=lost)


def _held(held_s: int, limit_s: int | None) -> str:
    said = phrase("It was held for {held_s} s", held_s=held_s)
    too_long = limit_s is not None and held_s > limit_s
    return (
        phrase("{said}, longer than the {limit_s} s allowed.", said=said, limit_s=limit_s)
        if too_long
        else f"{said}."
    )


def _drawn(held_s: int, draw_s: int | None, player: str) -> Iterator[str]:
    """Yields a sentence on the tiles drawn in a hold of a play that is taken back, if any."""
    if draw_s is not None and held_s >= draw_s:
        yield phrase(
            "Tiles that {player} drew from {draw_s} s on are shown and go back into the bag.",
            player=player,
            draw_s=draw_s,
        )


def _stands(effect: Mapping[str, Any], names: Mapping[str, str]) -> str:
    points, to = effect["points"], effect["points_to"]
    if effect["turn_lost_by"]:
        return phrase(
            "The play stands; {names} loses the next turn.", names=names[effect["turn_lost_by"]]
        )
    if points:
        verb = phrase("gets") if points > 0 else phrase("loses")
        return phrase(
            "The play stands; {names} {verb} {points}.",
            names=names[to],
            verb=verb,
            points=phrase_count("{count} point", "{count} points", count=abs(points)),
        )
    if effect["decided_for"]:
        return phrase("The play stands.")
    return phrase("The play stands; the challenge costs nothing.")
