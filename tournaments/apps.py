"""The tournaments app: events, their commands, and what is derived from them."""

from django.apps import AppConfig, apps
from django.apps.registry import Apps
from django.db.models.signals import post_migrate

from core.registrars import COMMANDS, FOLLOWERS, JOBS, LIVE_FOLLOWERS
from games.apps import RESULTS
from lexicon.apps import PLACES

_COMMANDS = (
    "appointing",
    "check_in",
    "conditions",
    "confirming",
    "entries",
    "event",
    "games",
    "hand_in",
    "importing",
    "lexicon",
    "linking",
    "moving",
    "pairing",
    "pairing_rules",
    "planning",
    "played",
    "rearranging",
    "results",
    "roster",
    "rounds",
    "rulings",
    "taking_ratings",
)
"""The modules of `tournaments.commands` that register commands."""


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models
        from tournaments import rows  # noqa: PLC0415 - needs loaded models

        register_rows(*rows.KINDS)
        COMMANDS.name(*(f"tournaments.commands.{name}" for name in _COMMANDS))
        FOLLOWERS.name("tournaments.renumbering")
        LIVE_FOLLOWERS.name("tournaments.follow_up")
        JOBS.name(
            "tournaments.contention_job",
            "tournaments.jobs",
            "tournaments.mirror_job",
            "tournaments.pairing_job",
            "tournaments.rehearsal_job",
        )
        PLACES.name("tournaments.lexicon_places")
        RESULTS.name("tournaments.game_results")
        post_migrate.connect(_keep_key_of_links, sender=self, dispatch_uid="key of links")


def _keep_key_of_links(using: str, apps: Apps = apps, **_: object) -> None:
    from core.kept_keys import keep_key  # noqa: PLC0415 - needs loaded models
    from tournaments.selectors.entry_links import LINKS  # noqa: PLC0415 - needs loaded models

    keep_key(LINKS, apps, using)
