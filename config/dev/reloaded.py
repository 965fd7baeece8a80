"""A process that starts again when a file of the program changes: the web server, or the worker."""

import os
import signal
import sys

from django.core.management import execute_from_command_line
from django.utils.autoreload import run_with_reloader

from config.up.listening import ONLY_HERE
from core.child_process import die_with_parent

WEB, WORKER = "web", "worker"


def main(words: list[str]) -> None:
    """Run `web PORT` or `worker` until told to stop.

    Each is two processes, of which this is called in both: one runs, and is started by one that
    starts it again.
    """
    die_with_parent(os.getppid(), signal.SIGTERM)
    if words[0] == WORKER:
        run_with_reloader(_work)
    else:
        server = ["manage.py", "runserver", "--nostatic", f"{ONLY_HERE}:{words[1]}"]
        execute_from_command_line(server)


def _work() -> None:
    # Only here: what cannot be imported just now is tried again when it changes.
    from config.worker import main as work  # noqa: PLC0415

    sys.argv = [sys.argv[0], "--pool", "threads"]
    work()


if __name__ == "__main__":
    main(sys.argv[1:])
