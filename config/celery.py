"""The Celery app. It only rings for jobs; the jobs themselves are rows in the database."""

import gc
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_before_create_process, worker_process_init

from config.class_code import CODE
from config.ending import end_at_once
from core.child_process import die_with_parent
from core.registrars import load_all

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# `manage.py check` tells what is wrong with the settings; here it would load every view.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

end_at_once()

_forked_by: list[int] = []

app = Celery("wallchart")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Leave logging as the settings made it: a receiver of this signal turns Celery's off."""


@worker_before_create_process.connect
def load_before_the_fork(**_: Any) -> None:
    """Load what any job may need, so that the processes of the pool share it."""
    _forked_by[:] = [os.getpid()]
    gc.disable()  # nothing that is loaded goes away again, so to look for it is for nothing
    load_all()
    CODE.keep()
    gc.freeze()  # what a collection does not look at stays shared
    gc.enable()


@worker_process_init.connect
def leave_with_the_worker(**_: Any) -> None:
    """Tie a process of the pool to the worker that forked it, which may be gone by now."""
    die_with_parent(*(_forked_by or [os.getppid()]))
