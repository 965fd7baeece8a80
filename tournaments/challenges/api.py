"""Rulings on challenged plays, for programs: those of an event, and making one at a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from api.operations import Act, Asked, Give, Listing, Whole, register_api
from core.roles.table import Permission
from tournaments.challenges.commands import RulePlay
from tournaments.challenges.queries import as_ruled, rulings_of_event, unused_rulings
from tournaments.challenges.wording import effect_words, ruling_effect
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


@dataclass(frozen=True, slots=True)
class VerdictShown:
    """A verdict of a judge that no ruling at a board has used: one for all its words together."""

    station: str
    station_name: str
    station_seq: int
    division: str
    words: list[str]
    acceptable: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class ChallengedPlay:
    """A play of the entry `by` that is challenged, as `play_rule` takes it."""

    by: int
    opponent: int | None = None
    words: tuple[str, ...] = ()
    play: str = ""
    play_score: int | None = None
    went_out: bool = False
    acceptable: bool | None = None
    station: str = ""
    station_seq: int = 0
    game: str = ""
    turn: int | None = None
    held_s: int | None = None


@dataclass(frozen=True, slots=True)
class RulingForeseen:
    """What a ruling would come to, in words, by verdict; empty for one that it cannot have.

    Nothing was judged for it, unless a judge or the director has said the verdict.
    """

    board: int
    words: list[str]
    if_acceptable: str
    if_unacceptable: str


def _foresee(asked: Asked, play: ChallengedPlay) -> RulingForeseen:
    found = RulePlay(**asked.path, **asdict(play)).foresee()
    said = {
        good: effect_words(effect, player=found.player, challenger=found.challenger)
        for good, effect in found.outcomes
    }
    words = list(found.words)
    return RulingForeseen(found.board, words, said.get(True, ""), said.get(False, ""))


def _unused(asked: Asked) -> list[VerdictShown]:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    return [
        VerdictShown(
            station=one.station,
            station_name=one.station_name,
            station_seq=one.seq,
            division=one.division,
            words=list(one.words),
            acceptable=one.acceptable,
            at=one.at,
        )
        for one in unused_rulings(event, since=timezone.now() - timedelta(days=1))
    ]


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
    Act(
        path=f"{ROUND}/rulings/foreseen",
        name="ruling_foresee",
        says="Tells what a ruling on a play would come to, by either verdict; nothing is judged.",
        takes=ChallengedPlay,
        shape=RulingForeseen,
        does=_foresee,
        reason="it only asks; the ruling itself is a command",
        permission=Permission.JUDGE,
        stream=event_stream,
    ),
    Whole(
        path=f"{EVENT}/unused_verdicts",
        name="verdicts_unused",
        says="Lists the verdicts of judges of the last day that no ruling has used, newest first.",
        shape=VerdictShown,
        items=_unused,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
)
