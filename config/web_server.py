"""How gunicorn serves Wallchart under `start.py up`."""

import gc
import logging

from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

from config.logs import WithoutLinks
from core.afterwards import drain, follow_in_thread
from core.lifeline import die_with_parent

workers = 2
threads = 4
worker_class = "gthread"
timeout = 60
graceful_timeout = 8
control_socket_disable = True


def on_starting(_server: Arbiter) -> None:
    """Keep players' links out of gunicorn's own log, which every worker inherits."""
    for name in ("gunicorn.error", "gunicorn.access"):
        logging.getLogger(name).addFilter(WithoutLinks())


def post_fork(_server: Arbiter, worker: Worker) -> None:
    """Tie a web process to the master that forked it."""
    die_with_parent(worker.ppid)


def post_worker_init(_worker: Worker) -> None:
    """Leave what the program itself is made of out of every later collection of garbage."""
    gc.collect()
    gc.freeze()
    follow_in_thread()


def worker_exit(_server: Arbiter, _worker: Worker) -> None:
    """Finish what follows the last commits."""
    drain()
