"""Who is seen with a picture and a country, and how: only who agreed to it, and is no minor.

Who is shown under another name than their own has neither, whatever they gave before.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from people.models import Player, Portrait
from people.portraits.countries import country_name

OF_AGE = 18
PLAYERS = "/players/"
"""The path below which the pages of players are."""


class Face(NamedTuple):
    """What everybody sees of a player beside the name: the picture's hash and the country's code.

    Either is empty where there is none.
    """

    number: int
    portrait: str
    country: str

    @property
    def path(self) -> str:
        """The path of the picture, empty for none."""
        return portrait_path(self.number, self.portrait) if self.portrait else ""

    @property
    def country_name(self) -> str:
        """The name of the country in the language that is spoken, empty for none."""
        return country_name(self.country) if self.country else ""


def portrait_path(number: int, name: str) -> str:
    """Returns the path of a picture, which is another one for another picture."""
    return f"{PLAYERS}{number}/portrait/{name}.jpg"


def face_of(key: str, today: date | None = None) -> Face | None:
    """Returns what is shown of a player beside the name, None for nothing; one query."""
    return next(_faces(may_show(today).filter(key=key)), None)


def faces_shown() -> dict[int, Face]:
    """Returns what is shown of everybody of whom something is, by their number; one query."""
    return {one.number: one for one in _faces(may_show().exclude(portrait="", country=""))}


def portraits_shown() -> dict[int, str]:
    """Returns the picture of each player of whom everybody sees one, by their number; one query."""
    rows = may_show().exclude(portrait="").filter(_HAS_PICTURE)
    return dict(rows.values_list("pk", "portrait"))


def shown_picture(number: int, name: str) -> bytes | None:
    """Returns a picture that everybody may see of this player, as a JPEG; None for any other."""
    if not may_show().filter(pk=number, portrait=name).exists():
        return None
    body = Portrait.objects.filter(name=name).values_list("body", flat=True).first()
    return None if body is None else bytes(body)


def may_show(today: date | None = None) -> QuerySet[Player]:
    """Returns the players of whom a picture may be seen: under their own name, and no minors.

    Of whom no birth date is known is a minor who has a guardian.
    """
    day = today or timezone.localdate()
    unguarded = Q(birth_date=None, guardian="", guardian_contact="", guardian_email="")
    grown = unguarded | Q(birth_date__lte=_years_before(day, OF_AGE))
    return Player.objects.filter(
        grown, public_name_style=Player.PublicName.FULL, merged_into=None
    ).order_by()


def _faces(players: QuerySet[Player]) -> Iterator[Face]:
    rows = players.annotate(has=_HAS_PICTURE).values_list("pk", "portrait", "country", "has")
    for number, portrait, country, has in rows:
        face = Face(number, portrait if has else "", country)
        if face.portrait or face.country:
            yield face


def _years_before(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year - years)
    except ValueError:  # the 29th of February
        return day.replace(year=day.year - years, day=28)


_HAS_PICTURE = Exists(Portrait.objects.filter(name=OuterRef("portrait")))
