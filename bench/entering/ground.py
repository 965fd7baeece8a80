"""Makes the event of the benchmark and signs its operators in; prints both as one line of JSON."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import django
from django.conf import settings
from django.core.management import call_command

PLAYERS, PLAYED, OPEN = 300, 28, 3
RATED_BY = "naspa"


def main(operators: int) -> None:
    """Fills the database that the environment names."""
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    print(json.dumps({"games": games(), "sessions": [session(n) for n in range(operators)]}))


def games(
    played: int = PLAYED, open_rounds: int = OPEN, *, players: int = PLAYERS
) -> dict[int, list[int]]:
    """Makes the event, rated; returns one entry of each game to be entered, by round."""
    from tests.builders.events import give, played_content
    from tournaments.formats.content import RoundContent, content_to_json
    from tournaments.importing.commands import ImportEvent

    content = played_content(players, played + open_rounds)
    division = content.divisions[0]

    def unplayed(number: int, round_: RoundContent) -> RoundContent:
        if number <= played:
            return round_
        boards = []
        for board in round_.boards:
            one, two = (replace(seat, score=None) for seat in board.seats)
            boards.append(replace(board, seats=(one, two)))
        return replace(round_, boards=tuple(boards))

    rounds = tuple(unplayed(number, held) for number, held in enumerate(division.rounds, 1))
    content = replace(
        content, divisions=(replace(division, rounds=rounds, rating_system=RATED_BY),)
    )
    give(ImportEvent(event="grand", content=content_to_json(content)))
    return {
        held.number: [board.seats[0].entry for board in held.boards]
        for held in rounds
        if held.number > played
    }


def session(number: int) -> str:
    from importlib import import_module

    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.models import User

    user = User.objects.create_user(f"operator{number}", is_staff=True, is_superuser=True)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


if __name__ == "__main__":
    main(int(sys.argv[1]))
