"""`start.py up`: run Wallchart on this machine until Ctrl-C."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from marshmallow.validate import Range

from config import machine
from config.broker import broker_settings
from config.env import BASE_DIR, VAR_DIR, env
from config.up import hall, ready
from config.up.asking import prepared
from config.up.listening import EVERYWHERE, ONLY_HERE
from config.up.supervisor import Supervisor
from config.up.telling import say, why_not
from core.child_process import follow_parent
from core.hall import let_in, lets_in


def main() -> int:
    """Run everything and return the exit code: 0 after a wished stop, 1 when it could not run."""
    options = _parser().parse_args()
    os.chdir(BASE_DIR)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        if options.follow_parent:
            follow_parent(os.getppid(), machine.lifeline())
        _run(
            port=env.int("PORT", 8000, validate=Range(1, 65_535)), lan_option=env.bool("LAN", None)
        )
    except Exception as reason:
        sentence = why_not(reason)
        if sentence is None:
            raise
        say(sentence, to=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m config.up", description=__doc__)
    parser.add_argument(
        "--follow-parent",
        action="store_true",
        help="stop when the program that started this one ends for any reason",
    )
    return parser


def _lets_in(setting: Path, *, lan_option: bool | None) -> bool:
    """Return whether the hall is let in: as the start asks, else as it was set at the desk.

    The processes to come are told by their environment.
    """
    lan = bool(lets_in(setting)) if lan_option is None else lan_option
    if lets_in(setting) not in (None, lan):
        let_in(setting, is_open=lan)
    os.environ |= {"LAN": "1" if lan else "0", "WALLCHART_SUPERVISED": "1"}
    return lan


def _run(*, port: int, lan_option: bool | None) -> None:
    address = f"http://localhost:{port}/"
    for folder in (VAR_DIR / "run", VAR_DIR / "log"):
        folder.mkdir(parents=True, exist_ok=True)
    with ready.lock_folder(VAR_DIR / "run" / "lock.sqlite3", address=address):
        lan = _lets_in(VAR_DIR / "hall", lan_option=lan_option)
        host = EVERYWHERE if lan else ONLY_HERE
        with ready.open_port(host, port) as listener:
            supervisor = Supervisor(var_dir=VAR_DIR, listener=listener, address=(host, port))
            supervisor.listen()
            try:
                supervisor.begin()
                made = prepared("tables", line=machine.lifeline())
                if made["backup"]:
                    place = VAR_DIR / "backups" / made["backup"]
                    say(f"Upgraded. What was here before is in {place}.")
                _serve(supervisor, address, port=port, lan=lan, is_first=made["is_first"])
            finally:
                supervisor.stop()


def _serve(supervisor: Supervisor, address: str, *, port: int, lan: bool, is_first: bool) -> None:
    try:
        kind = machine.broker()
        if supervisor.start(broker_settings(env.str("REDIS_URL", ""), var_dir=VAR_DIR, kind=kind)):
            # Only now: a password made for a start that fails would be shown to nobody.
            made = prepared("first", line=machine.lifeline()) if is_first else {}
            _welcome(address, port=port, lan=lan, login=made.get("login"))
            supervisor.keep_up()
    finally:
        say("Stopping.")


def _welcome(address: str, *, port: int, lan: bool, login: Sequence[str] | None) -> None:
    say(f"Wallchart runs at {address} (stop it with Ctrl-C; logs are in {VAR_DIR / 'log'}).")
    if lan:
        hall.show(port)
    if login is not None:
        name, password = login
        say(f"The desk is at {address}desk/.")
        say(f"The director's login, shown only this once: {name}  {password}")


if __name__ == "__main__":
    sys.exit(main())
