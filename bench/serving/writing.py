"""Commits a row that no page shows so many times a second, until the process is ended.

It prints a line when the first row is there. When it is ended it prints how many came after that
one, and in how many seconds.
"""

from __future__ import annotations

import signal
import sys
import time

import django


def main(a_second: float) -> None:
    """Saves sessions of nobody, each when it is due: a slow one is followed at once by the next."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    django.setup()
    from django.contrib.sessions.backends.db import SessionStore

    SessionStore().save(must_create=True)
    print("begun", flush=True)
    saved, began = 0, time.monotonic()
    try:
        while True:
            time.sleep(max(0.0, began + (saved + 1) / a_second - time.monotonic()))
            SessionStore().save(must_create=True)
            saved += 1
    finally:
        print(saved, time.monotonic() - began, flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]))
