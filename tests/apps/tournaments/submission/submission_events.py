"""An event that NASPA would take as it is, and what can be made wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from core.journal.guard import writing
from ratings.models import ImportedRating, ListImport, RatingList
from tests.apps.tournaments.desk_events import give
from tests.builders.grounds import built_once
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.models import Tournament
from tournaments.results.commands.results import EnterResult
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound
from tournaments.submission.queries.checks import SubmissionFinding, check_submission
from tournaments.submission.queries.submitted import SubmissionGround, submission_ground

SLUG = "open"
HELD_ON, TODAY = date(2025, 5, 3), date(2025, 5, 4)
PEOPLE = ("Abbot, Ada", "Botham, Bea", "Colby, Cem", "Dorsey, Dov")
ROUNDS = (((1, 2), (3, 4)), ((1, 3), (2, 4)))
SCORES = (423, 389)


def number_of(place: int) -> str:
    """Returns the association number of the player with this number in the event."""
    return f"AA{place:06}"


@built_once
def new_event(
    people: Sequence[str] = PEOPLE, *, slug: str = SLUG, system: str = "naspa", **event: Any
) -> Tournament:
    """Makes an event with one division, everybody rated 1700 down by 100 with a number."""
    fields = {"name": "Spring Open", "director": "dora", "starts_on": HELD_ON, **event}
    give(CreateEvent(event=slug, **fields))
    new_division("A", people, slug=slug, system=system)
    return Tournament.objects.get(slug=slug)


@built_once
def new_division(
    name: str, people: Sequence[str], *, slug: str = SLUG, system: str = "naspa", first: int = 1
) -> None:
    """Makes a division of two rounds; `first` is where the association numbers begin."""
    give(CreateDivision(event=slug, name=name, planned_rounds=2, rating_system=system))
    for place, person in enumerate(people):
        add(person, 1700 - 100 * place, number_of(first + place), division=name, slug=slug)


def add(
    name: str, rating: int = 0, number: str = "", *, division: str = "A", slug: str = SLUG
) -> None:
    """Enters somebody."""
    give(
        AddEntry(
            event=slug,
            division=division,
            members=(Member(name=name),),
            rating=rating,
            association_number=number,
        )
    )


def publish(number: int, *pairs: tuple[int, int], division: str = "A", **more: Any) -> None:
    """Sets a round up and publishes it."""
    where: dict[str, Any] = {"event": SLUG, "division": division, "round": number}
    boards = tuple(HandPairing(one=one, two=two) for one, two in pairs)
    give(SetUpRound(**where, boards=boards, **more))
    give(PublishRound(**where))


def enter(number: int, entry: int, scores: tuple[int, int] = SCORES, **more: Any) -> None:
    """Enters the result of a game."""
    where: dict[str, Any] = {"event": SLUG, "division": "A", "round": number} | more
    give(EnterResult(**where, entry=entry, score=scores[0], opponent_score=scores[1]))


@built_once
def play(*, division: str = "A", close: bool = True) -> None:
    """Plays both rounds, the lower number winning, and closes the event."""
    for number, pairs in enumerate(ROUNDS, start=1):
        publish(number, *pairs, division=division)
        for one, _ in pairs:
            enter(number, one, division=division)
    if close:
        give(CloseEvent(event=SLUG, confirmed=True))


def imported_list(
    rows: Mapping[int, Mapping[str, Any]] | None = None, *, key: str = "members", **fields: Any
) -> RatingList:
    """Makes an imported list of the event's players; `rows` changes single lines."""
    with writing():
        made = RatingList.objects.create(
            key=key, name="Members", **{"system": "", "counts": ["naspa"], **fields}
        )
        last = ListImport.objects.create(
            rating_list=made, number=1, effective_on=date(2025, 4, 1), format="tsv"
        )
        for place, name in enumerate(PEOPLE, start=1):
            line: dict[str, Any] = {
                "name": name,
                "association_number": number_of(place),
                "rating": 1800 - 100 * place,
                "expires_on": date(2099, 1, 1),
                **(rows or {}).get(place, {}),
            }
            ImportedRating.objects.create(list_import=last, line=place, **line)
    return made


def ground(authority: str = "naspa", **more: Any) -> SubmissionGround:
    """Returns the data for an authority on the day after the event."""
    event = Tournament.objects.get(slug=SLUG)
    return submission_ground(event, authority, **{"today": TODAY, **more})


def found(authority: str = "naspa", **more: Any) -> dict[str, list[SubmissionFinding]]:
    """Returns the findings of the checks, by code."""
    by_code: dict[str, list[SubmissionFinding]] = {}
    for finding in check_submission(ground(authority, **more)).findings:
        by_code.setdefault(finding.code, []).append(finding)
    return by_code


def only(authority: str, code: str, **more: Any) -> SubmissionFinding:
    """Returns the one finding of a code; a second or none fails the test."""
    (finding,) = found(authority, **more).get(code, [])
    return finding
