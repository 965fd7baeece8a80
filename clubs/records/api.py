"""The book of records for programs: lists, news, a player's bests, and claims."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Literal

from django.http import Http404

from api.journal import journal_operations
from api.operations import Asked, Give, Path, Stored, VersionedAnswer, Whole, register_api
from clubs.models import RecordClaim
from clubs.records.book.places import RecordHolding, Value
from clubs.records.book.scopes import BookScope, ScopeKind
from clubs.records.commands.claims import (
    ClaimRecord,
    DisputeClaim,
    LoadClaims,
    VerifyClaim,
    WithdrawClaim,
)
from clubs.records.pages.book import is_shown_club
from clubs.records.queries.holders import NamedHolder, holders_named
from clubs.records.queries.lists import ListedPlace, stored_places
from clubs.records.queries.news import StoredNews, latest_news
from clubs.records.queries.personal import is_in_book, personal_records
from clubs.records.queries.stored_book import CLAIMS, pages_version
from core.roles.access import INSTALLATION
from core.roles.table import Permission
from people.models import Player
from people.selectors import shown_players

CLAIM = "record_claims/<slug:claim>"


@dataclass(frozen=True, slots=True)
class HolderShown:
    """Somebody by the public name; `player` is null for nobody in the register."""

    name: str
    player: int | None


@dataclass(frozen=True, slots=True)
class RecordShown:
    """A place in a list: `scope` is club, tournaments or all, `place` 0 for a personal best.

    `family` is empty where lists are not kept apart by lexicon. `detail` is the play or word.
    """

    scope: str
    club: str
    family: str
    category: str
    is_clean: bool
    place: int
    value: float
    holders: list[HolderShown]
    opponents: list[HolderShown]
    scores: list[int]
    detail: str
    event: str
    division: str
    day: date
    flags: list[str]


@dataclass(frozen=True, slots=True)
class RecordsShown:
    """Lists of the book in its order."""

    rows: list[RecordShown]


@dataclass(frozen=True, slots=True)
class RecordNewsShown:
    """What happened in a list, by the entry `entry` of the journal of `by_event`.

    `before` are the values that stood there; `reason` is what was given for a correction.
    """

    kind: str
    at: datetime
    by_event: str
    entry: int
    reason: str
    before: list[float]
    record: RecordShown


@dataclass(frozen=True, slots=True)
class RecordNewsTold:
    """The last news of all lists, the newest first."""

    rows: list[RecordNewsShown]


@dataclass(frozen=True, slots=True)
class ClaimShown:
    """A historic claim; `value` is a number as it was written."""

    claim: str
    said: str
    category: str
    value: str
    other_value: str
    players: list[str]
    day: str
    where: str
    family: str
    venue: str
    club: str
    is_clean: bool | None
    is_comparable: bool
    status: Literal["claimed", "verified", "disputed"]
    superseded_by: str
    detail: str
    note: str
    source: str


class _Names:
    """The people of some holdings, read at once."""

    def __init__(self, holdings: list[RecordHolding]) -> None:
        keys = {key for one in holdings for key in (*one.holders, *one.opponents)}
        self._known = holders_named(keys)

    def shown(self, keys: tuple[str, ...]) -> list[HolderShown]:
        found = [self._known.get(key, NamedHolder("")) for key in keys]
        return [HolderShown(one.name, one.player.number if one.player else None) for one in found]


def _record(one: ListedPlace, names: _Names) -> RecordShown:
    holding, scope = one.holding, one.section.scope
    return RecordShown(
        scope=scope.kind.value,
        club=scope.key,
        family=one.section.family,
        category=one.slot.category.value,
        is_clean=one.slot.is_clean,
        place=one.place,
        value=_number(one.value),
        holders=names.shown(holding.holders),
        opponents=names.shown(holding.opponents),
        scores=list(holding.scores),
        detail=holding.detail,
        event=holding.event,
        division=holding.division,
        day=holding.day,
        flags=list(holding.flags),
    )


def _number(value: Value) -> float:
    return round(float(value), 2) if isinstance(value, Fraction) else float(value)


def _shown(places: list[ListedPlace]) -> RecordsShown:
    names = _Names([one.holding for one in places])
    return RecordsShown([_record(one, names) for one in places])


def _book(scope: str, club: str = "") -> VersionedAnswer:
    if club and not is_shown_club(club):
        raise Http404
    version = pages_version()
    of = BookScope(ScopeKind(scope), club)
    return VersionedAnswer(version, lambda: (version, _shown(stored_places(of))))


def _of_player(number: int) -> VersionedAnswer:
    keys = Player.objects.filter(pk=number).values_list("key", flat=True)
    key = next(iter(shown_players(keys)), "")
    if not key or not is_in_book(key):
        raise Http404
    version = pages_version()
    return VersionedAnswer(version, lambda: (version, _shown(personal_records(key).bests)))


def _news() -> VersionedAnswer:
    version = pages_version()
    return VersionedAnswer(version, lambda: (version, _told(latest_news())))


def _told(news: tuple[StoredNews, ...]) -> RecordNewsTold:
    names = _Names([one.holding for one in news])
    return RecordNewsTold([_piece(one, names) for one in news])


def _piece(one: StoredNews, names: _Names) -> RecordNewsShown:
    place = ListedPlace(one.sections[0], one.slot, one.place, one.holding)
    return RecordNewsShown(
        kind=one.kind.name.lower(),
        at=one.at,
        by_event=one.event,
        entry=one.seq,
        reason=one.reason,
        before=[_number(former.value_in(one.slot.category)) for former in one.before],
        record=_record(place, names),
    )


def _claim(row: RecordClaim) -> ClaimShown:
    fields = {
        name: getattr(row, name) for name in ClaimShown.__dataclass_fields__ if name != "claim"
    }
    return ClaimShown(claim=row.key, **fields)


def _claims(_: Asked) -> list[ClaimShown]:
    return [_claim(row) for row in RecordClaim.objects.order_by("key")]


def _stream(_: Path) -> str:
    return CLAIMS


def _everywhere(_: Path) -> str:
    return INSTALLATION


register_api(
    "records",
    *(
        Stored(
            path=f"records/{scope}",
            name=f"records_{scope}",
            says=says,
            shape=RecordsShown,
            page=lambda scope=scope: _book(scope),
            rows="rows",
        )
        for scope, says in (
            ("all", "Shows the records of tournaments and clubs together."),
            ("tournaments", "Shows the records of all tournaments."),
        )
    ),
    Stored(
        path="records/club/<slug:club>",
        name="records_club",
        says="Shows the records of a club's nights.",
        shape=RecordsShown,
        page=lambda club: _book("club", club),
        rows="rows",
    ),
    Stored(
        path="records/news",
        name="records_news",
        says="Shows which records were broken lately, and which a correction gave back.",
        shape=RecordNewsTold,
        page=_news,
        rows="rows",
    ),
    Stored(
        path="players/<count:number>/records",
        name="player_records",
        says="Shows a player's personal bests.",
        shape=RecordsShown,
        page=_of_player,
        rows="rows",
    ),
    Whole(
        path="record_claims",
        name="record_claims_list",
        says="Lists the historic claims, with their sources.",
        shape=ClaimShown,
        items=_claims,
    ),
    Give(path="record_claims", name="record_claim", command=ClaimRecord),
    Give(
        path="record_claims/loading",
        name="record_claims_load",
        command=LoadClaims,
        scope=_everywhere,
    ),
    Give(path=f"{CLAIM}/verifying", name="record_verify", command=VerifyClaim),
    Give(path=f"{CLAIM}/disputing", name="record_dispute", command=DisputeClaim),
    Give(path=f"{CLAIM}/withdrawing", name="record_withdraw", command=WithdrawClaim),
    *journal_operations(
        "records_log",
        "records",
        stream=_stream,
        permission=Permission.OPERATE,
        scope=_everywhere,
    ),
)
