"""Whether a worker takes jobs from the queue of its database, and to have it do so or rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from config.celery import app
from tests.processes import wait_until


def attend(log: Path) -> None:
    """Have the worker take jobs from now on."""
    _have_it(app.control.add_consumer, listened_to={app.conf.task_default_queue}, log=log)


def rest(log: Path) -> None:
    """Have the worker take no job from now on."""
    _have_it(app.control.cancel_consumer, listened_to=set(), log=log)


def _have_it(tell: Callable[..., object], *, listened_to: set[str], log: Path) -> None:
    """Tell the worker something about its queue until it listens so.

    It answers before it does what it is told, and does in any order what it is told at once: a
    rest that it has answered may follow the attention that it is told next, and undo it.
    """

    def done() -> bool:
        tell(app.conf.task_default_queue, reply=True, limit=1, timeout=2)
        return queues_listened_to() == listened_to

    wait_until(done, what=f"that the worker listens to {listened_to}", log=log)


def queues_listened_to() -> set[str] | None:
    """Return the queues that the worker takes tasks from, or None while it does not answer."""
    answered = app.control.inspect(timeout=2, limit=1).active_queues()
    if not answered:
        return None
    return {queue["name"] for queues in answered.values() for queue in queues}
