"""The games app: records of games, their check, replay and figures."""

from django.apps import AppConfig

from core.registrars import COMMANDS, JOBS, LIVE_FOLLOWERS, MIRRORED, SCOPES, Registrars
from people.apps import PLAYER_PAGES

MEDALS = Registrars()
"""The modules that register who keeps the book of records."""

RESULTS = Registrars()
"""The modules that register who keeps the results of games."""


class GamesConfig(AppConfig):
    """Recorded games; what is done with a record is in `games.engine`."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models
        from games import rows  # noqa: PLC0415 - needs loaded models

        register_rows(*rows.KINDS)
        COMMANDS.name("games.commands.free_games")
        LIVE_FOLLOWERS.name("games.figures_job")
        JOBS.name("games.figures_job")
        SCOPES.name("games.rights")
        PLAYER_PAGES.name("games.player_pages")
        MIRRORED.name("games.mirrored")
