"""A spare follows over the network and takes over: two installations, the spare a real process."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django.live_server_helper import LiveServer

from config.settings import PASSWORD_HASHERS
from core.following import spares
from core.following.digests import stream_digest
from core.journal.guard import writing
from core.models import JournalEntry, Machine, Spare, Stream
from lexicon.commands.lexica import AddLexicon
from people.commands import AddClub, AddPlayer
from people.models import Player
from ratings.commands.lists import AddRatingList
from tests.apps.tournaments.desk_events import account
from tests.browser.one_of_everything import one_of_everything
from tests.builders.events import a_played_event, give, undo
from tests.builders.lexica import stored_words
from tests.databases import with_tables
from tests.installations import environment_of
from tests.processes import ROOT, running, wait_until
from tests.worker.cable import Cable, cable_to

pytestmark = pytest.mark.django_db(transaction=True)

FOLLOW = [sys.executable, "manage.py", "follow"]


@dataclass
class SpareMachine:
    """A second installation in a folder of its own, that follows the one of the test."""

    var: Path
    address: str
    secret: str

    @property
    def environment(self) -> dict[str, str]:
        """Its environment, with the secret that its director would type."""
        return {**environment_of(self.var, 1), "WALLCHART_FOLLOW_SECRET": self.secret}

    def run(self, *words: str) -> tuple[int, Any, str]:
        """Return the exit code, the JSON and the complaints of `follow` with these words."""
        ran = subprocess.run(
            [*FOLLOW, "--json", *words],
            cwd=ROOT,
            env={**_clean(), **self.environment},
            capture_output=True,
            text=True,
            check=False,
        )
        return ran.returncode, json.loads(ran.stdout) if ran.stdout else None, ran.stderr

    def once(self, *more: str) -> Any:
        """Get it into step, and return what it says."""
        code, told, said = self.run(self.address, "--once", *more)
        assert code == 0, (told["different"], told, said)
        return told

    def heads(self) -> dict[str, int]:
        """Return how far each of its streams is."""
        with closing(sqlite3.connect(self.var / "wallchart.sqlite3")) as there:
            return dict(there.execute("SELECT key, seq FROM core_stream WHERE seq > 0"))

    def role(self) -> str:
        """Return whether it leads."""
        with closing(sqlite3.connect(self.var / "wallchart.sqlite3")) as there:
            found = there.execute("SELECT role FROM core_machine").fetchone()
            return str(found[0]) if found else ""


def _clean() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "REDIS_URL"}


@pytest.fixture
def spare(tmp_path: Path, live_server: LiveServer) -> SpareMachine:
    """Return an installation without an event, with a secret of the one of the test."""
    _, secret = spares.add_spare("the other laptop", by="boss")
    return SpareMachine(with_tables(tmp_path / "spare"), live_server.url, secret)


def heads() -> dict[str, int]:
    """Return how far each stream of the main machine is."""
    return dict(Stream.objects.filter(seq__gt=0).values_list("key", "seq"))


@pytest.fixture
def cable(live_server: LiveServer) -> Iterator[Cable]:
    """Yield a cable from the spare to the machine of the test."""
    with cable_to(live_server.url) as laid:
        yield laid


@pytest.fixture
def another(live_server: LiveServer) -> Iterator[LiveServer]:
    """Yield a second server of the same machine, as it is there after a restart."""
    server = LiveServer(live_server.thread.host)
    yield server
    server.stop()


def goes_on_after_a_pull_and_a_restart(
    spare: SpareMachine, cable: Cable, another: LiveServer, log: Path
) -> None:
    """Pull the cable, break an answer, and put another server there: each time it gets equal."""
    cable.pulled = True
    wait_until(lambda: "Not in step:" in log.read_text(), what="that it is gone", log=log)
    give(AddClub(slug="away", name="While It Was Away"))
    assert spare.heads() != heads()
    cable.breaks_after, cable.pulled = 300, False
    wait_until(lambda: spare.heads() == heads(), what="what was missed", log=log)
    assert "its answer broke off" in log.read_text()
    before = log.read_text().count("In step with")
    cable.address = another.url
    give(AddClub(slug="again", name="After the Restart"))
    wait_until(lambda: spare.heads() == heads(), what="what the other served", log=log)
    wait_until(lambda: log.read_text().count("In step with") > before, what="equal", log=log)


def test_everything_there_is_comes_over_equal_with_accounts_and_word_lists(
    spare: SpareMachine, settings: Any, tmp_path: Path
) -> None:
    settings.BACKUPS_DIR, settings.UPKEEP_DIR = tmp_path / "backups", tmp_path / "run"
    settings.UPKEEP_DIR.mkdir()
    # The spare has no quick hashes.
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    one_of_everything(account("boss", operator=True))
    # The players of a rated list were made beside the journal: a spare can know nothing of them.
    added = JournalEntry.objects.filter(command="player.added")
    with writing():
        Player.objects.exclude(key__in=list(added.values_list("payload__key", flat=True))).delete()
    told = spare.once()
    assert told["different"] == []
    assert told["taken"] == told["entries"] == JournalEntry.objects.count()
    assert told["compared"] == len(heads())
    kinds = {name.partition(":")[0] for name in heads()}
    assert kinds == {"club", "event", "game", "judge", "records", "register"}
    assert all(stream_digest(name) for name in heads())
    assert spare.heads() == heads()
    with closing(sqlite3.connect(spare.var / "wallchart.sqlite3")) as there:
        hashes = dict(there.execute("SELECT username, password FROM auth_user"))
        keys = dict(there.execute("SELECT idempotency_key, seq FROM core_journalentry"))
    assert hashes == dict(User.objects.values_list("username", "password"))
    assert set(keys) == set(JournalEntry.objects.values_list("idempotency_key", flat=True))
    assert list((spare.var / "lexica").glob("*.list"))


@pytest.mark.both_databases("locks")
def test_a_spare_goes_on_after_a_kill_a_broken_network_and_a_restart_and_takes_over(
    spare: SpareMachine, tmp_path: Path, cable: Cable, another: LiveServer
) -> None:
    slug = a_played_event(players=24, rounds=7)
    give(AddClub(slug="hill", name="The Hill"))
    give(AddPlayer(key="p-1", given_name="Zoë", family_name="Quist", club="hill"))
    head = stored_words(["CAB", "ACE"]).head
    told_of: dict[str, Any] = {
        "words": head.words,
        "by_length": head.by_length,
        "sha256": head.sha256,
    }
    give(AddLexicon(lexicon="tiny", name="Tiny", tile_set="en", **told_of))
    give(AddRatingList(rating_list="hill", name="Hill"))
    log = tmp_path / "said"
    spare.address = cable.url
    with running([*FOLLOW, spare.address], log=log, environment=spare.environment) as process:
        wait_until(lambda: bool(spare.heads()), what="the first page", log=log)
        process.send_signal(signal.SIGKILL)
        process.wait()
    left = sum(spare.heads().values())
    assert left % 200 == 0 or spare.heads() == heads()
    with running([*FOLLOW], log=log, environment=spare.environment) as process:
        wait_until(lambda: "In step with" in log.read_text(), what="the rest", log=log)
        assert spare.heads() == heads()
        undo(f"event:{slug}", heads()[f"event:{slug}"])
        wait_until(lambda: spare.heads() == heads(), what="the undo", log=log)
        goes_on_after_a_pull_and_a_restart(spare, cable, another, log)
        Spare.objects.update(ident="GONE")
        wait_until(lambda: "does not know this secret" in log.read_text(), what="no", log=log)
        Spare.objects.update(ident=spare.secret[:5])
        code, told, said = spare.run("--take-over")
        assert (code, told["error"]["code"]) == (2, "follow.main_answers"), said
        code, told, said = spare.run("--take-over", "--although-it-answers")
        assert (code, told["told"]) == (0, True), said
        wait_until(lambda: process.poll() == 0, what="the end", log=log)
    assert spare.role() == "leads"
    main = Machine.objects.get()
    assert (main.role, main.epoch) == ("overtaken", 2)
    assert "DIFFERS" not in log.read_text()
