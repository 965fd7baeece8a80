"""The ground of every test: the database of the run, a broker, and a worker."""

import gc
import signal
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from django.conf import settings
from django.test import TransactionTestCase
from pytest_django.plugin import DjangoDbBlocker

from config.broker import Broker
from config.celery import app
from config.class_code import CODE
from config.up.ready import socket_answers
from core import memo
from core.journal import checked
from core.registrars import load_all
from core.web import rendering, unchanged
from tests import databases
from tests.builders import grounds
from tests.processes import a_free_port, running, wait_until, worker_command
from tests.settings import ON_POSTGRES
from tests.worker.listening import attend, rest

collect_ignore = ["planted_command"]
"""The feature that tests/contracts/test_planted_command.py plants in a copy, and tests there."""

FOR_NO_BUILDER = frozenset(
    {
        *("ALLOWED_HOSTS", "BACKUPS_DIR", "HALL_FILE", "METRICS_TOKEN", "PRINT_DIRECTLY"),
        *("SUPERVISED", "UPKEEP_DIR"),
    }
)
"""Settings of pages, of backups and of machines: no command asks for them."""

# Nothing that is imported to collect the tests goes again: there is no garbage to look for.
gc.disable()

pytest_plugins = ["tests.depth", "tests.choosing", "tests.order", "tests.compiled", "tests.lean"]


def pytest_collection_finish() -> None:
    """Have no later collection of garbage look at the modules and tests, which all stay.

    Nor is garbage looked for every seven hundred objects: a test leaves little.
    """
    CODE.keep()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 20)
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def _only_what_was_written_goes() -> Iterator[None]:
    """Empty the tables that hold something after a test; Django would make those of all again."""

    def teardown(_self: TransactionTestCase) -> None:
        databases.empty()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", teardown)
        yield


@pytest.fixture(autouse=True)
def _built_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let builders lay down what they built, while nobody has changed what they stand on.

    Where a worker hears what a builder rings for, or a test looks at what follows a commit, all is
    built.
    """
    names = set(request.fixturenames)

    def is_plain() -> bool:
        if names & {"broker", "django_capture_on_commit_callbacks"}:
            return False
        patch = request.getfixturevalue("monkeypatch")
        changed = request.getfixturevalue("settings")._to_restore if "settings" in names else ()
        others = [
            one for one in changed if not set(one.options) <= FOR_NO_BUILDER or not one.options
        ]
        return not (patch._setattr or patch._setitem or others)

    with grounds.laid_again(is_plain):
        yield


@pytest.fixture
def built_anew() -> None:
    """Have everything built in this test: what it looks at says how long ago something was done."""
    grounds.forget()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Let the database be that was prepared; it goes with the folder of the run."""
    return True


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> Iterator[None]:
    """Prepare the database of this process; tests/settings.py made the names differ."""
    with databases.own_cluster() if ON_POSTGRES else nullcontext():
        databases.prepare()
        yield


@pytest.fixture(autouse=True, scope="session")
def _all_is_registered() -> None:
    """Load what registers itself before a test puts a registry aside, and with it what came then.

    That a process loads no more than it asks for is seen in processes that tests start.
    """
    load_all()


@pytest.fixture(autouse=True)
def _nothing_is_remembered() -> None:
    """Forget what was derived for pages: the next test has other divisions under these numbers."""
    memo._memos.clear()
    checked._found_good.clear()
    unchanged._remembered.clear()
    rendering._shared.clear()
    rendering._lately.seconds = 0.0


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Remember what the migrations wrote once the database is there."""
    with django_db_blocker.unblock():
        databases.note_made_rows()


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """Run the broker that the settings name: a real server, listening on a unix socket."""
    ours: Broker = settings.BROKER
    folder = tmp_path_factory.mktemp("broker")
    path, log = ours.socket, folder / "log"
    assert path is not None, "this machine has no Redis or Valkey server to test with"
    ours.make_folders()
    with running(ours.server_command(folder), log=log):
        wait_until(lambda: socket_answers(path), what="the broker answering", log=log)
        yield ours


@pytest.fixture(scope="session")
def _worker_process(
    broker: Broker, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    log = tmp_path_factory.mktemp("worker") / "log"
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings"}
    # It has nothing to do by the end, and takes a second and more to leave by itself.
    with running(worker_command(), log=log, environment=environment, stop_signal=signal.SIGKILL):
        wait_until(worker_answers, what="the worker answering", log=log)
        yield log


@pytest.fixture
def worker(transactional_db: None, _worker_process: Path) -> Iterator[Path]:
    """Run the test beside a real worker on the test's database; yield the worker's log.

    The test's rows are committed, for the worker is another process. That outlives the test and
    takes nothing then: other tests have jobs that wait, and nobody may do them.
    """
    app.control.purge()
    attend(_worker_process)
    yield _worker_process
    rest(_worker_process)


@pytest.fixture
def free_port() -> int:
    """Return a port that nobody listens on."""
    return a_free_port()


def worker_answers() -> bool:
    """Return whether a worker on the test's database answers."""
    return bool(app.control.ping(timeout=0.5, limit=1))
