"""The outcomes of trials: what restoring each backup of a folder into a temporary place showed.

They are kept in one small file beside the backups, because they have to be there after a restore,
which makes the database what it was before.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

import msgspec

from core.files import write_whole

TRIALS = "trials.json"


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """A trial of one backup. `wrong` says what was wrong, "" where all was equal.

    `bytes` is how large the file was then: another file under its name was not tried. `replayed`
    names the event whose journal was replayed, "" where there was none.
    """

    bytes: int
    tried_at: datetime
    rows: int = 0
    replayed: str = ""
    wrong: str = ""


def trials_in(folder: Path) -> dict[str, Trial]:
    """Returns the trials of the backups in a folder by their names; of a damaged file none."""
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode((folder / TRIALS).read_bytes(), type=dict[str, Trial])
    return {}


def trial_of(path: Path, trials: dict[str, Trial]) -> Trial | None:
    """Returns the trial of the file at `path`, None where that file was not tried."""
    found = trials.get(path.name)
    with suppress(OSError):
        if found is not None and found.bytes == path.stat().st_size:
            return found
    return None


def keep_trial(folder: Path, name: str, trial: Trial) -> None:
    """Writes down a trial, and forgets those of files that are gone.

    One program at a time may do so: who makes automatic backups holds a lock. Raises OSError.
    """
    trials = {**trials_in(folder), name: trial}
    there = {one: told for one, told in trials.items() if (folder / one).exists()}
    write_whole(folder / TRIALS, partial(_put, msgspec.json.encode(there, enc_hook=str)))


def _put(data: bytes, path: Path) -> None:
    path.write_bytes(data)
