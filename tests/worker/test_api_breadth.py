"""Whatever the description allows or forbids, whoever asks: nothing fails, and all is described."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from pathlib import Path

import pytest

from core.journal.guard import writing
from core.models import RoleHeld
from core.roles.table import Role
from tests.apps.api.asking import SLUG, of
from tests.apps.api.bodies import described
from tests.builders.events import a_played_event, give
from tests.processes import PATIENCE_S, ROOT
from tests.worker.serving import serving
from tournaments.event.commands.appointing import AppointDirector

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(20 * PATIENCE_S)]

CONFIGURATION = ROOT / "tests" / "worker" / "breadth.toml"
THERE = {"event": SLUG, "division": "A"}
Ask = Callable[..., int]


def _asked(folder: Path, port: int, token: str, *options: str) -> int:
    """Return how many calls were made, of which none was answered in another way than described."""
    command = [
        *(sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()"),
        *(f"--config-file={CONFIGURATION}", "run", str(folder / "openapi.json")),
        *("--url", f"http://127.0.0.1:{port}", "--checks", "all", "--no-color"),
        *("--continue-on-failure", "--generation-database", "none", *options),
        *(("--header", f"Authorization: Bearer {token}") if token else ()),
    ]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout[-20_000:] + told.stderr[-2_000:]
    found = re.search(r"Test cases:\s+(\d+) generated", told.stdout)
    assert found, told.stdout[-2_000:]
    return int(found[1])


def _describe(folder: Path) -> None:
    """Write the description of the API with the event that there is as the only one."""
    said = deepcopy(described())
    for path in said["paths"].values():
        for operation in path.values():
            for one in operation["parameters"]:
                is_text = one["schema"].get("type") == "string"  # a number is another event's
                if one["in"] == "path" and one["name"] in THERE and is_text:
                    one["schema"] = {**one["schema"], "enum": [THERE[one["name"]]]}
    (folder / "openapi.json").write_text(json.dumps(said))


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Ask]:
    a_played_event(rounds=2, planned=4)
    _describe(tmp_path)
    with serving(tmp_path, "tests.worker.unhurried") as port:
        yield partial(_asked, tmp_path, port)
        log = (tmp_path / "web.log").read_text(errors="replace")
        assert [line for line in log.splitlines() if "Traceback" in line] == []


def _tokens() -> dict[str, str]:
    """Return a token of everybody there is, empty for nobody."""
    tokens = {"nobody": "", "member": of("pat", staff=False).token}
    for role in Role:
        if role == Role.OWNER:
            give(AppointDirector(event=SLUG, director="owner"))
        else:
            with writing():
                RoleHeld.objects.create(scope=f"event:{SLUG}", account=str(role), role=role)
        tokens[str(role)] = of(str(role), staff=False).token
    return {**tokens, "operator": of("boss", operator=True).token}


def test_some_calls_of_nobody_and_of_an_operator_are_answered_as_described(ask: Ask) -> None:
    few = ("--phases", "fuzzing,stateful", "--max-examples", "1", "--seed", "1", "--no-shrink")
    assert ask("", *few) > 100
    assert ask(of("boss", operator=True).token, *few) > 100


@pytest.mark.deep("5,000 calls take minutes; a few of nobody and of an operator stay.")
def test_5000_calls_of_everybody_are_answered_as_described(ask: Ask) -> None:
    asked = {}
    for who, token in _tokens().items():
        # Whoever may everything reaches most, so every bound of every field is tried as them.
        phases = "coverage,fuzzing,stateful" if who == "operator" else "fuzzing,stateful"
        asked[who] = ask(token, "--phases", phases, "--max-examples", "2")
    sys.stdout.write(f"{sum(asked.values())} calls: {asked}\n")
    assert sum(asked.values()) >= 5_000
