"""The core app: the journal, jobs and stored pages that every other app uses."""

from django.apps import AppConfig
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from core.journal.guard import watch


class CoreConfig(AppConfig):
    name = "core"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.backup import job  # noqa: F401, PLC0415 - registers it; needs loaded models

        connection_created.connect(_guard, dispatch_uid="journal guard")


def _guard(connection: BaseDatabaseWrapper, **_: object) -> None:
    if watch not in connection.execute_wrappers:
        connection.execute_wrappers.append(watch)
