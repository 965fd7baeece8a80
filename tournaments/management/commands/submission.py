"""Writes the file that a rating authority takes, after the checks that it would apply."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase, phrase_count
from tournaments.formats.submission import AUTHORITIES, form_of, write_submission
from tournaments.kernel.commands.base import find_tournament
from tournaments.management.arguments import add_event
from tournaments.management.folders import write_files
from tournaments.submission.queries.checks import (
    CheckedSubmission,
    SubmissionFinding,
    check_submission,
)
from tournaments.submission.queries.checks.finding import LOOK, REFUSED, Level
from tournaments.submission.queries.submitted import SubmissionGround, submission_ground

_LEVELS: dict[Level, str] = {REFUSED: phrase("refused"), LOOK: phrase("look at this")}


class Command(ContractCommand):
    """Checks, and writes nothing that would be refused unless it is told to."""

    help = phrase("Checks the results of the event SLUG and writes them for a rating authority.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        parser.add_argument("--to", required=True, choices=list(AUTHORITIES))
        parser.add_argument("--form", default="", help=phrase("naspa: archive or text"))
        parser.add_argument(
            "--out", type=Path, default=Path(), help=phrase("the folder to write into")
        )
        parser.add_argument(
            "--list",
            default="",
            dest="list_key",
            help=phrase("the key of the rating list to compare with"),
        )
        parser.add_argument(
            "--date", default="", help=phrase("the first day, if the event has none")
        )
        parser.add_argument(
            "--no-byes", action="store_true", help=phrase("tou, coco: no rows for byes")
        )
        parser.add_argument(
            "--check", action="store_true", help=phrase("check the results, but write nothing")
        )
        parser.add_argument(
            "--anyway",
            action="store_true",
            help=phrase("write the file even if it would be refused"),
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        event, authority = find_tournament(options["slug"]), options["to"]
        if form_of(authority, options["form"]) is None:
            forms = ", ".join(form.key for form in AUTHORITIES[authority].forms)
            raise UserError(
                phrase(
                    "{authority} has no form {form}; it takes {forms}.",
                    authority=authority,
                    form=options["form"],
                    forms=forms,
                ),
                code="form.unknown",
                field="form",
            )
        ground = submission_ground(
            event,
            authority,
            today=timezone.localdate(),
            held_on=_day(options["date"]),
            list_key=options["list_key"],
            sees_numbers=True,
        )
        checked = check_submission(ground)
        wanted = not options["check"] and (checked.is_ready or options["anyway"])
        path = _write(ground, options) if wanted and ground.divisions else None
        return _answer(ground, checked, path)


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UserError(
            phrase("“{text}” is not a date; write it as 2026-05-03.", text=text),
            code="date.malformed",
            field="date",
        ) from None


def _write(ground: SubmissionGround, options: dict[str, Any]) -> Path:
    written = write_submission(
        ground.submission,
        ground.authority.key,
        stem=ground.event.slug,
        form=options["form"],
        byes=not options["no_byes"],
    )
    write_files(options["out"], {written.name: written.data})
    path: Path = options["out"] / written.name
    return path


def _answer(
    ground: SubmissionGround, checked: CheckedSubmission, path: Path | None
) -> ConsoleAnswer:
    data = {
        "authority": ground.authority.key,
        "file": None if path is None else str(path),
        "checks": [_check(finding) for finding in checked.findings],
        "ready": checked.is_ready,
    }
    lines = [f"{_LEVELS[finding.level]}: {finding.message}" for finding in checked.findings]
    lines.append(
        phrase_count("{count} check passed.", "{count} checks passed.", count=len(checked.passed))
    )
    lines.append(phrase("Written: {path}", path=path) if path else phrase("Nothing was written."))
    failed = not checked.is_ready and path is None
    return ConsoleAnswer(data=data, text="\n".join(lines), exit_code=int(failed))


def _check(finding: SubmissionFinding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "level": finding.level,
        "message": finding.message,
        "division": finding.division or None,
        "number": finding.number,
        "field": finding.field or None,
    }
