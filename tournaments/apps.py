"""The tournaments app: events, their commands, and what is derived from them."""

from pathlib import Path

from django.apps import AppConfig, apps
from django.apps.registry import Apps
from django.db.models.signals import post_migrate

from core.registrars import (
    CHECKS,
    COMMANDS,
    FOLDERS,
    FOLLOWERS,
    JOBS,
    LIVE_FOLLOWERS,
    MIRRORED,
    PROOFS,
    SCOPES,
    STREAM_DIGESTS,
)
from desk.apps import PARTS
from games.apps import RESULTS
from lexicon.apps import PLACES
from people.apps import PLAYED

_NOT_A_FEATURE = {"kernel", "management"}
"""The folders whose `commands` are what others stand on, and those of the console."""


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models
        from tournaments.kernel.queries import rows  # noqa: PLC0415 - needs loaded models

        register_rows(*rows.KINDS)
        COMMANDS.name(*_command_modules())
        FOLLOWERS.name("tournaments.kernel.commands.renumbering")
        LIVE_FOLLOWERS.name(
            "tournaments.command_effects", "tournaments.event_ratings.jobs.merged_people"
        )
        JOBS.name(
            "tournaments.contention.jobs",
            "tournaments.event_ratings.jobs.rating",
            "tournaments.printing.jobs",
            "tournaments.public.jobs.mirroring",
            "tournaments.public.jobs.placing",
            "tournaments.public.jobs.sending",
            "tournaments.rounds.jobs",
            "tournaments.rehearsal.jobs.rehearsing",
            "tournaments.webhooks.jobs.delivering",
        )
        STREAM_DIGESTS.name("tournaments.failover.queries.stream_digests")
        CHECKS.name("tournaments.failover.lifeboat.health", "tournaments.phones.photos.health")
        FOLDERS.name("tournaments.phones.photos.kept_folder")
        PROOFS.name("tournaments.failover.queries.proof")
        PLACES.name("tournaments.lexicon_choice.parts")
        SCOPES.name("tournaments.kernel.queries.rights")
        PARTS.name("tournaments.overview.parts")
        MIRRORED.name(*_mirrored_modules())
        RESULTS.name("tournaments.board_games.queries.results")
        PLAYED.name("tournaments.public.parts")
        post_migrate.connect(_keep_key_of_links, sender=self, dispatch_uid="key of links")


def _command_modules() -> list[str]:
    """Returns the modules in which the features have their commands, by their dotted names."""
    app = Path(__file__).parent
    paths = (*app.glob("*/commands.py"), *app.glob("*/commands/[!_]*.py"))
    parts = (path.relative_to(app.parent).with_suffix("").parts for path in paths)
    return sorted(".".join(names) for names in parts if names[1] not in _NOT_A_FEATURE)


def _mirrored_modules() -> list[str]:
    """Returns the modules in which the features say what of them is mirrored, by dotted names."""
    found = sorted(Path(__file__).parent.glob("*/mirrored.py"))
    return [f"tournaments.{path.parent.name}.mirrored" for path in found]


def _keep_key_of_links(using: str, apps: Apps = apps, **_: object) -> None:
    from core.kept_keys import keep_key  # noqa: PLC0415 - needs loaded models
    from tournaments.board_games.queries.entry_links import LINKS  # noqa: PLC0415 - needs loaded models

    keep_key(LINKS, apps, using)
