"""Work that one thread of this machine may do at a time, by a lock that the system takes back.

No database and no broker is asked, and whoever dies gives the lock back with everything else that
they had open.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

from django.conf import settings

from core.log import Log

try:
    import fcntl
except ImportError:  # Windows, where one process serves everything
    fcntl = None  # type: ignore[assignment] # asked for below

log = Log(__name__)


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Waits until nobody else on this machine is inside `alone(name)`, and then runs the block.

    A thread that is inside must not come in again. Where no file can be locked, it is alone in its
    process only: the lock spares double work, and nothing may be wrong without it.
    """
    with ExitStack() as held:
        held.enter_context(_in_this_process(name))
        if fcntl is not None:
            try:
                file = held.enter_context((_folder() / f"{name}.lock").open("ab"))
                # Closing it gives the lock back, as the end of the process does.
                fcntl.flock(file, fcntl.LOCK_EX)
            except OSError as refused:
                log.warning("lock_file.none", lock=name, error=str(refused))
        yield


@cache
def _in_this_process(_name: str) -> threading.Lock:
    return threading.Lock()


def _folder() -> Path:
    folder: Path = settings.LOCKS_DIR
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
