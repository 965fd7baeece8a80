"""An upgrade of what runs: old processes take results while the next release changes the tables.

The next release is a copy of this project with a column and a table more. Today's web process is
the old one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from django.db.migrations.loader import MigrationLoader

from tests.apps.core.upgrading import LAY
from tests.installations import environment_of, installed
from tests.processes import PATIENCE_S, ROOT, a_free_port
from tests.worker.machines.clients import Desk
from tests.worker.machines.parts import Machines, machines

LEFT = ROOT / "tests" / "apps" / "core" / "releases" / "core-0006.backup"
NOT_COPIED = (".*", "var", "tests", "docs", "bench", "node_modules")
PLAYERS, ROUNDS = 24, 6

EVENT = f"""
import django, json
django.setup()
from bench.entering.ground import games, session
held = games(1, {ROUNDS}, players={PLAYERS})
orders = {{"page": "/desk/grand/enter/?division=A", "sessions": [session(0)]}}
orders["games"] = [(number, entry) for number, entries in held.items() for entry in entries]
print(json.dumps(orders))
"""
FIELD = '    heard_by = models.CharField(max_length=40, blank=True, db_default="nobody")\n'
MIGRATION = """
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [{leaf!r}]

    operations = [
        migrations.AddField(
            "result", "heard_by", models.CharField(max_length=40, blank=True, db_default="nobody")
        ),
        migrations.CreateModel(
            "Planted", [("id", models.BigAutoField(primary_key=True, serialize=False))]
        ),
    ]
"""


@pytest.fixture
def next_release(tmp_path: Path) -> Path:
    """A copy of the project in which results have a column more."""
    root = tmp_path / "next"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*NOT_COPIED))
    models = root / "tournaments" / "models" / "play.py"
    before, heading, after = models.read_text().partition("class Result(models.Model):")
    first, column, rest = after.partition("    score_one = ")
    models.write_text(before + heading + first + FIELD + column + rest)
    leaves = MigrationLoader(None, ignore_no_migrations=True).graph.leaf_nodes("tournaments")
    migration = root / "tournaments" / "migrations" / "9999_planted.py"
    migration.write_text(MIGRATION.format(leaf=leaves[0]))
    return root


def _said(command: list[str], folder: Path, environment: Mapping[str, str]) -> Any:
    """Return the last line of a program, which is JSON."""
    ran = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-3000:]
    return json.loads(ran.stdout.splitlines()[-1])


def _manage(folder: Path, environment: Mapping[str, str], *words: object) -> dict[str, Any]:
    said: dict[str, Any] = _said(["manage.py", *map(str, words), "--json"], folder, environment)
    return said


class _Operator(threading.Thread):
    """Enters one result after the other, through old processes, until told to stop."""

    def __init__(self, orders: Mapping[str, Any]) -> None:
        super().__init__()
        self.games, self.entered, self.fault = list(orders["games"]), 0, ""
        self.is_over = threading.Event()
        self._desk = Desk(orders, 0)

    def enter(self) -> None:
        """Enter one more, and have it acknowledged."""
        round_number, entry = self.games.pop(0)
        score = 400 + self.entered
        self._desk.enter(round_number, entry, score, 310 + self.entered % 80)
        self.entered += 1

    def leave(self) -> None:
        """Enter no more."""
        self._desk.close()

    def run(self) -> None:
        try:
            while len(self.games) > PLAYERS // 2 and not self.is_over.wait(0.2):
                self.enter()
        except BaseException as fault:  # noqa: BLE001 - told by the test
            self.fault = repr(fault)


def _ready(ours: Machines) -> tuple[int, Any]:
    with closing(HTTPConnection("127.0.0.1", ours.port, timeout=30)) as web:
        web.request("GET", "/readyz", headers={"Host": "localhost"})
        answer = web.getresponse()
        return answer.status, json.loads(answer.read())


@pytest.mark.timeout(3 * PATIENCE_S)  # several programs are started, and one database is upgraded
def test_old_processes_take_results_while_the_tables_are_upgraded_and_one_can_go_back(
    tmp_path: Path, next_release: Path
) -> None:
    with machines(tmp_path) as ours:
        ours.parts["database"].begin()
        ours.parts["database"].await_up()
        own = {**ours.environment, "BACKUPS": "1"}
        orders = _said(["-c", EVENT], ROOT, own) | {"port": ours.port}
        for name in ("web1", "front"):
            ours.parts[name].begin()
            ours.parts[name].await_up()
        operator = _Operator(orders)
        operator.enter()
        operator.start()
        done = _manage(next_release, own, "upgrade")
        operator.is_over.set()
        operator.join()
        assert operator.fault == ""
        meanwhile = operator.entered
        assert meanwhile > 1, "nothing was entered while the tables were upgraded"
        ours.parts["web2"].begin()  # an old process that starts on the new tables
        ours.parts["web2"].await_up()
        ours.parts["web1"].kill()
        operator.enter()
        operator.leave()
        assert _ready(ours) == (200, {"ready": True, "wrong": []})
        assert done["migrations"] == 1
        assert _manage(next_release, own, "replay", "grand")["equal"]
        heard = (
            "import django; django.setup()\n"
            "from tournaments.models import Result as R\n"
            "print(R.objects.filter(heard_by='nobody', board__round__number__gt=1).count())"
        )
        assert _said(["-c", heard], next_release, own) == operator.entered
        backup = Path(own["WALLCHART_VAR"]) / "backups" / done["backup"]
        _check_way_back(backup, tmp_path / "back", entered=meanwhile)


def _check_way_back(backup: Path, var: Path, *, entered: int) -> None:
    """Check that the old version makes an installation of what was backed up before the upgrade."""
    back = {**environment_of(var, 0), "WALLCHART_VAR": str(var)}
    restored = _manage(ROOT, back, "restore", backup, "--compare")
    assert restored["wrong"] == []
    assert restored["replayed"]
    results = restored["tables"]["tournaments.result"] - PLAYERS // 2
    assert 0 < results <= entered


@pytest.mark.deep("A whole installation is started; tests of core upgrade what each version left.")
@pytest.mark.timeout(2 * PATIENCE_S)  # a whole installation is started and stopped
def test_a_start_of_a_newer_version_upgrades_what_an_earlier_one_left(tmp_path: Path) -> None:
    var, port = tmp_path / "var", a_free_port()
    var.mkdir(mode=0o700)
    own = environment_of(var, port)
    laid = _said(["-c", LAY, str(LEFT)], ROOT, own)
    with installed(var, port, BACKUPS="1") as up:
        said = up.said()
    (backup,) = (var / "backups").glob("before-upgrade-*.backup")
    assert f"Upgraded. What was here before is in {backup}." in said
    for slug in laid["events"][:1]:
        assert _manage(ROOT, own, "replay", slug)["equal"]
