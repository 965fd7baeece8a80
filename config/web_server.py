"""The web server: one process that answers, or one that loads everything and forks those that do.

Where sockets can be handed on, `start.py up` holds the socket and all answer on it; a connection
that comes while one of them is forked again is taken by another, or waits.
"""

import argparse
import gc
import logging
import signal
import socket
import time
from functools import partial
from importlib import import_module

from django.conf import settings
from django.db import connections
from django.urls import get_resolver
from django.utils.module_loading import import_string
from waitress.utilities import logger as waitress_log

from config import loaded
from config.class_code import CODE
from config.database import SQLITE
from config.in_turn import InTurn
from config.proxies import Application, behind_proxies
from config.slow_clients import Patience, PatientServer
from config.up.listening import opened
from config.web_forks import Forks
from core.background import drain, follow_in_thread
from core.jobs import expect_sweeps
from core.metering import Meters
from core.metering import begin as begin_counting
from core.registrars import load_all
from core.web.bodies import largest_body
from core.web.build import build

PLACES = 4_000
FEW_PLACES = 400
"""Connections held at once; fewer where the system can watch only 512 at a time."""
BODIES = 2
"""How many of the largest bodies may be held at once, or more of smaller ones."""
_OTHER_FILES = 350
_FEWEST_PLACES = 50
_LARGEST_HEADERS = 2**15
_FINISH_WITHIN_S = 5.0
_LISTENS_GLANCE_S = 0.02


def main() -> None:
    """Answer requests until told to stop, in as many processes as the command line says."""
    options = _parser().parse_args()
    if options.socket is not None:
        listener = socket.socket(fileno=options.socket)
    else:
        listener = opened(options.host, options.port)
    gc.disable()  # nothing that is loaded goes away again, so to look for it is for nothing
    load()
    if options.socket is not None:
        _await_listening(listener)
    # Only now: it looks once which static files there are, and a start collects them meanwhile.
    application()
    # What the program itself is made of is left out of every later collection, and stays shared;
    # to collect before is for nothing: of 135,000 objects 270 would go.
    gc.freeze()
    gc.enable()
    work = partial(serve, listener, threads=options.threads)
    if options.processes == 1:
        work()
    else:
        connections.close_all()  # none may be inherited
        Forks(options.processes, work).keep()


def load() -> None:
    """Import whatever a request may need: the first one does not wait, and forks share it."""
    assert loaded.APPS.ready
    assert get_resolver().url_patterns
    load_all()
    import_module(settings.LOG_LINES)
    begin_counting(settings.METRICS_DIR, _counters)
    import_string(settings.DOORBELL)
    build()  # else every thread of every process that is forked reads all files for its first page
    CODE.keep()


def _counters() -> Meters:
    from core.meters import PrometheusMeters  # noqa: PLC0415 - its library looks round as it loads

    return PrometheusMeters()


def application() -> Application:
    """Return the WSGI application, made once, with the static files there are by then."""
    made: Application = import_module("config.wsgi").application
    return made


def serve(listener: socket.socket, *, threads: int) -> None:
    """Answer on a socket until SIGTERM or SIGINT, then finish what was asked."""
    follow_in_thread()
    expect_sweeps()
    waitress_log.getChild("queue").setLevel(logging.ERROR)  # a crowd is no news
    answering = behind_proxies(
        application(),
        settings.PROXY_ADDRESSES,
        count=settings.PROXIES,
        https_only=settings.HTTPS_ONLY,
    )
    # A database that is no file may be another machine's, for which the loop must not wait.
    engine = settings.DATABASES["default"]["ENGINE"]
    server = PatientServer(
        answering,
        listener,
        places=places(),
        patience=Patience(),
        threads=threads,
        ident="",
        log_socket_errors=False,  # a phone that left the hall is none either
        max_request_header_size=_LARGEST_HEADERS,
        largest_body=largest_body,
        all_bodies=BODIES * settings.LARGEST_BODY,
        in_turn=InTurn(answering, by_loop=engine == SQLITE),
    )
    for wish in (signal.SIGTERM, signal.SIGINT):
        signal.signal(wish, server.stop)
    try:
        server.serve()
        server.finish(_FINISH_WITHIN_S)
    finally:
        drain()


def places() -> int:
    """Return how many connections this process may hold, having asked for as many files."""
    try:
        import resource  # noqa: PLC0415 - unknown on Windows
    except ImportError:
        return FEW_PLACES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = PLACES + _OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return PLACES
    return max(min(PLACES, soft - _OTHER_FILES), _FEWEST_PLACES)


def _await_listening(listener: socket.socket) -> None:
    """Wait until the program that holds the socket lets it listen: the tables are ready then."""
    while not listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        time.sleep(_LISTENS_GLANCE_S)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m config.web_server", description=__doc__)
    parser.add_argument("--socket", type=int, help="the number of a socket that is shared")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--processes", type=int, default=1, help="more than one needs --socket")
    parser.add_argument("--threads", type=int, default=4)
    return parser


if __name__ == "__main__":
    main()
