"""Replays of a test in a fork of its own process: a new one would load the whole program first.

The fork has the kept tables and the journal, as the child of `replay` has, and forgets what the
test derived. What a new process is given and loads is seen by tests that say `in_a_process`, and
by all that run `manage.py`.
"""

from __future__ import annotations

import json
import os
import traceback
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from django.db import connections

from core import memo
from tests.databases import made_tables
from tests.settings import ON_POSTGRES
from tournaments.failover.queries import replaying

_in_a_process = replaying._in_child


@contextmanager
def forked() -> Iterator[None]:
    """Let a fork do what is replayed in this block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replaying, "_in_child", in_a_fork)
        yield


@contextmanager
def in_a_process() -> Iterator[None]:
    """Let a new process do what is replayed in this block, as the program does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replaying, "_in_child", _in_a_process)
        yield


def in_a_fork(folder: Path, slug: str, systems: Mapping[str, str]) -> Any:
    """Return the projection of the event that the journal in `folder` gives on empty tables."""
    if ON_POSTGRES:
        return _in_a_process(folder, slug, systems)
    place, told = folder / "replay.sqlite3", folder / "told"
    copyfile(made_tables(), place)
    with warnings.catch_warnings():
        # The fork has one thread, and leaves without asking any other.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        _replay_and_leave(folder, place, told, slug, systems)
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError(f"the replay failed: {told.read_text()[-2000:]}")
    return json.loads(told.read_text())


def _replay_and_leave(
    folder: Path, place: Path, told: Path, slug: str, systems: Mapping[str, str]
) -> None:
    code = 1
    try:
        # What the test holds open is left as it is: it belongs to the other process.
        own = type(connections["default"])
        settings = {**connections["default"].settings_dict, "NAME": str(place)}
        connections["default"] = own(settings, alias="default")
        memo._memos.clear()
        journal = folder / "journal.jsonl"
        told.write_text(json.dumps(replaying.replay_into_this_database(journal, slug, systems)))
        code = 0
    except BaseException:  # noqa: BLE001 - told by the process that waits
        told.write_text(traceback.format_exc())
    finally:
        os._exit(code)
