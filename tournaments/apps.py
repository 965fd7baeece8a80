"""The tournaments app: events, their commands, and what is derived from them."""

from django.apps import AppConfig, apps
from django.apps.registry import Apps
from django.db.models.signals import post_migrate


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models
        from tournaments import (  # noqa: F401, PLC0415 - they register
            follow_up,
            game_results,
            jobs,
            lexicon_places,
            mirror_job,
            pairing_job,
            rehearsal_job,
            rows,
        )
        from tournaments.commands import (  # noqa: F401, PLC0415 - registers the commands
            appointing,
            check_in,
            conditions,
            confirming,
            entries,
            event,
            games,
            hand_in,
            importing,
            lexicon,
            linking,
            moving,
            pairing,
            pairing_rules,
            planning,
            played,
            rearranging,
            results,
            roster,
            rounds,
            rulings,
            taking_ratings,
        )

        register_rows(*rows.KINDS)
        post_migrate.connect(_keep_key_of_links, sender=self, dispatch_uid="key of links")


def _keep_key_of_links(using: str, apps: Apps = apps, **_: object) -> None:
    from core.kept_keys import keep_key  # noqa: PLC0415 - needs loaded models
    from tournaments.selectors.entry_links import LINKS  # noqa: PLC0415 - needs loaded models

    keep_key(LINKS, apps, using)
