"""Rulings on challenged plays, for programs: those of an event, and making one at a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from api.operations import Asked, Give, Listing, register_api
from core.roles.table import Permission
from tournaments.challenges.commands import RulePlay
from tournaments.challenges.queries import as_ruled, rulings_of_event
from tournaments.challenges.wording import ruling_effect
from tournaments.kernel.api_addresses import EVENT, ROUND, event_stream
from tournaments.kernel.queries.play import event_named
from tournaments.models import PlayRuling


@dataclass(frozen=True, slots=True)
class RulingShown:
    """A ruling on a play of the entry `by`, which `against` challenged; entries by number.

    The verdict is one for all `words` together. `lexicon` is the list that it was given by, with
    `station` and `station_seq` where a judge gave it; empty and 0 where none did. `effect` is what
    it came to, `says` that in words. `contradicted` is one whose result has another winner.
    """

    ruling: int
    at: datetime
    division: str
    round: int
    board: int
    by: int
    against: int | None
    words: list[str]
    play: str
    acceptable: bool
    lexicon: str
    rule: Mapping[str, Any]
    effect: Mapping[str, Any]
    says: str
    game: str
    turn: int | None
    station: str
    station_seq: int
    contradicted: bool


def ruling_shown(row: PlayRuling) -> RulingShown:
    """Returns a ruling as programs read it."""
    (one,) = as_ruled([row])
    return RulingShown(
        ruling=one.number,
        at=one.at,
        division=one.division,
        round=one.round,
        board=one.label,
        by=one.by.number,
        against=one.against.number if one.against else None,
        words=list(one.words),
        play=one.play,
        acceptable=one.acceptable,
        lexicon=one.lexicon,
        rule=one.rule,
        effect=one.effect,
        says=ruling_effect(one),
        game=one.game.key if one.game else "",
        turn=one.turn,
        station=one.station,
        station_seq=one.station_seq,
        contradicted=one.is_contradicted,
    )


def _rulings(asked: Asked) -> QuerySet[PlayRuling]:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    return rulings_of_event(event)


register_api(
    "rulings",
    Listing(
        path=f"{EVENT}/rulings",
        name="rulings_list",
        says="Lists the rulings on challenged plays of an event, the newest first.",
        shape=RulingShown,
        rows=_rulings,
        row=ruling_shown,
        order="-number",
        model=PlayRuling,
        filters={"acceptable": ["exact"], "lexicon": ["exact"], "station": ["exact"]},
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(path=f"{ROUND}/rulings", name="play_rule", command=RulePlay),
)
