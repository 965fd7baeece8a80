"""Shows the rating lists, makes one, changes it, and says what counts in it and who is meant."""

from __future__ import annotations

from argparse import BooleanOptionalAction
from datetime import date
from typing import Any

from django.core.management.base import CommandParser

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.journal.command import Command as JournalCommand
from core.journal.errors import Refused
from core.journal.execute import execute
from core.phrases import phrase, phrase_count
from ratings.commands.lists import AddRatingList, ChangeRatingList, ChooseEvent
from ratings.commands.matching import MatchName
from ratings.models import RatingList
from ratings.selectors.lists_at_desk import ListAtDesk, list_at_desk, lists_at_desk

CHOICES = {"counts": True, "left-out": False, "by-rule": None}
FIELDS = {
    "name": "name",
    "system": "system",
    "lexicon": "lexicon_family",
    "counts": "counts",
    "rulesets": "rulesets",
    "counts_from": "counts_from",
    "provisional": "provisional_games",
    "expires": "expires_after_days",
    "public": "is_public",
}


class Command(ContractCommand):
    """A thin door to the commands of a list; without options it shows."""

    help = phrase(
        "Shows all rating lists, or the list KEY. With options, makes or changes the list first."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("key", nargs="?", help=phrase("the key of a list"))
        parser.add_argument(
            "--name",
            help=phrase("the name of the list; a new list without one is named after its key"),
        )
        parser.add_argument(
            "--system", help=phrase("the rating system; empty for an imported list")
        )
        parser.add_argument("--lexicon", help=phrase("the lexicon family"))
        parser.add_argument(
            "--counts", type=_keys, help=phrase("the systems whose divisions count, as a,b")
        )
        parser.add_argument(
            "--rulesets", type=_keys, help=phrase("the rule sets that count; empty: any")
        )
        parser.add_argument(
            "--counts-from", help=phrase("the first day that counts; empty: any day")
        )
        self._add_uses(parser)

    def _add_uses(self, parser: CommandParser) -> None:
        """Adds the options of how a list is used: whose ratings it shows, and what counts."""
        parser.add_argument(
            "--provisional", type=int, help=phrase("games until a rating is settled")
        )
        parser.add_argument(
            "--expires", type=int, help=phrase("days until a rating expires; 0: never")
        )
        parser.add_argument(
            "--public",
            action=BooleanOptionalAction,
            default=None,
            help=phrase("whether everybody can see the list; a new one is visible"),
        )
        parser.add_argument(
            "--choose",
            nargs=2,
            metavar=("EVENT/DIVISION", "WAY"),
            help=(
                phrase(
                    "make a division of a closed event count (WAY counts), leave it out "
                    "(left-out), or let the rule of the list decide (by-rule)"
                )
            ),
        )
        parser.add_argument(
            "--match",
            nargs=2,
            metavar=("NAME", "PLAYER"),
            help=phrase("match NAME to PLAYER of the register; an empty PLAYER: to nobody"),
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        key = options["key"]
        given = {
            field: options[option]
            for option, field in FIELDS.items()
            if options[option] is not None
        }
        wanted = _wanted(key, given, options["choose"], options["match"])
        for command in wanted:
            execute(command, actor=CONSOLE)
        if key is None:
            shown = lists_at_desk()
            return ConsoleAnswer(
                {"lists": [_data(one) for one in shown]}, "\n".join(map(_line, shown))
            )
        one = list_at_desk(_find(key))
        return ConsoleAnswer(_data(one), _line(one))


def _wanted(
    key: str | None, given: dict[str, Any], choose: Any, match: Any
) -> list[JournalCommand]:
    if choose and choose[1] not in CHOICES:
        message = phrase(
            "--choose takes counts, left-out or by-rule, not {choose!r}.", choose=choose[1]
        )
        raise Refused(message, code="usage", field="choose")
    if key is None:
        if given or choose or match:
            raise Refused(phrase("Give the key of the list."), code="usage", field="key")
        return []
    commands: list[JournalCommand] = []
    if given and RatingList.objects.filter(key=key).exists():
        commands.append(ChangeRatingList(rating_list=key, **given))
    elif given:
        commands.append(AddRatingList(rating_list=key, **_added(key, given)))
    if choose:
        event, way = choose
        commands.append(ChooseEvent(rating_list=key, event=event, counts=CHOICES[way]))
    if match:
        name, player = match
        commands.append(MatchName(rating_list=key, name=name, player=player))
    return commands


def _added(key: str, given: dict[str, Any]) -> dict[str, Any]:
    """Returns the fields of a new list, which is called by its key where it has no name."""
    since = given.get("counts_from")
    try:
        day = date.fromisoformat(since) if since else None
    except ValueError as wrong:
        raise Refused(
            phrase("{since!r} is not a date such as 2026-12-31.", since=since),
            code="list.date",
            field="counts_from",
        ) from wrong
    return {"name": key, **given, "counts_from": day}


def _keys(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _find(key: str) -> RatingList:
    rating_list = RatingList.objects.filter(key=key).first()
    if rating_list is None:
        raise Refused(
            phrase("No rating list is called {key}.", key=key), code="list.unknown", field="key"
        )
    return rating_list


def _data(shown: ListAtDesk) -> dict[str, Any]:
    row, last = shown.rating_list, shown.last_import
    return {
        "list": row.key,
        "name": row.name,
        "system": row.system,
        "is_estimate": shown.is_estimate,
        "lexicon_family": row.lexicon_family,
        "counts": row.counts,
        "rulesets": row.rulesets,
        "counts_from": row.counts_from.isoformat() if row.counts_from else None,
        "provisional_games": row.provisional_games,
        "expires_after_days": row.expires_after_days,
        "is_public": row.is_public,
        "players": shown.players,
        "events": shown.events,
        "waiting_events": shown.waiting,
        "proposals": shown.proposals,
        "rated_at": shown.rated_at.isoformat() if shown.rated_at else None,
        "last_import": {
            "effective_on": last.publication.effective_on.isoformat(),
            "lines": last.lines,
            "unmatched": last.open_lines,
        }
        if last
        else None,
    }


def _line(shown: ListAtDesk) -> str:
    row, last = shown.rating_list, shown.last_import
    kind = phrase("imported") if row.is_imported else shown.system
    if shown.is_estimate:
        kind = phrase("{system}, an estimate", system=kind)
    players = phrase_count("{count} player", "{count} players", count=shown.players)
    said = [f"{row.key:<16} {row.name} ({kind}): {players}"]
    if shown.waiting:
        said.append(
            phrase_count(
                "{count} event to be computed", "{count} events to be computed", count=shown.waiting
            )
        )
    if shown.proposals:
        said.append(phrase("new ratings wait to be put in force"))
    if last:
        said.append(
            phrase(
                "list of {effective_on}, {open_lines} unmatched",
                effective_on=last.publication.effective_on,
                open_lines=last.open_lines,
            )
        )
    return ", ".join(said)
