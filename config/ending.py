"""Ending a process: all of its memory is returned at once, whatever is in it."""

import atexit
import gc


def end_at_once() -> None:
    """Have what is loaded when this process ends not be looked through for what is not used.

    Python would do so, for nothing and for longer than many a command takes.
    """
    atexit.register(gc.freeze)
