"""The clubs app: clubs with their nights, members, seasons, money and records."""

from pathlib import Path

from django.apps import AppConfig

from core.registrars import COMMANDS, JOBS, LIVE_FOLLOWERS, SCOPES, STREAM_DIGESTS
from desk.apps import PARTS
from games.apps import MEDALS
from people.apps import PLAYER_PAGES


class ClubsConfig(AppConfig):
    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs.kernel.queries import rows  # noqa: PLC0415 - needs loaded models
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models

        register_rows(*rows.KINDS)
        COMMANDS.name(*_command_modules())
        SCOPES.name("clubs.kernel.queries.rights")
        LIVE_FOLLOWERS.name("clubs.records.jobs.following")
        JOBS.name("clubs.records.jobs.keeping")
        MEDALS.name("clubs.records.parts")
        PLAYER_PAGES.name("clubs.records.parts")
        STREAM_DIGESTS.name(
            "clubs.club.queries.stream_digests", "clubs.records.queries.stream_digests"
        )
        PARTS.name("clubs.kernel.desk.tabs")


def _command_modules() -> list[str]:
    """Returns the modules in which the features have their commands, by their dotted names."""
    app = Path(__file__).parent
    paths = (*app.glob("*/commands.py"), *app.glob("*/commands/[!_]*.py"))
    parts = (path.relative_to(app.parent).with_suffix("").parts for path in paths)
    return sorted(".".join(names) for names in parts if names[1] != "kernel")
