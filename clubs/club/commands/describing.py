"""What a club says of itself: where and when it meets, whom to ask, its rules, and who owns it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from datetime import date
from typing import Any
from unicodedata import category

from clubs.club.meetings.meetings import (
    MeetingError,
    MeetingTime,
    check_meetings,
    is_on,
    meeting_values,
)
from clubs.club.queries.meetings import meetings_of
from clubs.club.wording import WRONG, meeting_words, weekday_and_day
from clubs.kernel.commands.base import ClubCommand
from clubs.models import DayOff
from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import joined_by_and, phrase
from core.roles.table import ALLOWED, Permission, Role
from lexicon.selectors.installed import installed
from tournaments.event.commands.event import check_rules

NAME_LIMIT = 150
MOST_LEXICA = 6
MINUTES = range(1, 121)
MOST_NEWCOMER_WINS = 50
_AS_IT_CAME = ("welcome",)
_WORDS = {
    "venue": phrase("venue"),
    "address": phrase("address"),
    "contact": phrase("contact"),
    "welcome": phrase("welcome to newcomers"),
    "is_public": phrase("public page"),
    "ruleset": phrase("rule set"),
    "overrides": phrase("single rules"),
    "lexica": phrase("lexica"),
    "minutes": phrase("minutes"),
    "newcomer_wins": phrase("helps for newcomers"),
}


@dataclass(frozen=True, kw_only=True)
class _Change(ClubCommand):
    """Base of the commands that change fields of the club's row; one that is left out stays."""

    def _given(self) -> dict[str, Any]:
        own = (one.name for one in dataclass_fields(self) if one.name != "club")
        return {name: value for name in own if (value := getattr(self, name)) is not None}

    def _write(self, work: Work, wanted: Mapping[str, Any]) -> Row:
        home = self.find_club()
        change_checked(home, wanted, as_it_came=_AS_IT_CAME)
        if not work.ledger.update(home, **wanted):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"club": self.club, "changed": sorted(wanted)}

    def sentence(self, answer: Row) -> str:
        changed = joined_by_and([_WORDS[name] for name in answer["changed"]])
        return phrase("The club changed its {changed}", changed=changed)


@register
@dataclass(frozen=True, kw_only=True)
class DescribeClub(_Change):
    """Says where a club meets, whom a newcomer asks, and whether it has a public page."""

    code = "club.described"
    venue: str | None = None
    address: str | None = None
    contact: str | None = None
    welcome: str | None = None
    is_public: bool | None = None

    def apply(self, work: Work) -> Row:
        given = {
            name: value.strip() if isinstance(value, str) else value
            for name, value in self._given().items()
        }
        if "welcome" in given:
            given["welcome"] = _paragraphs(given["welcome"])
        return self._write(work, given)


@register
@dataclass(frozen=True, kw_only=True)
class SetHouseRules(_Change):
    """Says by what a night at the club begins to be played; single games may differ.

    `lexica` are codes of lists that are here, the usual one first.
    """

    code = "club.house_rules_set"
    ruleset: str | None = None
    overrides: Mapping[str, Any] | None = None
    lexica: tuple[str, ...] | None = None
    minutes: int | None = None
    newcomer_wins: int | None = None

    def apply(self, work: Work) -> Row:
        home, given = self.find_club(), self._given()
        if {"ruleset", "overrides"} & set(given):
            rules = given.get("ruleset", home.ruleset), given.get("overrides", home.overrides)
            check_rules(*rules, "")
        if self.lexica is not None:
            given["lexica"] = work.facts.decide("lexica", lambda: _installed(self.lexica or ()))
        _must_be_in(self.minutes, MINUTES, "minutes")
        _must_be_in(self.newcomer_wins, range(MOST_NEWCOMER_WINS + 1), "newcomer_wins")
        return self._write(work, given)


@register
@dataclass(frozen=True, kw_only=True)
class SetMeetings(ClubCommand):
    """Says when a club meets; what it said before is replaced."""

    code = "club.meetings_set"
    meetings: tuple[MeetingTime, ...]

    def apply(self, work: Work) -> Row:
        home = self.find_club()
        try:
            check_meetings(self.meetings)
        except MeetingError as wrong:
            raise Refused(WRONG[wrong.code], code=wrong.code, field=wrong.field) from wrong
        wanted = {"meetings": [meeting_values(one) for one in self.meetings]}
        change_checked(home, wanted, as_it_came=_AS_IT_CAME)
        if not work.ledger.update(home, **wanted):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"club": self.club}

    def sentence(self, answer: Row) -> str:
        if not self.meetings:
            return phrase("The club meets at no fixed time")
        times = "; ".join(str(meeting_words(one)) for one in self.meetings)
        return phrase("The club meets {times}", times=times)


@register
@dataclass(frozen=True, kw_only=True)
class CallOffMeeting(ClubCommand):
    """Says that the club does not meet on a day although it usually would."""

    code = "club.meeting_called_off"
    day: date
    note: str = ""

    def apply(self, work: Work) -> Row:
        home = self.find_club()
        if not any(is_on(meeting, self.day) for meeting in meetings_of(home)):
            raise Refused(
                phrase("The club does not meet on {day}.", day=weekday_and_day(self.day)),
                code="day.no_meeting",
                field="day",
            )
        if DayOff.objects.filter(home=home, day=self.day).exists():
            raise Refused(
                phrase("{day} is called off already.", day=weekday_and_day(self.day)),
                code="nothing_changed",
                field="day",
            )
        work.ledger.create(checked(DayOff(home=home, day=self.day, note=self.note.strip())))
        return {"club": self.club}

    def sentence(self, answer: Row) -> str:
        said = phrase("No meeting on {day}", day=weekday_and_day(self.day))
        return f"{said}: {self.note}" if self.note else said


@register
@dataclass(frozen=True, kw_only=True)
class HoldMeeting(ClubCommand):
    """Takes back that the meeting of a day is called off."""

    code = "club.meeting_held"
    day: date

    def apply(self, work: Work) -> Row:
        off = DayOff.objects.filter(home=self.find_club(), day=self.day).first()
        if off is None:
            raise Refused(
                phrase("{day} is not called off.", day=weekday_and_day(self.day)),
                code="day.not_called_off",
                field="day",
            )
        work.ledger.delete(off)
        return {"club": self.club}

    def sentence(self, answer: Row) -> str:
        return phrase("The meeting on {day} is held after all", day=weekday_and_day(self.day))


@register
@dataclass(frozen=True, kw_only=True)
class HandOverClub(ClubCommand):
    """Names the account that owns the club from now on."""

    code = "club.handed_over"
    permission = Permission.OWN
    owner: str

    def hands_on(self) -> frozenset[Permission]:
        return ALLOWED[Role.OWNER]

    def apply(self, work: Work) -> Row:
        name = self.owner.strip()
        if not 1 <= len(name) <= NAME_LIMIT:
            raise Refused(phrase("Give an account."), code="owner.unknown", field="owner")
        if not work.ledger.update(self.find_club(), owner=name):
            raise Refused(
                phrase("{name} is the owner of this club already.", name=name),
                code="nothing_changed",
                field="owner",
            )
        return {"owner": name}

    def sentence(self, answer: Row) -> str:
        return phrase("Club handed over to {owner}", owner=self.owner)


def _installed(codes: tuple[str, ...]) -> list[str]:
    """Returns lexica by their own codes; Refused for a list that is not here, or is named twice."""
    found = [installed(code).code for code in codes]
    if len(set(found)) != len(found) or len(found) > MOST_LEXICA:
        raise Refused(
            phrase("Name each lexicon once, and at most {most}.", most=MOST_LEXICA),
            code="lexica.wrong",
            field="lexica",
        )
    return found


def _must_be_in(number: int | None, allowed: range, field: str) -> None:
    if number is not None and number not in allowed:
        said = phrase("Give a number from {low} to {high}.", low=allowed[0], high=allowed[-1])
        raise Refused(said, code="number.out_of_range", field=field)


def _paragraphs(text: str) -> str:
    """Returns a text of several lines with plain line ends; Refused for what cannot be printed."""
    lines = "\n".join(text.split("\r\n")).replace("\r", "\n")
    if any(category(letter) == "Cc" and letter != "\n" for letter in lines):
        raise Refused(
            phrase("It contains a character that cannot be printed."),
            code="field.invalid",
            field="welcome",
        )
    return lines
