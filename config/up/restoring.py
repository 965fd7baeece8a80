"""A backup put back while nothing else runs, as the desk asked for it."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from config import machine
from config.env import BASE_DIR
from core.backup.asking import RestoreOutcome, Wish, begun, leave_outcome, outcome_in
from core.backup.before import before_name, remove_older
from core.child_process import start_tied

_GLANCE_S = 0.1
_FAULT = "This is a fault in the program; see {log}."
_STAYED = "Everything is as it was before."
_INTERRUPTED = (
    "Wallchart was stopped while it put the backup back. Either all of it was put back or none: "
    "look at the events, and start again if none was."
)


@dataclass(frozen=True, slots=True)
class RestoringGround:
    """The places of backups and output, what ties processes, and whether to end at once."""

    backups: Path
    log: Path
    line: str
    is_urgent: Callable[[], bool]


def put_back(wish: Wish, ground: RestoringGround) -> RestoreOutcome:
    """Backs up what is here, puts a backup back, and returns what came of it.

    Both are done by programs of their own, in one transaction: where the second fails, or is ended,
    the database is as it was.
    """
    outcome = begun(wish)
    backups = ground.backups
    before = before_name(datetime.now(ZoneInfo(machine.time_zone())))
    wrong = _manage(["backup", str(backups / before)], ground)
    if wrong:
        return _failed(outcome, f"The current data could not be backed up first. {wrong} {_STAYED}")
    outcome = msgspec.structs.replace(outcome, before=before)
    wrong = _manage(["restore", str(backups / wish.name), "--force"], ground)
    if wrong:
        return _failed(outcome, f"{wrong} {_STAYED}")
    told = f"Everything is now as it was when {wish.name} was made."
    return msgspec.structs.replace(outcome, state="done", told=told)


def remove_those_before(outcome: RestoreOutcome, backups: Path) -> list[str]:
    """Removes what was backed up before others were put back, but for the newest few.

    Returns the names. What `outcome` names stays.
    """
    return remove_older(backups, datetime.now(UTC), spared={outcome.name, outcome.before})


def settle(word: Path) -> None:
    """Says so where the last program ended in the middle of putting a backup back.

    Raises OSError where that cannot be written.
    """
    found = outcome_in(word)
    if found is not None and found.state == "runs":
        leave_outcome(word, _failed(found, _INTERRUPTED))


def _failed(outcome: RestoreOutcome, told: str) -> RestoreOutcome:
    return msgspec.structs.replace(outcome, state="failed", told=told)


def _manage(words: Sequence[str], ground: RestoringGround) -> str:
    """Runs a command of the console and returns what was wrong, empty where nothing was."""
    command = [sys.executable, str(BASE_DIR / "manage.py"), *words, "--json"]
    try:
        with ground.log.open("ab") as output:
            start = output.tell()
            tied = start_tied(command, output=output, line=ground.line, folder=BASE_DIR)
            while tied.running() and not ground.is_urgent():
                time.sleep(_GLANCE_S)
            tied.end_now()
        if tied.process.returncode == 0:
            return ""
        with ground.log.open("rb") as log:
            log.seek(start)
            return _said(log.read()) or _FAULT.format(log=ground.log)
    except (OSError, subprocess.SubprocessError) as failure:
        return f"{failure}."


def _said(output: bytes) -> str:
    """Returns the sentence of the refusal among what a command wrote, empty where there is none."""
    for line in reversed(output.splitlines()):
        try:
            told = json.loads(line)["error"]["message"]
        except (ValueError, KeyError, TypeError):
            continue
        return str(told)
    return ""
