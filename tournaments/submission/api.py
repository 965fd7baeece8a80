"""Results for a rating authority, for programs: what it would refuse, and the file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.http import Http404
from django.utils import timezone

from api.operations import Asked, Download, One, SentFile, register_api
from api.permitting import may_at_large
from core.errors import UserError
from core.phrases import phrase
from core.roles.table import Permission
from tournaments.formats.submission import AUTHORITIES, form_of, write_submission
from tournaments.kernel.api_addresses import EVENT, event_stream
from tournaments.kernel.queries.play import event_named
from tournaments.submission.queries.checks import (
    CheckedSubmission,
    SubmissionFinding,
    check_submission,
)
from tournaments.submission.queries.submitted import SubmissionGround, submission_ground

SUBMISSION = f"{EVENT}/submissions/<slug:authority>"


@dataclass(frozen=True, slots=True)
class SubmissionQuestion:
    """What is compared: with which rating list, and the first day of an event that has no date."""

    rating_list: str = ""
    held_on: date | None = None


@dataclass(frozen=True, slots=True)
class FileWanted(SubmissionQuestion):
    """The file: `form` empty is the usual one; `anyway` sends what would be refused too."""

    form: str = ""
    anyway: bool = False
    byes: bool = True


@dataclass(frozen=True, slots=True)
class FindingShown:
    """Something that is not as the authority wants it; `entry` is a number, null for none."""

    code: str
    message: str
    division: str
    entry: int | None
    field: str
    round: int | None


@dataclass(frozen=True, slots=True)
class SubmissionShown:
    """What an authority would refuse, what to look at before sending, and what is as it should be.

    `forms` are the files it takes, the usual one first.
    """

    authority: str
    divisions: list[str]
    left_out: list[str]
    ready: bool
    refused: list[FindingShown]
    to_look_at: list[FindingShown]
    passed: list[str]
    forms: list[str]


def submission_shown(ground: SubmissionGround, checked: CheckedSubmission) -> SubmissionShown:
    """Returns what the checks found."""
    return SubmissionShown(
        authority=ground.authority.key,
        divisions=[one.sheet.division.name for one in ground.divisions],
        left_out=[one.name for one in ground.left_out],
        ready=checked.is_ready,
        refused=[_finding(one) for one in checked.refused],
        to_look_at=[_finding(one) for one in checked.to_look_at],
        passed=list(checked.passed),
        forms=[one.key for one in ground.authority.forms],
    )


def _finding(one: SubmissionFinding) -> FindingShown:
    return FindingShown(one.code, one.message, one.division, one.number, one.field, one.round)


def _ground(asked: Asked) -> SubmissionGround:
    event = event_named(asked["event"])
    if event is None or asked["authority"] not in AUTHORITIES:
        raise Http404
    return submission_ground(
        event,
        asked["authority"],
        today=timezone.localdate(),
        held_on=asked.query.held_on,
        list_key=asked.query.rating_list,
        sees_numbers=may_at_large(asked, Permission.OPERATE),
    )


def _check(asked: Asked) -> SubmissionShown:
    ground = _ground(asked)
    return submission_shown(ground, check_submission(ground))


def _file(asked: Asked) -> SentFile:
    ground, wanted = _ground(asked), asked.query
    form = wanted.form or ground.authority.forms[0].key
    if form_of(ground.authority.key, form) is None:
        raise Http404
    if not ground.divisions:
        raise UserError(
            phrase("No division of this event goes there."), code="submission.no_division"
        )
    if not (wanted.anyway or check_submission(ground).is_ready):
        raise UserError(
            phrase("It would be refused; read why, or ask for it anyway."),
            code="submission.not_ready",
            field="anyway",
        )
    written = write_submission(
        ground.submission,
        ground.authority.key,
        stem=ground.event.slug,
        form=form,
        byes=wanted.byes or not ground.authority.has_byes,
    )
    return SentFile(written.name, written.media_type, [written.data])


register_api(
    "submissions",
    One(
        path=SUBMISSION,
        name="submission_read",
        says="Shows what a rating authority would refuse of an event, and what to look at.",
        shape=SubmissionShown,
        query=SubmissionQuestion,
        find=_check,
        permission=Permission.DIRECT,
        stream=event_stream,
    ),
    Download(
        path=f"{SUBMISSION}/file",
        name="submission_file",
        says="Sends the results as a rating authority takes them.",
        query=FileWanted,
        kinds=("text/plain", "text/csv", "application/zip"),
        file=_file,
        permission=Permission.DIRECT,
        stream=event_stream,
    ),
)
