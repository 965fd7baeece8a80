"""The worker as `start.py up` runs it: Celery's own, without the console that Celery brings.

That would load twice as much as the worker needs of Celery, and keep it for as long as it runs.
"""

import argparse
import os
import sys

from config.celery import app

PROCESSES = 2
NICENESS = 10
"""How far a job gives way to pages that people wait for, where the system can do that."""


def main() -> int:
    """Do jobs until told to stop, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m config.worker", description=__doc__)
    parser.add_argument("--pool", default="prefork", help="prefork, or threads")
    options = parser.parse_args()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    worker = app.Worker(
        pool_cls=options.pool,
        concurrency=PROCESSES,
        loglevel="INFO",
        without_gossip=True,
        without_mingle=True,
    )
    worker.start()
    return int(worker.exitcode or 0)


if __name__ == "__main__":
    sys.exit(main())
