"""Shows how the rounds of an event are planned to be paired, or plans them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.journal.execute import execute
from core.phrases import phrase
from tournaments.kernel.queries.play import last_published
from tournaments.management.arguments import add_chosen_division, add_event
from tournaments.management.divisions import chosen_divisions
from tournaments.models import Division
from tournaments.pairing.plans.plan import plan_to_values
from tournaments.pairing.plans.presets import Preset, continued, presets
from tournaments.rounds.commands.planning import PlanPairing, planned_rounds
from tournaments.rounds.queries.plan_lines import PlanLine, plan_lines
from tournaments.rounds.queries.planned import plan_of
from tournaments.rounds.queries.planning import plan_by_number, players_to_pair


class Command(ContractCommand):
    """The round plan of each division; rounds that are published keep theirs."""

    help = phrase("Shows the round plan of the event SLUG, or writes a ready one.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        add_chosen_division(parser)
        chosen = parser.add_mutually_exclusive_group()
        chosen.add_argument("--preset", metavar="KIND", help=", ".join(p.key for p in presets()))
        chosen.add_argument(
            "--automatic",
            action="store_const",
            const="automatic",
            dest="preset",
            help=phrase("the same as --preset automatic"),
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        _, divisions = chosen_divisions(options["slug"], options["division"])
        if options["preset"] is not None:
            preset = _preset(options["preset"])
            with transaction.atomic():
                for division in divisions:
                    _write(division, preset)
        told = {division: plan_lines(division) for division in divisions}
        data = {"divisions": [_data(division, lines) for division, lines in told.items()]}
        lines = [line for division, found in told.items() for line in _text(division, found)]
        return ConsoleAnswer(data=data, text="\n".join(lines))


def _preset(key: str) -> Preset:
    for preset in presets():
        if preset.key == key:
            return preset
    known = ", ".join(preset.key for preset in presets())
    raise UserError(
        phrase("There is no preset {key}; choose one of {known}.", key=key, known=known),
        code="preset.unknown",
        field="preset",
    )


def _write(division: Division, preset: Preset) -> None:
    rows = preset.plan(players_to_pair(division), division.planned_rounds)
    plan = continued(plan_by_number(division), rows, last_published(division))
    command = PlanPairing(
        event=division.tournament.slug,
        division=division.name,
        rows=tuple(planned_rounds(row) for row in plan),
        confirmed=True,
    )
    execute(command, actor=CONSOLE)
    division.refresh_from_db()


def _data(division: Division, lines: tuple[PlanLine, ...]) -> dict[str, Any]:
    return {
        "name": division.name,
        "planned_rounds": division.planned_rounds,
        "players": players_to_pair(division),
        "rows": plan_to_values(plan_of(division)),
        "problems": [problem for line in lines for problem in line.problems],
    }


def _text(division: Division, lines: tuple[PlanLine, ...]) -> list[str]:
    told = [
        phrase(
            "Division {division}: {rounds} rounds",
            division=division.name,
            rounds=division.planned_rounds,
        )
    ]
    if not lines:
        return [*told, f"  {phrase('no plan: you choose how each round is paired')}"]
    for line in lines:
        how = line.method or phrase("as asked for")
        more = [
            phrase("on the results of {rounds}", rounds=line.based_on) if line.based_on else "",
            line.options,
        ]
        more.append(
            phrase("earlier meetings {repeats}", repeats=line.repeats) if line.repeats else ""
        )
        told.append(f"  {line.rounds}: {', '.join(part for part in (how, *more) if part)}")
        told += [f"    {problem}" for problem in line.problems]
    return told
