"""The games app: records of games, their check, replay and figures."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Recorded games; what is done with a record is in `games.engine`."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models
        from games import figures_job, player_pages, rows  # noqa: F401, PLC0415 - needs loaded models
        from games.commands import free_games  # noqa: F401, PLC0415 - registers the commands

        register_rows(*rows.KINDS)
