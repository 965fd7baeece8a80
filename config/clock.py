"""The clock of the worker: it rings when something is due, and loads none of what is then done."""

import argparse
import logging.config
from typing import Any

from celery import Celery
from celery.signals import setup_logging

from config import settings
from config.ending import end_at_once
from config.schedule import SCHEDULE

end_at_once()

# Celery would load Django, and every model with it, for a program that only sends names.
app = Celery("wallchart", fixups=[], set_as_current=False)
app.config_from_object(settings, namespace="CELERY")
app.conf.beat_schedule = SCHEDULE


@setup_logging.connect
def log_as_all_do(**_: Any) -> None:
    """Give the lines of this process the shape of all others."""
    logging.config.dictConfig(settings.LOGGING)


def main() -> None:
    """Ring until told to stop; Celery's own console would load twice as much."""
    parser = argparse.ArgumentParser(prog="python -m config.clock", description=__doc__)
    parser.add_argument("--schedule", required=True, help="the file that says what was rung when")
    app.Beat(schedule=parser.parse_args().schedule).run()


if __name__ == "__main__":
    main()
