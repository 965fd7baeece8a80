"""The register of players and clubs for programs: directors read it, operators change it."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from api.journal import journal_operations
from api.operations import Asked, Give, Listing, One, Paged, Path, register_api
from core.errors import UserError
from core.phrases import phrase
from core.roles.access import INSTALLATION, may
from core.roles.table import Permission
from people.commands import AddClub, AddPlayer, ChangePlayer
from people.models import Club, Player
from people.portraits.commands import HidePlayer, ShowPlayer
from people.portraits.pictures import keep, square
from people.portraits.showing import Face, face_of, faces_shown
from people.searching import found, in_order
from people.selectors import REGISTER

PLAYER = "players/<slug:player>"
QUERY_LIMIT = 80


@dataclass(frozen=True, slots=True)
class PlayerSearch:
    """The players wanted: `q` is parts of a name, for operators also of a number; `club` a slug."""

    q: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class RegisteredShown:
    """A player of the register, for directors only.

    `number` stands in the addresses of public pages, `public_name` on all of them. `key` names the
    player in commands, or is a handle where it would tell an association number to who may not know
    it. `portrait` is the name of the picture that everybody sees of the player, `country` a code of
    ISO 3166; empty for none. `association_number` and what follows it are null for everybody but
    operators; to these, a `birth_date` is null where nobody gave one.
    """

    key: str
    number: int
    given_name: str
    family_name: str
    public_name: str
    public_name_style: str
    alias: str
    club: str
    association_number: str | None
    is_listed: bool | None
    photos: bool | None
    birth_date: date | None
    guardian: str | None
    guardian_contact: str | None
    wants_reports: bool | None
    email: str | None
    guardian_email: str | None
    portrait: str
    country: str


@dataclass(frozen=True, slots=True)
class PortraitSent:
    """What a player agreed on paper to show, which `on_paper` has to say, as true.

    `content` is a JPEG, PNG or WebP in base 64; empty, it leaves the picture that is there.
    `country` is a code of ISO 3166; null, it leaves the one that is there.
    """

    content: str = ""
    country: str | None = None
    on_paper: bool = False


@dataclass(frozen=True, slots=True)
class ClubShown:
    """A club of the register."""

    slug: str
    name: str
    town: str


def _register(_: Path) -> str:
    return REGISTER


def _installation(_: Path) -> str:
    return INSTALLATION


def _in_full(asked: Asked) -> bool:
    return may(asked.actor, Permission.OPERATE)


def _shown(row: Player, face: Face | None, *, in_full: bool) -> RegisteredShown:
    return RegisteredShown(
        key=row.key if in_full else row.handle,
        number=row.pk,
        given_name=row.given_name,
        family_name=row.family_name,
        public_name=row.public_name,
        public_name_style=row.public_name_style,
        alias=row.alias,
        club=row.club.slug if row.club else "",
        association_number=row.association_number if in_full else None,
        is_listed=row.is_listed if in_full else None,
        photos=row.photos if in_full else None,
        birth_date=row.birth_date if in_full else None,
        guardian=row.guardian if in_full else None,
        guardian_contact=row.guardian_contact if in_full else None,
        wants_reports=row.wants_reports if in_full else None,
        email=row.email if in_full else None,
        guardian_email=row.guardian_email if in_full else None,
        portrait=face.portrait if face else "",
        country=face.country if face else "",
    )


def _players(asked: Asked) -> list[RegisteredShown]:
    wanted: PlayerSearch = asked.query
    rows = Player.objects.select_related("club").order_by()
    if wanted.club:
        rows = rows.filter(club__slug=wanted.club)
    in_full, text = _in_full(asked), " ".join(wanted.q[:QUERY_LIMIT].split())
    players = found(rows, text, by_number=in_full) if text else in_order(rows)
    faces = faces_shown()
    return [_shown(one, faces.get(one.pk), in_full=in_full) for one in players]


def _player(asked: Asked) -> RegisteredShown:
    row = Player.objects.select_related("club").filter(key=asked["player"]).first()
    in_full = _in_full(asked)
    # Who is to know a player by a handle asks with nothing that tells the number.
    if row is None or (not in_full and row.handle != row.key):
        raise Http404
    return _shown(row, face_of(row.key), in_full=in_full)


def _portrait_sent(asked: Asked, given: PortraitSent) -> Mapping[str, Any]:
    said = {"country": given.country, "on_paper": given.on_paper}
    # Before the picture is kept: nobody is to find that of a child in the database.
    ShowPlayer(key=asked["player"], country=given.country, on_paper=given.on_paper).must_fit()
    if not given.content:
        return said
    try:
        content = b64decode(given.content, validate=True)
    except ValueError as wrong:
        raise UserError(
            phrase("The picture is not in base 64."), code="portrait.kind", field="content"
        ) from wrong
    return {**said, "portrait": keep(square(content))}


def _clubs(_: Asked) -> QuerySet[Club]:
    return Club.objects.all()


def _club(asked: Asked) -> ClubShown:
    row = Club.objects.filter(slug=asked["club"]).first()
    if row is None:
        raise Http404
    return club_shown(row)


def club_shown(row: Club) -> ClubShown:
    """Returns a club as programs read it."""
    return ClubShown(row.slug, row.name, row.town)


register_api(
    "people",
    Paged(
        path="players",
        name="players_list",
        says="Lists the players of the register from A to Z, with their full names.",
        shape=RegisteredShown,
        query=PlayerSearch,
        items=_players,
        permission=Permission.MAKE_EVENTS,
    ),
    Give(path="players", name="player_add", command=AddPlayer),
    One(
        path=PLAYER,
        name="player_read",
        says="Shows a player of the register.",
        shape=RegisteredShown,
        find=_player,
        permission=Permission.MAKE_EVENTS,
    ),
    Give(
        path=PLAYER,
        name="player_change",
        command=ChangePlayer,
        verb="PATCH",
        renamed={"player": "key"},
    ),
    Give(
        path=f"{PLAYER}/showing",
        name="player_show",
        command=ShowPlayer,
        renamed={"player": "key"},
        takes=PortraitSent,
        made=_portrait_sent,
        scope=_installation,
        brings_files=True,
        hidden=("portrait", "by_link"),
    ),
    Give(
        path=f"{PLAYER}/hiding",
        name="player_hide",
        command=HidePlayer,
        renamed={"player": "key"},
        hidden=("by_link",),
    ),
    Listing(
        path="clubs",
        name="clubs_list",
        says="Lists the clubs of the register.",
        shape=ClubShown,
        rows=_clubs,
        row=club_shown,
        model=Club,
        filters={"name": ["icontains"], "town": ["icontains"]},
        permission=Permission.MAKE_EVENTS,
    ),
    Give(path="clubs", name="club_add", command=AddClub),
    One(
        path="clubs/<slug:club>",
        name="club_read",
        says="Shows a club of the register.",
        shape=ClubShown,
        find=_club,
        permission=Permission.MAKE_EVENTS,
    ),
    *journal_operations("register", "register", stream=_register, permission=Permission.OPERATE),
)
