"""Checks of an event and its divisions: when, by whom, how many, complete or not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from core.phrases import phrase, phrase_count
from tournaments.formats.tsh.statements import tsh_name
from tournaments.submission.queries.checks.finding import LOOK, REFUSED, SubmissionFinding, listed
from tournaments.submission.queries.submitted import DivisionGround, SubmissionGround

FEWEST_PLAYERS = 4
LONGEST = timedelta(days=7)
"""Both are NASPA's; source: the tsh reference, section 3."""


def divisions_belong(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds that no division goes to the authority, and those that do not."""
    title = ground.authority.title
    if not ground.divisions:
        message = phrase("No division of this event is rated by {title}.", title=title)
        mend = "change-rules" if ground.left_out else "create-division"
        only = ground.left_out[0].name if len(ground.left_out) == 1 else ""
        yield SubmissionFinding(
            "divisions.none",
            REFUSED,
            message,
            division=only,
            field="rating_system",
            mend=mend,
        )
    for division in ground.left_out:
        message = (
            phrase(
                "Division {division} is rated by {system}, so it is not in the file.",
                division=division.name,
                system=division.rating_system,
            )
            if division.rating_system
            else phrase(
                "Division {division} is rated by no system, so it is not in the file.",
                division=division.name,
            )
        )
        yield SubmissionFinding(
            "division.left_out", LOOK, message, division=division.name, field="rating_system"
        )


def system_is_meant(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds divisions of another federation's system in a TOU file, which takes every one."""
    for division in ground.divisions:
        system = division.sheet.division.rating_system
        if system != "wespa":
            message = (
                phrase(
                    "Division {division} is rated by {system}: was it also registered for this "
                    "list?",
                    division=division.name,
                    system=system,
                )
                if system
                else phrase(
                    "Division {division} is not rated by any system here: was it also registered "
                    "for this list?",
                    division=division.name,
                )
            )
            yield SubmissionFinding(
                "division.system", LOOK, message, division=division.name, field="rating_system"
            )


def is_no_rehearsal(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds that the results were drawn."""
    if ground.event.rehearsal:
        yield SubmissionFinding(
            "event.rehearsal", REFUSED, phrase("This is a rehearsal: its results were drawn.")
        )


def is_closed(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds that results may still change."""
    if not ground.event.closed:
        message = phrase("The event is not closed, so its results may still change.")
        yield SubmissionFinding("event.open", LOOK, message, mend="close-event")


def date_is_past(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds that there is no date, or one to come."""
    held_on = ground.held_on
    if held_on is None:
        message = phrase("The event has no date.")
        if ground.event.dates:
            only = phrase(
                "“{dates}” is not a date that a file can contain.", dates=ground.event.dates
            )
            message = f"{message} {only}"
        level = LOOK if ground.authority.key == "coco" else REFUSED
        yield SubmissionFinding("event.date", level, message, field="held_on")
    elif held_on > ground.today:
        message = phrase(
            "The event begins on {held_on:%Y-%m-%d}, which is still to come.", held_on=held_on
        )
        yield SubmissionFinding("event.future", REFUSED, message, field="held_on")


def lasts_a_week(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds that the rounds were published over more than a week."""
    if ground.published is None:
        return
    first, last = (timezone.localdate(moment) for moment in ground.published)
    if last - first >= LONGEST:
        message = phrase(
            "Its rounds were published from {first:%Y-%m-%d} to {last:%Y-%m-%d}: an event can "
            "last at most a week.",
            first=first,
            last=last,
        )
        yield SubmissionFinding("event.too_long", REFUSED, message)


def director_is_named(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds that nobody directs the event."""
    if not ground.event.director:
        message = phrase("The event has no director.")
        yield SubmissionFinding(
            "event.director", REFUSED, message, field="director", mend="appoint-director"
        )


def rounds_are_complete(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds the first round of each division that is not complete."""
    for division in ground.divisions:
        planned, number = division.submitted.rounds, division.complete + 1
        if number > planned:
            continue
        if number in division.sheet.stages:
            message = phrase(
                "Division {name}: round {number} is not complete.",
                name=division.name,
                number=number,
            )
            mend = "round"
        else:
            message = phrase(
                "Division {name}: round {number} of {planned} was not played.",
                name=division.name,
                number=number,
                planned=planned,
            )
            mend = "change-rounds"
        yield SubmissionFinding(
            "round.incomplete",
            REFUSED,
            message,
            division=division.name,
            round=number,
            field="rounds",
            mend=mend,
        )


def no_more_rounds_than_planned(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds divisions with a round beyond the last that was planned."""
    for division in ground.divisions:
        planned, last = division.submitted.rounds, division.sheet.last_round
        if last > planned:
            message = phrase(
                "Division {name} has {last} rounds, but {planned} were planned.",
                name=division.name,
                last=last,
                planned=planned,
            )
            yield SubmissionFinding(
                "rounds.too_many",
                REFUSED,
                message,
                division=division.name,
                field="rounds",
                mend="change-rounds",
            )


def divisions_have_games(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds divisions without a rated game."""
    for division in ground.divisions:
        if not division.submitted.games:
            message = phrase("Division {name} has no rated game.", name=division.name)
            yield SubmissionFinding("division.no_games", REFUSED, message, division=division.name)


def four_players_at_least(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds divisions that are too small."""
    for division in ground.divisions:
        many = len(division.in_file)
        if many < FEWEST_PLAYERS:
            message = phrase_count(
                "Division {name} has {count} player with rated games; {fewest_players} are needed.",
                "Division {name} has {count} players with rated"
                " games; {fewest_players} are needed.",
                count=many,
                name=division.name,
                fewest_players=FEWEST_PLAYERS,
            )
            yield SubmissionFinding("division.too_few", REFUSED, message, division=division.name)


def divisions_are_told_apart(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds divisions whose names a tsh file cannot hold, or cannot tell apart."""
    spelt: dict[str, list[str]] = {}
    for division in ground.divisions:
        spelt.setdefault(tsh_name(division.name), []).append(division.name)
    for name, divisions in spelt.items():
        if not name or not name.isascii() or len(divisions) > 1:
            message = phrase(
                "tsh cannot tell apart the names of: {divisions}. They are called D1, ...",
                divisions=listed(divisions),
            )
            yield SubmissionFinding(
                "division.name", LOOK, message, division=divisions[0], field="name"
            )


def everybody_is_in_the_file(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds the entries left out: teams, house players, and those without a rated game."""
    for division in ground.divisions:
        absent = [n for n in division.sheet.entries if n not in division.in_file]
        alone = [n for n in absent if not _is_odd(division, n)]
        if alone:
            message = phrase(
                "Division {name}: left out without a rated game: no. {alone}.",
                name=division.name,
                alone=listed(alone),
            )
            yield SubmissionFinding("entry.no_games", LOOK, message, division=division.name)
        for number, entry in division.sheet.entries.items():
            if entry.members > 1:
                message = phrase(
                    "{called} is a team: its games are not rated.", called=division.called(number)
                )
                yield SubmissionFinding(
                    "entry.team", LOOK, message, division=division.name, number=number
                )
            elif number in division.sheet.house_from:
                first = division.sheet.house_from[number]
                message = phrase(
                    "{called} is a house player from round {first} on:"
                    " those games are not in the file.",
                    called=division.called(number),
                    first=first,
                )
                yield SubmissionFinding(
                    "entry.house", LOOK, message, division=division.name, number=number
                )


def _is_odd(division: DivisionGround, number: int) -> bool:
    return number in division.sheet.house_from or division.sheet.entries[number].members > 1
