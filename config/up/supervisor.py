"""Starts the processes of one installation, keeps them up, and takes them down together."""

import os
import signal
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from types import FrameType

from config import machine
from config.broker import LOG_OPTION, Broker
from config.log_files import rotate
from config.up import ready
from config.up.children import Child, ChildGaveUp, web_children, worker_children
from config.up.later import FIRST_AFTER_S, Later
from config.up.listening import BACKLOG, EVERYWHERE, ONLY_HERE
from config.up.restoring import RestoringGround, put_back, remove_those_before, settle
from config.up.telling import CannotStart, note, say
from config.up.wishes import Wishes
from core.backup.asking import Wish, leave_outcome

START_S = 90.0
STOP_S = 10.0
ROTATE_EVERY_S = 5.0
_NO_WORD = "The outcome of putting a backup back cannot be saved"
_NO_PAGE = "No page can be shown"


class Supervisor:
    """Owns the children. One thread, and signals only leave a note that the loop reads."""

    def __init__(self, *, var_dir: Path, listener: socket.socket, address: tuple[str, int]) -> None:
        self._listener = listener
        self._port = address[1]
        self._notes = 0
        self._rotate_at = 0.0
        self._logs, self._run = var_dir / "log", var_dir / "run"
        self._backups = var_dir / "backups"
        self._line = machine.lifeline()
        self._server: Child | None = None
        self._later: dict[str, Later] = {}
        self._wishes = Wishes(self._run, var_dir / "hall", is_open=address[0] == EVERYWHERE)
        self._web = self._web_on(address[0])
        self._workers = worker_children(
            pool=machine.worker_pool(),
            schedule=self._run / "beat",
            logs=self._logs,
            line=self._line,
        )

    def listen(self) -> None:
        """Take Ctrl-C, a termination and a closed terminal as the wish to stop."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            if wish := getattr(signal, name, None):  # each system has some of these
                signal.signal(wish, self._take_note)

    def begin(self) -> None:
        """Start the web server, which loads while the tables are made; it answers from `start` on.

        Where it cannot be given the socket nothing is started yet.
        """
        if machine.hands_sockets_on():
            self._web[0].start()

    def start(self, broker: Broker) -> bool:
        """Start everything, the tables being ready; return whether it answers.

        It does not when told to stop before that. Raises ChildGaveUp when a part does not come up.
        """
        deadline = time.monotonic() + START_S
        self._open()
        if not self._start_broker(broker, deadline):
            return False
        for child in self._web:
            if child.tied is None:
                child.start()
        with closing(ready.FirstPage(self._port)) as page:
            if not self._wait(page.answers, deadline, "The web server"):
                return False
        for child in self._workers:  # only now: who waits for the first page waits for nothing else
            child.start()
        return True

    def _start_broker(self, broker: Broker, deadline: float) -> bool:
        """Start the broker if it is ours to start; return false when told to stop meanwhile."""
        path = broker.socket
        if broker.server is None or path is None:
            return True
        command, log = broker.server_command(self._run), self._logs / "valkey.log"
        self._server = Child(
            name="The broker", command=command, log=log, line=self._line, log_option=LOG_OPTION
        )
        self._server.start()
        return self._wait(lambda: ready.socket_answers(path), deadline, "The broker")

    def keep_up(self) -> None:
        """Look after the children, and do what the desk asks for, until told to stop."""
        self._do_or_later(_NO_WORD, partial(settle, self._run))
        while not self._notes:
            self._look_after_all()
            now = time.monotonic()
            self._later = {what: one for what, one in self._later.items() if not one.is_done(now)}
            self._see_to(self._wishes.due(now))
            time.sleep(ready.GLANCE_S)

    def _do_or_later(self, otherwise: str, attempt: Callable[[], None]) -> None:
        """Do something; where it cannot be done say so once, and try again until it is done."""
        try:
            attempt()
        except (CannotStart, OSError) as problem:
            self._tell(f"{otherwise}: {problem}. Trying again until it works.")
            self._later[otherwise] = Later(attempt, time.monotonic() + FIRST_AFTER_S)

    def _see_to(self, wished: Wish | bool | None) -> None:
        """Put a backup back while nothing else runs, or answer the hall or this machine alone."""
        if isinstance(wished, Wish):
            self._tell(f"Putting {wished.name} back, requested by {wished.by}.")
            self._take_down([*self._web, *self._workers], self._notes)
            ground = RestoringGround(
                self._backups, self._logs / "restore.log", self._line, self._is_urgent
            )
            outcome = put_back(wished, ground)
            self._tell(outcome.told)
            self._do_or_later(_NO_WORD, partial(leave_outcome, self._run, outcome))
            for child in [*self._web, *self._workers]:
                child.come_up(self._tell)
            for name in remove_those_before(outcome, self._backups):
                self._tell(f"{name} was removed; newer backups are kept.")
        elif wished is not None:
            self._answer_on(EVERYWHERE if wished else ONLY_HERE)

    def _answer_on(self, host: str) -> None:
        """Answer on this address from now on; where that cannot be had, stay where we are.

        What was asked is answered first. Whoever asks meanwhile waits, or asks again. Where the
        address that we had cannot be had again either, everything else goes on until it can.
        """
        self._take_down(self._web, self._notes)
        self._web = []
        self._listener.close()
        self._later.pop(_NO_PAGE, None)
        try:
            self._begin_to_answer(host)
        except CannotStart as problem:
            self._tell(str(problem))
            self._do_or_later(_NO_PAGE, partial(self._begin_to_answer, self._wishes.refuse()))

    def _begin_to_answer(self, host: str) -> None:
        """Open an address and start the web on it. Raises CannotStart where it cannot be had."""
        self._listener = ready.open_port(host, self._port)
        try:
            self._open()
        except OSError as problem:
            self._listener.close()
            raise ready.cannot_open(self._port, problem) from None
        os.environ["LAN"] = "1" if host == EVERYWHERE else "0"
        self._web = self._web_on(host)
        for child in self._web:
            child.come_up(self._tell)
        self._tell(
            "Phones can connect." if host == EVERYWHERE else "Only this machine can connect."
        )

    def _open(self) -> None:
        """Let whoever comes wait at the socket; where it cannot be handed on, give it up."""
        if machine.hands_sockets_on():
            self._listener.listen(BACKLOG)
        else:
            self._listener.close()

    def _web_on(self, host: str) -> list[Child]:
        """Return the web processes that answer on an address of this machine."""
        return web_children(
            processes=machine.web_processes(),
            listener=self._listener if machine.hands_sockets_on() else None,
            address=f"{host}:{self._port}",
            logs=self._logs,
            line=self._line,
        )

    def stop(self) -> None:
        """Take everything down: in good order within ten seconds, at once when told twice.

        The broker goes last, so that the worker can still say which job it did not finish.
        """
        heard = self._notes
        self._listener.close()
        self._take_down([*self._web, *self._workers], heard)
        self._take_down([self._server] if self._server else [], heard)

    def _take_down(self, group: Sequence[Child], heard: int) -> None:
        """Have these end in good order within ten seconds, at once when told more than `heard`."""
        for child in group:
            child.ask_to_stop()
        deadline = time.monotonic() + STOP_S
        while any(child.running() for child in group):
            if time.monotonic() > deadline or self._notes > max(heard, 1):
                break
            time.sleep(ready.GLANCE_S / 2)
        for child in group:
            child.sweep_up()

    def _is_urgent(self) -> bool:
        return self._notes > 1

    def _take_note(self, _signal: int, _frame: FrameType | None) -> None:
        self._notes += 1

    @property
    def _children(self) -> list[Child]:
        return [*([self._server] if self._server else []), *self._web, *self._workers]

    def _look_after_all(self) -> None:
        for child in self._children:
            child.look_after(self._tell)
        now = time.monotonic()
        if now >= self._rotate_at:
            self._rotate_at = now + ROTATE_EVERY_S
            for log in {self._logs / "up.log", *(child.log for child in self._children)}:
                rotate(log)

    def _wait(self, answers: Callable[[], bool], deadline: float, name: str) -> bool:
        while not self._notes:
            if answers():
                return True
            self._look_after_all()
            for child in self._children:
                if child.vital and child.does_not_stay_up:
                    raise ChildGaveUp(f"{child.name} keeps stopping; see {child.log}.")
            if time.monotonic() > deadline:
                raise ChildGaveUp(f"{name} did not answer within {START_S:.0f} seconds.")
            time.sleep(ready.GLANCE_S)
        return False

    def _tell(self, sentence: str) -> None:
        note(self._logs / "up.log", sentence)
        say(sentence)
