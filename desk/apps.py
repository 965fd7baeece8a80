"""The desk, as Django knows it."""

from django.apps import AppConfig

from core.registrars import Registrars

PARTS = Registrars()
"""The modules that tell the desk about the apps above it, and the desks of apps below."""


class DeskConfig(AppConfig):
    """Forms that give commands, who may see them, and the log; each app has its own pages."""

    name = "desk"

    def ready(self) -> None:
        PARTS.name("desk.installation.jobs")
