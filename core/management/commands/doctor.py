"""Looks for trouble in this installation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from django.db import DatabaseError

from core.console import ConsoleAnswer, ContractCommand
from core.doctor.findings import Finding, checks
from core.doctor.of_database import unreadable
from core.phrases import phrase, phrase_count

_MARKS = {"ok": "ok     ", "warning": "look   ", "trouble": "TROUBLE"}


class Command(ContractCommand):
    """Asks every check; the exit code is 1 where one found trouble. Nothing is changed."""

    help = phrase("Looks for trouble in this installation and says what to do about it.")

    def run(self, **options: Any) -> ConsoleAnswer:
        findings = list(_found())
        troubles = sum(finding.state == "trouble" for finding in findings)
        return ConsoleAnswer(
            data={"findings": [asdict(one) for one in findings], "troubles": troubles},
            text="\n".join([*map(_line, findings), _sum(troubles)]),
            exit_code=1 if troubles else 0,
        )


def _found() -> Iterator[Finding]:
    """Yields what every check saw, the database first: those that cannot ask it are left out."""
    is_told = False
    for look in checks():
        try:
            for finding in look():
                is_told |= finding.state == "trouble" and finding.code.startswith("database.")
                yield finding
        except DatabaseError as failure:
            if not is_told:
                yield unreadable(failure)
            is_told = True


def _line(finding: Finding) -> str:
    line = f"{_MARKS[finding.state]}  {finding.message}"
    return f"{line}\n{'':9}{finding.remedy}" if finding.remedy else line


def _sum(troubles: int) -> str:
    if not troubles:
        return phrase("No trouble was found.")
    return phrase_count(
        "{count} trouble was found.", "{count} troubles were found.", count=troubles
    )
