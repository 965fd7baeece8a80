"""Watching files that change while a server runs, beyond what Django does."""

from typing import Any

from django.apps import AppConfig
from django.utils.autoreload import file_changed

from core.web.build import build


class DevConfig(AppConfig):
    """Development itself, as an app: it holds no models."""

    name = "config.dev"
    label = "dev"

    def ready(self) -> None:
        """Have stored pages made again when a template changes."""
        file_changed.connect(forget_build, dispatch_uid="pages of another build")


def forget_build(**_: Any) -> None:
    """Read the mark of the program anew: every stored page holds it in its version.

    It is read once per process, and for a template Django does not start another one.
    """
    build.cache_clear()
