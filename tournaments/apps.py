"""The tournaments app: events, their commands, and what is derived from them."""

from django.apps import AppConfig, apps
from django.apps.registry import Apps
from django.db.models.signals import post_migrate

from core.registrars import COMMANDS, FOLLOWERS, JOBS, LIVE_FOLLOWERS
from desk.apps import PARTS
from games.apps import RESULTS
from lexicon.apps import PLACES

_COMMANDS = (
    "board_games.commands.confirming",
    "board_games.commands.games",
    "board_games.commands.hand_in",
    "challenges.commands",
    "closing.commands",
    "entries.commands.check_in",
    "entries.commands.entries",
    "entries.commands.linking",
    "entries.commands.moving",
    "entries.commands.roster",
    "entries.commands.taking_ratings",
    "event.commands.appointing",
    "event.commands.event",
    "importing.commands",
    "lexicon_choice.commands",
    "results.commands.penalties",
    "results.commands.results",
    "rounds.commands.conditions",
    "rounds.commands.pairing",
    "rounds.commands.pairing_rules",
    "rounds.commands.planning",
    "rounds.commands.played",
    "rounds.commands.rearranging",
    "rounds.commands.rounds",
)
"""The modules of this app that register commands."""


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models
        from tournaments.kernel.queries import rows  # noqa: PLC0415 - needs loaded models

        register_rows(*rows.KINDS)
        COMMANDS.name(*(f"tournaments.{name}" for name in _COMMANDS))
        FOLLOWERS.name("tournaments.kernel.commands.renumbering")
        LIVE_FOLLOWERS.name("tournaments.command_effects")
        JOBS.name(
            "tournaments.contention.jobs",
            "tournaments.event_ratings.jobs.rating",
            "tournaments.public.jobs.mirroring",
            "tournaments.rounds.jobs",
            "tournaments.rehearsal.jobs.rehearsing",
        )
        PLACES.name("tournaments.lexicon_choice.parts")
        PARTS.name("tournaments.overview.parts")
        RESULTS.name("tournaments.board_games.queries.results")
        post_migrate.connect(_keep_key_of_links, sender=self, dispatch_uid="key of links")


def _keep_key_of_links(using: str, apps: Apps = apps, **_: object) -> None:
    from core.kept_keys import keep_key  # noqa: PLC0415 - needs loaded models
    from tournaments.board_games.queries.entry_links import LINKS  # noqa: PLC0415 - needs loaded models

    keep_key(LINKS, apps, using)
