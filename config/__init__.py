"""What knows every app: settings, addresses, the task queue, and the program behind `make up`."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
