"""Several machines: whichever part dies while results are entered, each acknowledged one is there.

PostgreSQL, Valkey, two web processes and two workers run behind one address, and every part is
killed in its turn. Five clients are at the desk, five are programs of the API; each sends the very
same again, with the same key, until an answer comes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.processes import PATIENCE_S, ROOT, running, wait_until
from tests.worker.machines import ground
from tests.worker.machines.parts import Machines, machines

PEOPLE = 10
EACH = 2
"""How many results each of them enters from one death to the next."""
AMID = 6
"""How many of these were acknowledged when the part dies."""
DEATHS = ("web1", "worker1", "broker", "web2", "database", "worker2")


@pytest.mark.timeout(3 * PATIENCE_S)  # eight programs are started, killed and started again
def test_whatever_is_killed_every_acknowledged_result_is_there_once_and_the_replay_is_equal(
    tmp_path: Path,
) -> None:
    with machines(tmp_path) as ours:
        for name in ("database", "broker"):
            ours.parts[name].begin()
        orders = _ground(ours, "begin", str(PEOPLE)) | {"port": ours.port}
        for name in ("web1", "web2", "worker1", "worker2", "front"):
            ours.parts[name].begin()
        for part in ours.parts.values():
            part.await_up()
        acknowledged = _entered_while_parts_die(ours, orders, tmp_path)
        found = _ground(ours, "end")

    assert sorted(game[:2] for game in acknowledged) == sorted(map(list, orders["games"]))
    entered = [[seq, round_, entry, score] for round_, entry, score, _, seq, _ in acknowledged]
    assert sorted(entered) == sorted(found["entered"])
    assert found["results"] == len(entered)
    assert found["numbers"] == list(range(1, len(found["numbers"]) + 1))
    assert found["equal"], found["differences"]
    assert {state for _, state in found["jobs"]} == {"done"}, found["jobs"]
    assert any(tries > 1 for *_, tries in acknowledged), "nobody had to send anything again"


def _entered_while_parts_die(
    ours: Machines, orders: dict[str, Any], folder: Path
) -> list[list[int]]:
    """Have everything entered; return what was acknowledged: round, entry, scores, number, tries.

    Each part dies while all of the clients have something to enter, and begins again at once; the
    one before the last is back before the next one dies.
    """
    told, allowed, acknowledged = (folder / name for name in ("told", "allowed", "acknowledged"))
    told.write_text(json.dumps(orders))
    _allow(allowed, 0)
    acknowledged.touch()
    log = folder / "clients.log"
    command = [sys.executable, "-m", "tests.worker.machines.clients"]
    command += map(str, (told, allowed, acknowledged))
    with running(command, log=log) as clients:

        def await_results(count: int) -> None:
            wait_until(
                lambda: (
                    len(acknowledged.read_text().splitlines()) >= count
                    or clients.poll() is not None
                ),
                what=f"{count} results",
                log=log,
            )
            assert clients.poll() is None, log.read_text()

        for turn, name in enumerate(DEATHS):
            _allow(allowed, EACH * (turn + 1))
            for back in DEATHS[: max(turn - 1, 0)]:
                ours.parts[back].await_up()
            await_results(EACH * PEOPLE * turn + AMID)
            ours.parts[name].kill()
            ours.parts[name].begin()
            await_results(EACH * PEOPLE * (turn + 1))
        _allow(allowed, len(orders["games"]))
        assert clients.wait(PATIENCE_S) == 0, log.read_text()
    return [json.loads(line) for line in acknowledged.read_text().splitlines()]


def _allow(allowed: Path, results: int) -> None:
    """Let each of the clients enter so many results in all; the number is never half written."""
    draft = allowed.with_suffix(".draft")
    draft.write_text(str(results))
    draft.replace(allowed)


def _ground(ours: Machines, *words: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", ground.DO, *words],
        cwd=ROOT,
        env={**os.environ, **ours.environment},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    said: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return said
