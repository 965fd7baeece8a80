"""`start.py up`: run Wallchart on this machine until Ctrl-C."""

import argparse
import os
import sys
from pathlib import Path

import django
from django.conf import settings
from django.db import DatabaseError
from environs import EnvValidationError
from marshmallow.validate import Range

from config import machine
from config.env import BASE_DIR, VAR_DIR, env
from config.up import hall, ready
from config.up.children import ChildGaveUp
from config.up.listening import EVERYWHERE, ONLY_HERE
from config.up.ready import CannotStart
from config.up.supervisor import Supervisor
from config.up.telling import say
from core.hall import let_in, lets_in
from core.lifeline import follow_parent
from core.trouble import trouble_of


def main() -> int:
    """Run everything and return the exit code: 0 after a wished stop, 1 when it could not run."""
    options = _parser().parse_args()
    os.chdir(BASE_DIR)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        if options.follow_parent:
            follow_parent(os.getppid(), machine.lifeline())
        _run(port=env.int("PORT", 8000, validate=Range(1, 65_535)), asked=env.bool("LAN", None))
    except EnvValidationError as mistake:
        say(f"The environment cannot be used: {mistake}", to=sys.stderr)
        return 1
    except (CannotStart, ChildGaveUp) as reason:
        say(str(reason), to=sys.stderr)
        return 1
    except (OSError, DatabaseError) as problem:
        if trouble_of(problem) is None:
            raise
        say(f"Wallchart cannot run: {_in_words(problem)}.", to=sys.stderr)
        return 1
    return 0


def _in_words(problem: OSError | DatabaseError) -> str:
    """Return what the machine says is wrong, and where: a full disk, a folder that is read-only."""
    if isinstance(problem, OSError):
        return f"{problem.filename or VAR_DIR}: {problem.strerror}"
    return f"{VAR_DIR}: {problem}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m config.up", description=__doc__)
    parser.add_argument(
        "--follow-parent",
        action="store_true",
        help="stop when the program that started this one ends, however it ends",
    )
    return parser


def _lets_in(setting: Path, *, asked: bool | None) -> bool:
    """Return whether the hall is let in: as the start asks, else as it was set at the desk.

    The processes to come are told by their environment.
    """
    lan = bool(lets_in(setting)) if asked is None else asked
    if lets_in(setting) not in (None, lan):
        let_in(setting, is_open=lan)
    os.environ |= {"LAN": "1" if lan else "0", "WALLCHART_SUPERVISED": "1"}
    return lan


def _run(*, port: int, asked: bool | None) -> None:
    address = f"http://localhost:{port}/"
    for folder in (VAR_DIR / "run", VAR_DIR / "log"):
        folder.mkdir(parents=True, exist_ok=True)
    with ready.lock_folder(VAR_DIR / "run" / "lock.sqlite3", address=address):
        lan = _lets_in(VAR_DIR / "hall", asked=asked)
        host = EVERYWHERE if lan else ONLY_HERE
        with ready.open_port(host, port) as listener:
            supervisor = Supervisor(var_dir=VAR_DIR, listener=listener, address=(host, port))
            supervisor.listen()
            try:
                supervisor.begin()
                django.setup()
                settings.BROKER.make_folders()
                ready.prepare_database()
                ready.leave_database()
                _serve(supervisor, address, port=port, lan=lan)
            finally:
                supervisor.stop()


def _serve(supervisor: Supervisor, address: str, *, port: int, lan: bool) -> None:
    try:
        if supervisor.start(settings.BROKER):
            ready.first_event()
            # Only now: a password made for a start that fails would be shown to nobody.
            _welcome(address, port=port, lan=lan, login=ready.first_login())
            ready.leave_database()
            supervisor.keep_up()
    finally:
        say("Stopping.")


def _welcome(address: str, *, port: int, lan: bool, login: tuple[str, str] | None) -> None:
    say(f"Wallchart runs at {address} (stop it with Ctrl-C; logs are in {VAR_DIR / 'log'}).")
    if lan:
        hall.show(port)
    if login is not None:
        name, password = login
        say(f"The desk is at {address}desk/.")
        say(f"The director's login, shown only this once: {name}  {password}")


if __name__ == "__main__":
    sys.exit(main())
