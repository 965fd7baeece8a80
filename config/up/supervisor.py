"""Starts the processes of one installation, keeps them up, and takes them down together."""

import signal
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from config import machine
from config.broker import Broker
from config.up import ready
from config.up.children import Child, ChildGaveUp, web_child, worker_children

START_S = 90.0
STOP_S = 10.0
_GLANCE_S = 0.2


class Supervisor:
    """Owns the children. One thread, and signals only leave a note that the loop reads."""

    def __init__(self, *, broker: Broker, var_dir: Path, host: str, port: int) -> None:
        self._port = port
        self._notes = 0
        self._server: Child | None = None
        self._socket = broker.socket
        logs, run, line = var_dir / "log", var_dir / "run", machine.lifeline()
        if broker.server is not None:
            command = broker.server_command(run)
            self._server = Child(
                name="The broker", command=command, log=logs / "valkey.log", line=line
            )
        self._others = [
            web_child(server=machine.web_server(), host=host, port=port, logs=logs, line=line),
            *worker_children(
                pool=machine.worker_pool(), schedule=run / "beat", logs=logs, line=line
            ),
        ]

    def listen(self) -> None:
        """Take Ctrl-C, a termination and a closed terminal as the wish to stop."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            if wish := getattr(signal, name, None):  # each system has some of these
                signal.signal(wish, self._take_note)

    def start(self) -> bool:
        """Start everything; return whether it answers, False when told to stop before that.

        Raises ChildGaveUp when a part does not come up.
        """
        deadline = time.monotonic() + START_S
        if self._server is not None and self._socket is not None:
            self._server.start()
            path = self._socket
            if not self._wait(lambda: ready.socket_answers(path), deadline, "The broker"):
                return False
        for child in self._others:
            child.start()
        return self._wait(lambda: ready.web_answers(self._port), deadline, "The web server")

    def keep_up(self) -> None:
        """Look after the children until told to stop. Raises ChildGaveUp."""
        while not self._notes:
            self._look_after_all()
            time.sleep(_GLANCE_S)

    def stop(self) -> None:
        """Take everything down: in good order within ten seconds, at once when told twice.

        The broker goes last, so that the worker can still say which job it did not finish.
        """
        heard = self._notes
        groups = [self._others, [self._server] if self._server else []]
        for group in groups:
            for child in group:
                child.ask_to_stop()
            deadline = time.monotonic() + STOP_S
            while any(child.running() for child in group):
                if time.monotonic() > deadline or self._notes > max(heard, 1):
                    break
                time.sleep(_GLANCE_S / 4)
            for child in group:
                child.sweep_up()

    def _take_note(self, _signal: int, _frame: FrameType | None) -> None:
        self._notes += 1

    def _look_after_all(self) -> None:
        for child in ([self._server] if self._server else []) + self._others:
            child.look_after(_tell)

    def _wait(self, answers: Callable[[], bool], deadline: float, name: str) -> bool:
        while not self._notes:
            if answers():
                return True
            self._look_after_all()
            if time.monotonic() > deadline:
                raise ChildGaveUp(f"{name} did not answer within {START_S:.0f} seconds.")
            time.sleep(_GLANCE_S)
        return False


def _tell(sentence: str) -> None:
    print(sentence, flush=True)
