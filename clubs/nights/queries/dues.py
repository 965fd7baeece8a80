"""Who has paid for a night and who owes what, of everybody who came to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clubs.models import ClubHome
from clubs.money.queries.tonight import DueTonight, NightDues, dues_of
from clubs.nights.queries.tonight import NightPerson, Tonight


@dataclass(frozen=True, slots=True)
class PersonDue:
    """What somebody of a night owes for it."""

    person: NightPerson
    due: DueTonight

    @property
    def is_to_pay(self) -> bool:
        """Whether something is still to be taken: money, or a night of a card."""
        return self.due.taken is None and bool(self.due.due.amount or self.due.due.nights)


@dataclass(frozen=True)
class DuesOfNight:
    """The dues of everybody who came, by name, in the currency of the club."""

    dues: NightDues
    people: tuple[PersonDue, ...]

    @property
    def to_pay(self) -> list[PersonDue]:
        """Of whom something is still to be taken."""
        return [one for one in self.people if one.is_to_pay]

    @property
    def taken(self) -> list[PersonDue]:
        """Of whom the dues were taken."""
        return [one for one in self.people if one.due.taken is not None]

    @property
    def free(self) -> list[PersonDue]:
        """Who owes nothing for this night."""
        return [one for one in self.people if one.due.taken is None and not one.is_to_pay]


def dues_of_night(home: ClubHome, now: Tonight) -> DuesOfNight | None:
    """Returns the dues of a night, None where the club keeps no money here; seven queries or fewer.

    Who is in the register twice pays once, under whatever key they came.
    """
    day = now.night.starts_on
    assert day is not None
    people = [*now.here, *now.gone]
    dues = dues_of(home, day, _keys(people), [one.name for one in people if not one.player])
    if dues is None:
        return None
    known = [(one, _due(dues, one)) for one in people]
    found = [PersonDue(one, due) for one, due in known if due is not None]
    return DuesOfNight(dues, tuple(sorted(found, key=lambda one: one.person.name.casefold())))


def _keys(people: Iterable[NightPerson]) -> list[str]:
    return [one.player for one in people if one.player]


def _due(dues: NightDues, person: NightPerson) -> DueTonight | None:
    return dues.players.get(person.player) if person.player else dues.guests.get(person.name)
