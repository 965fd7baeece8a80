"""The desk's requests to the running program: a backup put back, and the hall let in."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.backup.asking import RestoreOutcome, Wish, leave_wish, outcome_in
from core.hall import let_in
from tests.installations import Installation, direct_an_event, environment_of, installed
from tests.processes import PATIENCE_S, ROOT, a_free_port, wait_until, web_answers

pytestmark = pytest.mark.timeout(4 * PATIENCE_S)  # a whole installation is started and stopped

NAME = "kept.backup"


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """An installation with an event, and a backup of it."""
    folder = tmp_path_factory.mktemp("upkeep")
    var = folder / "var"
    with installed(var, a_free_port()) as one:
        (var / "backups").mkdir(mode=0o700)
        backup = [sys.executable, "manage.py", "backup", str(var / "backups" / NAME)]
        environment = {**os.environ, **environment_of(var, one.port)}
        direct_an_event(environment)
        subprocess.run(backup, cwd=ROOT, env=environment, check=True, capture_output=True)
        yield one


def _names(up: Installation) -> set[str]:
    with closing(sqlite3.connect(up.var / "wallchart.sqlite3")) as database:
        return {name for (name,) in database.execute("SELECT username FROM auth_user")}


def _add(up: Installation, name: str) -> None:
    """Make an account like the one that is there, after the backup."""
    with closing(sqlite3.connect(up.var / "wallchart.sqlite3", timeout=30)) as database, database:
        kept = "password, is_superuser, first_name, last_name, email, is_staff, is_active"
        database.execute(
            f"INSERT INTO auth_user ({kept}, username, date_joined)"
            f" SELECT {kept}, ?, date_joined FROM auth_user LIMIT 1",
            (name,),
        )


def _put_back(up: Installation, name: str) -> RestoreOutcome:
    """Ask for a backup as the desk does, and wait until everything runs again."""
    wish = Wish(name=name, by="boss", asked_at=datetime.now(UTC))
    leave_wish(up.var / "run", wish)

    def ended() -> bool:
        found = outcome_in(up.var / "run")
        return found is not None and found.state in ("done", "failed")

    wait_until(ended, what="an outcome", log=up.log)
    wait_until(lambda: web_answers(up.port), what="an answer", log=up.log)
    found = outcome_in(up.var / "run")
    assert found is not None
    assert found.asked_at == wish.asked_at
    return found


def _listens_on_every_address(port: int) -> bool:
    return f" 00000000:{port:04X} 00000000:0000 0A " in Path("/proc/net/tcp").read_text()


def test_a_damaged_backup_leaves_everything_as_it_was_and_the_program_goes_on(
    up: Installation,
) -> None:
    _add(up, "late")
    whole = (up.var / "backups" / NAME).read_bytes()
    (up.var / "backups" / "damaged.backup").write_bytes(whole[: len(whole) // 2])
    outcome = _put_back(up, "damaged.backup")
    assert outcome.state == "failed"
    assert re.search(r"damaged or is not a Wallchart backup \(.+\)\. Everything is", outcome.told)
    assert "late" in _names(up)


def test_a_backup_is_put_back_after_another_was_made_and_everything_starts_again(
    up: Installation,
) -> None:
    _add(up, "later")
    before = set(up.processes())
    outcome = _put_back(up, NAME)
    assert (outcome.state, outcome.told) == (
        "done",
        f"Everything is now as it was when {NAME} was made.",
    )
    assert "later" not in _names(up)
    assert (up.var / "backups" / outcome.before).stat().st_mode & 0o777 == 0o600
    up.await_whole()
    assert up.process.pid in up.processes()
    assert set(up.processes()) - before, "the processes that held the old tables are gone"


def test_the_hall_is_let_in_and_shut_out_while_it_runs(up: Installation) -> None:
    assert not _listens_on_every_address(up.port)
    assert up.get("192.0.2.7")[0] == 400
    let_in(up.var / "hall", is_open=True)
    wait_until(lambda: _listens_on_every_address(up.port), what="the hall let in", log=up.log)
    assert up.get("192.0.2.7")[0] != 400
    let_in(up.var / "hall", is_open=False)
    wait_until(lambda: not _listens_on_every_address(up.port), what="the hall out", log=up.log)
    assert up.get("192.0.2.7")[0] == 400
