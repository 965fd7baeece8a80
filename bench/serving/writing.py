"""Commits a row that no page shows so many times a second, until the process is ended."""

from __future__ import annotations

import sys
import time

import django


def main(a_second: float) -> None:
    """Saves sessions of nobody."""
    django.setup()
    from django.contrib.sessions.backends.db import SessionStore

    while True:
        SessionStore().save(must_create=True)
        time.sleep(1 / a_second)


if __name__ == "__main__":
    main(float(sys.argv[1]))
