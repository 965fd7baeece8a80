"""The API, as Django knows it."""

from pathlib import Path

from django.apps import AppConfig, apps
from django.conf import settings

from core.registrars import SIGNING_OUT, Registrars

OPERATIONS = Registrars()
"""The modules that register operations: `api.py`, or the modules of `api/`, of every feature."""


class ApiConfig(AppConfig):
    """The address below which programs read and write; each feature says what of it is there."""

    name = "api"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        SIGNING_OUT.name("api.tokens.making")
        OPERATIONS.name("api.root", *operation_modules())


def operation_modules() -> list[str]:
    """Returns the modules in which our apps and their features have operations, by dotted name."""
    base = Path(settings.BASE_DIR)
    homes = [Path(one.path) for one in apps.get_app_configs() if Path(one.path).parent == base]
    patterns = ("api.py", "api/[!_]*.py", "*/api.py", "*/api/[!_]*.py")
    paths = {path for home in homes for pattern in patterns for path in home.glob(pattern)}
    return sorted(".".join(path.relative_to(base).with_suffix("").parts) for path in paths)
