"""A trophy is offered, changed and removed, and meetings for it are entered by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Final, cast

from django.db.models import Field, Max

from clubs.leagues.commands.base import (
    KeepingCommand,
    changed_words,
    must_be_clubs,
    must_be_key,
    registered,
    said,
)
from clubs.leagues.commands.fixtures import must_be_usual
from clubs.leagues.queries.trophies import names_of, rules_of, trophy_of
from clubs.models import Trophy, TrophyMeetingRow
from core.errors import UserError
from core.journal.checked import change_checked, checked, fields_checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from core.wording import half

MOST_POINTS: Final = 1000
MOST_SPREAD: Final = 100_000
NAMED = ("one", "other", "holder")


@dataclass(frozen=True, kw_only=True)
class TrophyCommand(KeepingCommand):
    """Base of the commands on a trophy; `trophy` is its key."""

    trophy: str

    def find_trophy(self) -> Trophy:
        """Returns the row of the trophy; Refused when the club has none of this key."""
        self.find_club()
        found = trophy_of(self.club, self.trophy)
        if found is None:
            raise Refused(
                phrase("The club has no trophy {key}.", key=self.trophy[:60]),
                code="trophy.unknown",
                field="trophy",
            )
        return found


@register
@dataclass(frozen=True, kw_only=True)
class OfferTrophy(TrophyCommand):
    """Offers a trophy that whoever wins a meeting holds until they lose one.

    It is `between` `clubs` or `players`: `one` and `other` alone, or everybody where both are
    empty. `holder` has it before the first meeting. With `from_results` matches of the club's
    leagues, or games of players, from `begins_on` are meetings, besides those entered by hand.
    """

    code = "trophy.offered"
    name: str
    begins_on: date
    between: str = "players"
    one: str = ""
    other: str = ""
    holder: str = ""
    from_results: bool = True
    spread_decides: bool = False
    said: str = ""

    def apply(self, work: Work) -> Row:
        club = self.find_club()
        must_be_key(self.trophy, "trophy")
        if trophy_of(self.club, self.trophy) is not None:
            raise Refused(
                phrase("The club already has a trophy {key}.", key=self.trophy),
                code="trophy.taken",
                field="trophy",
            )
        row = Trophy(club=club, key=self.trophy, **dict(said(self, "trophy")))
        _validated(row)
        if not work.facts.are_recorded:
            for field in NAMED:
                _must_be_known(row.between, getattr(row, field), field)
        work.ledger.create(checked(row))
        return {"trophy": self.trophy}

    def sentence(self, answer: Row) -> str:
        return phrase("Trophy {name} offered", name=self.name)


@register
@dataclass(frozen=True, kw_only=True)
class ChangeTrophy(TrophyCommand):
    """Changes what a trophy is for; a field left out stays. Who holds it follows anew."""

    code = "trophy.changed"
    name: str | None = None
    begins_on: date | None = None
    one: str | None = None
    other: str | None = None
    holder: str | None = None
    from_results: bool | None = None
    spread_decides: bool | None = None
    said: str | None = None

    def apply(self, work: Work) -> Row:
        row = self.find_trophy()
        changed = {k: value for k, value in said(self, "trophy") if getattr(row, k) != value}
        aimed = Trophy.objects.select_related("club").get(pk=row.pk)
        for name, value in changed.items():
            setattr(aimed, name, value)
        _validated(aimed)
        if not work.facts.are_recorded:
            for field in (name for name in NAMED if name in changed):
                _must_be_known(aimed.between, getattr(aimed, field), field)
        change_checked(row, changed)
        if not work.ledger.update(row, **changed):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"name": row.name, "changed": sorted(changed)}

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        """Raises UserError where the rest of the trophy by now fits no longer to what it said."""
        row = trophy_of(self.club, self.trophy)
        if row is not None:
            for change in entry.changes:
                for name, value in (change[side] or {}).items():
                    column = cast("Field[Any, Any]", Trophy._meta.get_field(name))
                    setattr(row, name, column.to_python(value))
            _validated(row)

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Trophy {name} changed: {fields}",
            name=answer["name"],
            fields=changed_words(answer["changed"]),
        )


@register
@dataclass(frozen=True, kw_only=True)
class RemoveTrophy(TrophyCommand):
    """Removes a trophy for which no meeting was entered by hand."""

    code = "trophy.removed"

    def apply(self, work: Work) -> Row:
        row = self.find_trophy()
        if row.meetings.exists():
            raise Refused(
                phrase("The trophy has meetings, so it stays. Remove them first."),
                code="trophy.held",
                field="trophy",
            )
        name = row.name
        work.ledger.delete(row)
        return {"name": name}

    def sentence(self, answer: Row) -> str:
        return phrase("Trophy {name} removed", name=answer["name"])


@register
@dataclass(frozen=True, kw_only=True)
class RecordMeeting(TrophyCommand):
    """Enters a meeting for a trophy by hand; what each side won is in halves."""

    code = "trophy.meeting_recorded"
    day: date
    one: str
    other: str
    half_points_one: int
    half_points_other: int
    spread: int = 0
    said: str = ""

    def apply(self, work: Work) -> Row:
        trophy = self.find_trophy()
        self._must_be_meeting(trophy)
        if not work.facts.are_recorded:
            for field in ("one", "other"):
                _must_be_known(trophy.between, getattr(self, field), field)
        last = trophy.meetings.aggregate(last=Max("number"))["last"] or 0
        values = dict(said(self, "trophy"))
        work.ledger.create(checked(TrophyMeetingRow(trophy=trophy, number=last + 1, **values)))
        names = work.facts.decide(
            "names", lambda: dict(names_of(trophy.between, [self.one, self.other]))
        )
        return {
            "trophy": trophy.name,
            "number": last + 1,
            "one": names.get(self.one, self.one),
            "other": names.get(self.other, self.other),
            "score": f"{half(self.half_points_one)}:{half(self.half_points_other)}",
        }

    def _must_be_meeting(self, trophy: Trophy) -> None:
        must_be_usual(self.day, "day")
        if self.one == self.other:
            raise Refused(phrase("Name two who met."), code="trophy.itself", field="other")
        if trophy.one and {self.one, self.other} != {trophy.one, trophy.other}:
            field = "other" if self.one in (trophy.one, trophy.other) else "one"
            raise Refused(
                phrase("The trophy is between two others."), code="trophy.stranger", field=field
            )
        for field in ("half_points_one", "half_points_other"):
            if not 0 <= getattr(self, field) <= 2 * MOST_POINTS:
                raise Refused(
                    phrase("Enter 0 to {most} games won.", most=MOST_POINTS),
                    code="trophy.points",
                    field=field,
                )
        if abs(self.spread) > MOST_SPREAD:
            raise Refused(
                phrase("Enter a spread of at most {most}.", most=MOST_SPREAD),
                code="trophy.spread",
                field="spread",
            )

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Meeting for {trophy} entered: {one} against {other} {score}",
            trophy=answer["trophy"],
            one=answer["one"],
            other=answer["other"],
            score=answer["score"],
        )


@register
@dataclass(frozen=True, kw_only=True)
class RemoveMeeting(TrophyCommand):
    """Removes a meeting that was entered by hand; `number` names it."""

    code = "trophy.meeting_removed"
    needs_reason = True
    number: int

    def apply(self, work: Work) -> Row:
        trophy = self.find_trophy()
        row = trophy.meetings.filter(number=self.number).first()
        if row is None:
            raise Refused(
                phrase("The trophy has no meeting {number}.", number=self.number),
                code="trophy.no_meeting",
                field="number",
            )
        day = row.day.isoformat()
        work.ledger.delete(row)
        return {"trophy": trophy.name, "day": day}

    def sentence(self, answer: Row) -> str:
        return phrase("Meeting of {day} for {trophy} removed", **answer)


def _validated(row: Trophy) -> None:
    """Raises UserError for what no trophy can be, at the field."""
    fields_checked(row)
    must_be_usual(row.begins_on, "begins_on")
    for field, other in (("other", row.one), ("one", row.other)):
        if other and not getattr(row, field):
            raise Refused(
                phrase("Name both between whom the trophy is, or neither."),
                code="trophy.sides",
                field=field,
            )
    try:
        rules_of(row)
    except UserError as wrong:
        field = "other" if row.one == row.other else "holder"
        raise Refused(wrong.message, code=wrong.code, field=field) from wrong


def _must_be_known(between: str, key: Any, field: str) -> None:
    if not key:
        return
    if between == Trophy.Between.CLUBS:
        must_be_clubs([key], field)
    else:
        registered([key], field)
