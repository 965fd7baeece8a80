"""Ties a process to the one that started it, so that nothing is left behind when that one dies.

The kernel holds the line (Linux, prctl(2), PR_SET_PDEATHSIG): it works even when the parent is
killed in a way that it cannot catch. Elsewhere the line is not held, and only an orderly stop
takes the children along.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1

# Looked up once, before any fork: between fork and exec nothing may be loaded.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(parent: int, with_signal: int = signal.SIGKILL) -> None:
    """Ask the kernel to send this process `with_signal` when the process `parent` ends.

    Survives an exec, not a fork: every process that forks says so again in its child. A parent
    that died before the request was made is noticed here.
    """
    if _libc is None:
        return
    if _libc.prctl(_PR_SET_PDEATHSIG, int(with_signal), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
    if os.getppid() != parent:
        os.kill(os.getpid(), with_signal)
