"""What knows every app: settings, addresses, the task queue, and what starts it all."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
