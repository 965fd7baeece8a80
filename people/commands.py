"""The commands of the register: add and change players, add clubs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from core.journal.checked import change_checked, checked
from core.journal.command import Command, Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase
from core.roles.access import INSTALLATION
from core.roles.table import Permission
from core.wording import whole_day
from people.models import Club, Player
from people.selectors import REGISTER

FIRST_BIRTH, LAST_BIRTH = date(1900, 1, 1), date(2099, 12, 31)

CARE_WORDS = {
    "is_listed": phrase("whether to be listed"),
    "photos": phrase("whether photographs may be shown"),
    "birth_date": phrase("date of birth"),
    "guardian": phrase("guardian"),
    "guardian_contact": phrase("contact of the guardian"),
    "wants_reports": phrase("whether reports are sent by e-mail"),
    "email": phrase("e-mail address"),
    "guardian_email": phrase("e-mail address of the guardian"),
}
"""What is kept of a person beside the name, in words: the log names it and tells none of it."""

_WORDS = {
    **CARE_WORDS,
    "given_name": phrase("given name"),
    "family_name": phrase("family name"),
    "public_name_style": phrase("public name"),
    "alias": phrase("alias"),
    "association_number": phrase("association number"),
    "club": phrase("club"),
}


@dataclass(frozen=True, kw_only=True)
class RegisterCommand(Command):
    """Base of the commands on the register, which all events use."""

    permission = Permission.OPERATE

    def stream(self) -> str:
        return REGISTER


@register
@dataclass(frozen=True, kw_only=True)
class AddClub(RegisterCommand):
    """Adds a club to the register."""

    code = "club.added"
    permission = Permission.MAKE_EVENTS
    slug: str
    name: str
    town: str = ""

    def scope(self) -> str:
        return INSTALLATION

    def apply(self, work: Work) -> Row:
        if Club.objects.filter(slug=self.slug).exists():
            raise Refused(
                phrase("A club {slug} already exists.", slug=self.slug),
                code="club.taken",
                field="slug",
            )
        work.ledger.create(checked(Club(slug=self.slug, name=self.name.strip(), town=self.town)))
        return {"club": self.slug}

    def sentence(self, answer: Row) -> str:
        return phrase("Club {name} added", name=self.name)


@register
@dataclass(frozen=True, kw_only=True)
class AddPlayer(RegisterCommand):
    """Adds a person to the register under a key that never changes."""

    code = "player.added"
    permission = Permission.ADD_PLAYERS
    key: str
    given_name: str
    family_name: str = ""
    public_name_style: str = "full"
    alias: str = ""
    association_number: str = ""
    club: str = ""

    def scope(self) -> str:
        return INSTALLATION

    def apply(self, work: Work) -> Row:
        if Player.objects.filter(key=self.key).exists():
            raise Refused(
                phrase("A player {key} already exists.", key=self.key),
                code="player.taken",
                field="key",
            )
        player = Player(
            key=self.key,
            given_name=self.given_name.strip(),
            family_name=self.family_name.strip(),
            public_name_style=self.public_name_style,
            alias=self.alias.strip(),
            association_number=self.association_number,
            club=_club(self.club),
        )
        work.ledger.create(checked(player))
        return {"player": self.key}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Player {given_name} {family_name} added",
            given_name=self.given_name,
            family_name=self.family_name,
        )


@register
@dataclass(frozen=True, kw_only=True)
class ChangePlayer(RegisterCommand):
    """Changes what the register holds of a player; a field left out stays."""

    code = "player.changed"
    key: str
    given_name: str | None = None
    family_name: str | None = None
    public_name_style: str | None = None
    alias: str | None = None
    association_number: str | None = None
    club: str | None = None
    is_listed: bool | None = None
    photos: bool | None = None
    birth_date: date | None = None
    forget_birth_date: bool = False
    guardian: str | None = None
    guardian_contact: str | None = None
    wants_reports: bool | None = None
    email: str | None = None
    guardian_email: str | None = None

    def apply(self, work: Work) -> Row:
        player = Player.objects.select_related("club").filter(key=self.key).first()
        if player is None:
            raise Refused(
                phrase("The register has no player {key}.", key=self.key), code="player.unknown"
            )
        names = ("given_name", "family_name", "public_name_style", "alias", "association_number")
        wanted: dict[str, Any] = {
            name: value.strip() for name in names if (value := getattr(self, name)) is not None
        }
        if self.club is not None:
            wanted["club"] = _club(self.club)
        wanted |= care_given(self, player)
        change_checked(player, wanted)
        if not work.ledger.update(player, **wanted):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"player": self.key, "changed": sorted(wanted), "name": player.full_name}

    def sentence(self, answer: Row) -> str:
        # Journals from before the name was kept have the key alone.
        changed = ", ".join(str(_WORDS[name]) for name in answer["changed"])
        return phrase(
            "Player {name}: changed {changed}", name=answer.get("name", self.key), changed=changed
        )


class Care(Protocol):
    """What a command may say of what is kept of a person beside the name."""

    @property
    def is_listed(self) -> bool | None: ...
    @property
    def photos(self) -> bool | None: ...
    @property
    def birth_date(self) -> date | None: ...
    @property
    def forget_birth_date(self) -> bool: ...
    @property
    def guardian(self) -> str | None: ...
    @property
    def guardian_contact(self) -> str | None: ...
    @property
    def wants_reports(self) -> bool | None: ...
    @property
    def email(self) -> str | None: ...
    @property
    def guardian_email(self) -> str | None: ...


def care_given(command: Care, player: Player) -> dict[str, Any]:
    """Returns what a command says of that about a player, by their fields.

    Raises Refused for a date of birth that nobody can have who plays today, and for reports that
    no address is there for.
    """
    said: dict[str, Any] = {
        name: value.strip() if isinstance(value, str) else value
        for name in CARE_WORDS
        if (value := getattr(command, name)) is not None
    }
    born = command.birth_date
    if born is not None and not FIRST_BIRTH <= born <= LAST_BIRTH:
        raise Refused(
            phrase(
                "A date of birth is between {first} and {last}.",
                first=whole_day(FIRST_BIRTH),
                last=whole_day(LAST_BIRTH),
            ),
            code="birth_date.out_of_range",
            field="birth_date",
        )
    _check_reachable(player, said)
    return said | ({"birth_date": None} if command.forget_birth_date else {})


def _check_reachable(player: Player, said: dict[str, Any]) -> None:
    """Raises Refused where reports are asked for, and there would be no address to send them to."""
    names = ("wants_reports", "email", "guardian_email")
    wants, *addresses = (said.get(name, getattr(player, name)) for name in names)
    if wants and not any(addresses):
        raise Refused(
            phrase("Give the address to which the reports are sent."),
            code="email.missing",
            field="email",
        )


def _club(slug: str) -> Club | None:
    if not slug:
        return None
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Refused(
            phrase("There is no club {slug}.", slug=slug), code="club.unknown", field="club"
        )
    return club
