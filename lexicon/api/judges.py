"""Judges for programs: opened, changed and closed, their logs, and the one verdict for a play.

A program gets no more than a device in the hall: whether a play is acceptable as a whole. Rulings
are in the log of the station, and are paced there, by token and by address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.http import Http404

from api.fresh_keys import fresh_key
from api.journal import journal_operations
from api.operations import Asked, Give, One, Path, Whole, register_api
from core.actors import Actor
from core.errors import UserError
from core.journal.errors import Refused
from core.models import Stream
from core.phrases import phrase
from core.roles.table import Permission
from lexicon.commands.judge import ChangeJudge, CloseJudge, OpenJudge, RuleChallenge
from lexicon.judge_wording import why_again
from lexicon.models import JudgeStation
from lexicon.places import Chosen, scope_of
from lexicon.rights import place_of_station
from lexicon.selectors.judging import judging_of, make_ready, words_to_judge_by
from lexicon.selectors.rulings import (
    RulingTally,
    free_stations,
    stations_of_event,
    stream_of,
    tallies,
)
from lexicon.words.judging import ReEnter, play_of

STATION = "judges/<slug:station>"
RATE = "rulings"
_PIN = re.compile(r"[0-9]{4,12}", re.ASCII)
_SALT = 22


@dataclass(frozen=True, slots=True)
class JudgeShown:
    """A judge's station. `place` is "event/division", empty for none.

    `lexicon` and `shown_hash` are what it judges by now; a ruling names that hash. `obstacle` says
    why it cannot judge at the moment, and is empty where it can.
    """

    station: str
    name: str
    place: str
    lexicon: str
    shown_hash: str
    second_lexicon: str
    rack: int
    clears_after_s: int
    is_open: bool
    obstacle: str
    rulings: int
    last_ruling_at: datetime | None


@dataclass(frozen=True, slots=True)
class PinChosen:
    """The PIN that makes a device the judge, and frees it: 4 to 12 digits, kept as a hash."""

    pin: str


@dataclass(frozen=True, slots=True)
class PinChanged:
    """A new PIN; empty, it stays as it is."""

    pin: str = ""


@dataclass(frozen=True, slots=True)
class PlayToJudge:
    """All words of a play; `shown_hash` is that of the lexicon that the players saw named."""

    words: list[str]
    shown_hash: str


def _scope(path: Path) -> str:
    """Returns where one needs a right to the station in the address; for none, the staff's."""
    return scope_of(place_of_station(path["station"]))


def _event_stream(path: Path) -> str:
    return f"event:{path['event']}"


def _of_event(asked: Asked) -> list[JudgeShown]:
    if not Stream.objects.filter(key=_event_stream(asked.path)).exists():
        raise Http404
    return _shown(stations_of_event(asked["event"]))


def _stream(path: Path) -> str:
    return stream_of(path["station"])


def _need(asked: Asked) -> JudgeStation:
    """Returns the station in the address; Http404 where there is none."""
    row = JudgeStation.objects.filter(key=asked["station"]).first()
    if row is None:
        raise Http404
    return row


def _one(asked: Asked) -> JudgeShown:
    row = _need(asked)
    return judge_shown(row, tallies([row])[row.key])


def judge_shown(row: JudgeStation, tally: RulingTally) -> JudgeShown:
    """Returns a station as programs read it."""
    lexicon, second, obstacle = Chosen("", ""), Chosen("", ""), ""
    try:
        judging = judging_of(row)
        lexicon, second = judging.lexicon, judging.second or second
        words_to_judge_by(lexicon)
    except UserError as refused:
        obstacle = str(refused.message)
    return JudgeShown(
        station=row.key,
        name=row.name,
        place=row.place,
        lexicon=lexicon.code,
        shown_hash=lexicon.sha256,
        second_lexicon=second.code,
        rack=row.rack,
        clears_after_s=row.clears_after_s,
        is_open=row.is_open,
        obstacle=obstacle,
        rulings=tally.rulings,
        last_ruling_at=tally.last_at,
    )


def _shown(rows: list[JudgeStation]) -> list[JudgeShown]:
    counted = tallies(rows)
    return [judge_shown(row, counted[row.key]) for row in rows]


def _hash(asked: Asked, pin: str) -> str:
    """Returns the hash of a PIN, the same one where the same request is sent again."""
    if not _PIN.fullmatch(pin):
        raise Refused(phrase("A PIN has 4 to 12 digits."), code="judge.pin", field="pin")
    return make_password(pin, salt=fresh_key(asked, _SALT))


def _opened(asked: Asked, given: PinChosen) -> Mapping[str, Any]:
    return {"station": f"judge-{fresh_key(asked, 6)}", "pin_hash": _hash(asked, given.pin)}


def _changed(asked: Asked, given: PinChanged) -> Mapping[str, Any]:
    return {"pin_hash": _hash(asked, given.pin)} if given.pin else {}


def _challenged(asked: Asked, given: PlayToJudge) -> Mapping[str, Any]:
    """Returns the fields of a ruling; Refused for what has to be typed again, whatever the list."""
    row = _need(asked)
    judging = judging_of(row)
    make_ready(judging.lexicon, judging.second)
    files = words_to_judge_by(judging.lexicon)
    try:
        play = play_of(files.tile_set, "\n".join(given.words), rack=row.rack)
    except ReEnter as wrong:
        raise Refused(why_again(wrong), code=wrong.code, field="words") from wrong
    return {
        "words": list(play.words),
        "shown_hash": given.shown_hash[:64],
        # As the log of the judge tells devices apart; the same one for a request sent again.
        "device": f"API, {asked.actor.name}",
    }


def _as_device(asked: Asked) -> Actor:
    """Returns who rules in the log: a program is let do what a device is, and no more."""
    return replace(asked.actor, trusted=True)


register_api(
    "judges",
    Whole(
        path="judges",
        name="judges_list",
        says="Lists the judges that belong to no division.",
        shape=JudgeShown,
        items=lambda _: _shown(free_stations()),
        permission=Permission.MAKE_EVENTS,
    ),
    Whole(
        path="events/<slug:event>/judges",
        name="event_judges_list",
        says="Lists the judges of the divisions of an event.",
        shape=JudgeShown,
        items=_of_event,
        permission=Permission.JUDGE,
        stream=_event_stream,
    ),
    Give(
        path="judges",
        name="judge_open",
        command=OpenJudge,
        takes=PinChosen,
        made=_opened,
        hidden=("station", "pin_hash"),
    ),
    One(
        path=STATION,
        name="judge_read",
        says="Shows a judge: what it judges by, and how often it has.",
        shape=JudgeShown,
        find=_one,
        permission=Permission.JUDGE,
        stream=_scope,
    ),
    Give(
        path=STATION,
        name="judge_change",
        command=ChangeJudge,
        verb="PATCH",
        takes=PinChanged,
        made=_changed,
        hidden=("pin_hash",),
        scope=_scope,
    ),
    Give(path=f"{STATION}/closing", name="judge_close", command=CloseJudge, scope=_scope),
    Give(
        path=f"{STATION}/rulings",
        name="judge_rule",
        says="Rules on a play: one verdict for all its words together.",
        command=RuleChallenge,
        takes=PlayToJudge,
        made=_challenged,
        hidden=("words", "shown_hash", "device"),
        given_as=_as_device,
        scope=_scope,
        rate=RATE,
    ),
    *journal_operations(
        STATION, "judge", stream=_stream, permission=Permission.JUDGE, scope=_scope
    ),
)
