"""The refusals of recorded games, with their reasons, from the journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.models import JournalEntry
from core.phrases import phrase
from games.models import Game
from tournaments.models import Division

_REFUSED = "game.refused"
SET_ASIDE = phrase("Set aside when another game of the board was confirmed.")


class Reason(NamedTuple):
    """The reason for refusing a game, and the account that did.

    `by` is the number of the entry whose link it was, None where the director refused it.
    """

    why: str
    by: int | None
    actor: str


def reasons_of(slug: str, keys: Iterable[str]) -> dict[str, Reason]:
    """Returns for each game that was refused, and that refusal not undone, why and by whom."""
    entries = JournalEntry.objects.filter(
        stream__key=f"event:{slug}", command=_REFUSED, undone_by=None, payload__game__in=list(keys)
    ).order_by("seq")
    return {
        payload["game"]: Reason(said, payload.get("by"), actor)
        for payload, said, actor in entries.values_list("payload", "reason", "actor")
    }


def refusals_of(division: Division, games: Iterable[Game]) -> dict[str, str]:
    """Returns by whom and why, in a sentence for the director, each refused game was refused.

    One query where a game is refused, else none.
    """
    refused = [game.key for game in games if game.state == Game.State.REFUSED]
    reasons = reasons_of(division.tournament.slug, refused) if refused else {}
    return {key: _said(reasons[key]) if key in reasons else SET_ASIDE for key in refused}


def _said(reason: Reason) -> str:
    who = reason.actor if reason.by is None else phrase("no. {by} by link", by=reason.by)
    return phrase("Refused by {who}: {why}", who=who, why=reason.why)
