"""The lifeboat and other processes: killed writers, writers meanwhile, a second machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from core.snapshot import one_snapshot
from tests.builders.events import a_played_event, give
from tests.builders.lifeboats import head, names
from tests.contract_calls import answer
from tests.databases import with_tables
from tests.depth import times
from tests.processes import ROOT
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.failover.lifeboat.folder import put, state_in
from tournaments.failover.lifeboat.writing import write_now
from tournaments.models import Entry, Tournament

SLUG = "spring"
FILES = times(6)
"""In each folder of a state: the more there are, the more steps there are to be killed at."""


def _files(state: int) -> dict[str, bytes]:
    held = {f"{folder}/{n}.txt": b"%d" % state for folder in ("a", "b/c") for n in range(FILES)}
    return {**held, "lifeboat.json": b"%d" % state}


def _put_and_die(place: Path, files: Mapping[str, bytes], step: int) -> bool:
    """Write a state in a process that kills itself, as by -9, before its nth step on the disk.

    Return whether it came to that step.
    """
    child = os.fork()
    if child == 0:
        left = step

        def hook(name: str, _args: Any) -> None:
            nonlocal left
            if name in ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.listdir"):
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(hook)
        put(place, files)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def test_a_writer_killed_at_any_step_leaves_a_whole_state(tmp_path: Path) -> None:
    put(tmp_path, _files(0))
    put(tmp_path, _files(1))
    found = {1}
    for step in count():
        killed = _put_and_die(tmp_path, _files(step + 2), step)
        state = state_in(tmp_path)
        assert state is not None
        assert names(state) == set(_files(0))
        written = {path.read_bytes() for path in state.rglob("*") if path.is_file()}
        assert len(written) == 1, f"two states in one after {step} steps"
        number = int(written.pop())
        assert number in (max(found), step + 2)
        found.add(number)
        if not killed:
            break
    assert {path.name for path in tmp_path.iterdir()} == {"now", "before"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases("transactions")
def test_what_others_write_meanwhile_is_not_seen_and_not_held_up() -> None:
    a_played_event(SLUG, players=4, rounds=1)

    def rename() -> None:
        try:
            give(ChangeEntry(event=SLUG, division="A", entry=1, name="Somebody Else"))
        finally:
            connection.close()

    def name() -> str:
        return Entry.objects.get(number=1).name

    before = name()
    with one_snapshot():
        assert name() == before
        other = threading.Thread(target=rename)
        other.start()
        other.join(timeout=30)
        assert not other.is_alive()
        assert name() == before
    assert name() == "Somebody Else"


@pytest.mark.timeout(300)
@pytest.mark.django_db
def test_a_second_installation_goes_on_from_the_folder_alone(tmp_path: Path) -> None:
    a_played_event(SLUG, divisions=("A", "B"), players=7, rounds=3, open_games=2)
    place = write_now(Tournament.objects.get(), tmp_path / "stick").place
    second = {
        **os.environ,
        "DATABASE_URL": "",
        "WALLCHART_VAR": str(tmp_path / "second"),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }

    def manage(*arguments: str) -> dict[str, Any]:
        command = [sys.executable, "manage.py", *arguments]
        ran = subprocess.run(command, cwd=ROOT, env=second, capture_output=True, check=False)
        assert ran.returncode == 0, ran.stderr.decode()
        found: dict[str, Any] = json.loads(ran.stdout or b"{}")
        return found

    with_tables(tmp_path / "second")
    done = manage("continue_event", str(place), "--json")
    assert done["entries"] == head(place)["entries"]
    assert manage("standings", SLUG, "--json") == answer("standings", SLUG)
    again = manage("replay", SLUG, "--json")
    assert (again["equal"], again["digest"]) == (True, head(place)["digest"])
