"""The clubs app: clubs with their nights, members, seasons, money and records."""

from pathlib import Path

from django.apps import AppConfig, apps
from django.apps.registry import Apps
from django.db.models.signals import post_migrate

from core.registrars import COMMANDS, JOBS, LIVE_FOLLOWERS, MIRRORED, SCOPES, STREAM_DIGESTS
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
        LIVE_FOLLOWERS.name("clubs.records.jobs.following", "clubs.nights.jobs.asking")
        JOBS.name(
            "clubs.records.jobs.keeping",
            "clubs.nights.jobs.mailing",
            "clubs.demonstration.jobs.making",
        )
        MEDALS.name("clubs.records.parts")
        PLAYER_PAGES.name("clubs.records.parts")
        STREAM_DIGESTS.name(
            "clubs.club.queries.stream_digests", "clubs.records.queries.stream_digests"
        )
        MIRRORED.name(*_mirrored_modules())
        PARTS.name("clubs.kernel.desk.tabs")
        post_migrate.connect(_keep_key_of_reports, sender=self, dispatch_uid="key of reports")


def _command_modules() -> list[str]:
    """Returns the modules in which the features have their commands, by their dotted names."""
    app = Path(__file__).parent
    paths = (*app.glob("*/commands.py"), *app.glob("*/commands/[!_]*.py"))
    parts = (path.relative_to(app.parent).with_suffix("").parts for path in paths)
    # Those of the management are of the console, and load all that they print.
    others = ("kernel", "management")
    return sorted(".".join(names) for names in parts if names[1] not in others)


def _mirrored_modules() -> list[str]:
    """Returns the modules in which the features say what of them is mirrored, by dotted names."""
    found = sorted(Path(__file__).parent.glob("*/mirrored.py"))
    return [f"clubs.{path.parent.name}.mirrored" for path in found]


def _keep_key_of_reports(using: str, apps: Apps = apps, **_: object) -> None:
    from clubs.club.queries.report_links import LINKS  # noqa: PLC0415 - needs loaded models
    from core.kept_keys import keep_key  # noqa: PLC0415 - needs loaded models

    keep_key(LINKS, apps, using)
