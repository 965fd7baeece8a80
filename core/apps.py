"""The core app: the journal, jobs and stored pages that every other app uses."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "core"
    default_auto_field = "django.db.models.BigAutoField"
