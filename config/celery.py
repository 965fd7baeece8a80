"""The Celery app. It only rings for jobs; the jobs themselves are rows in the database."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_process_init

from core.lifeline import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("wallchart")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Leave logging as the settings made it: a receiver of this signal turns Celery's off."""


@worker_process_init.connect
def leave_with_the_worker(**_: Any) -> None:
    """Tie a process of the pool to the worker that forked it."""
    die_with_parent(os.getppid())
