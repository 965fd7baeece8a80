"""Long work of this app: who can still win a division, once for every state of its results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.jobs import Progress, enqueue, job_kind
from core.models import Job
from core.phrases import phrase
from tournaments.contention.queries import ForecastGround, contention_of, ground_of, is_current
from tournaments.kernel.queries.pairing_terms import rules_played_for
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.models import Division, DivisionContention, Tournament
from tournaments.pairing.contention.forecast import SIMULATIONS, forecast
from tournaments.pairing.contention.values import forecast_to_values

FORECAST = "forecast"
LATE = 3
"""A forecast starts by itself once this many times the rounds left are no more than all rounds."""
_STEPS = 100


def ask_to_forecast(event: Tournament, divisions: Iterable[str], *, asked_by: str = "") -> Job:
    """Queues the forecast of these divisions; one that is already as it would be is left alone."""
    arguments = {"event": event.slug, "divisions": list(divisions)}
    return enqueue(FORECAST, f"event:{event.slug}", arguments, asked_by=asked_by)


def ask_where_due(slug: str, names: Iterable[str] | None = None) -> None:
    """Queues the forecasts that the last commands on an event have made out of date.

    They are made by themselves where something is played for or the public sees them, and once few
    rounds are left or a place is clinched; and in any case where there was one before. A change
    that leaves all that a forecast depends on as it was asks for none.
    """
    divisions = Division.objects.filter(tournament__slug=slug)
    chosen = divisions if names is None else divisions.filter(name__in=list(names))
    for division in chosen.select_related("tournament", "contention").order_by("position", "name"):
        if _is_wanted(division) and _is_due(ground_of(load_sheet(division)), division):
            ask_to_forecast(division.tournament, [division.name])


@job_kind(FORECAST, phrase("Forecast"), is_passing=True)
def forecast_divisions(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Makes the forecast of every division named, unless the one that is stored still holds."""
    names = list(arguments["divisions"])
    divisions = Division.objects.select_related("tournament", "contention").filter(
        tournament__slug=arguments["event"], name__in=names
    )
    made = 0
    for place, division in enumerate(divisions):
        done = place * _STEPS

        def tell(steps: int, of: int, *, done: int = done) -> None:
            progress(done + _STEPS * steps // of, _STEPS * len(names))

        sheet = load_sheet(division)
        ground, stored = ground_of(sheet), contention_of(division)
        if stored is not None and is_current(stored, ground):
            version = sheet.division.version
            DivisionContention.objects.filter(pk=stored.pk).update(version=version)
            continue
        seed = f"{division.tournament.seed}/{division.name}/{ground.through_round}"
        rows = forecast(ground.contest, simulations=SIMULATIONS, seed=seed, tell=tell)
        made += _store(sheet, ground, seed, forecast_to_values(rows))
    progress(_STEPS * len(names), _STEPS * len(names))
    return {"divisions": len(divisions), "made": made}


def _is_wanted(division: Division) -> bool:
    rules = rules_played_for(division)
    something = rules.places or rules.classes or rules.contention_is_public
    return bool(something) or contention_of(division) is not None


def _is_due(ground: ForecastGround, division: Division) -> bool:
    stored = contention_of(division)
    if not ground.through_round or not ground.contest.players:
        return False
    if stored is not None:
        return not is_current(stored, ground)
    few = LATE * ground.contest.rounds_left <= division.planned_rounds
    return few or bool(ground.contest.clinched)


def _store(sheet: Sheet, ground: ForecastGround, seed: str, rows: list[dict[str, Any]]) -> bool:
    """Stores a forecast unless there is one of a later state; returns whether it did.

    Where the division has moved on meanwhile, the forecast is asked for again if that is due.
    """
    version = sheet.division.version
    with transaction.atomic():
        division = Division.objects.select_for_update().get(pk=sheet.division.pk)
        stored = DivisionContention.objects.filter(division=division).first()
        is_newest = stored is None or stored.version <= version
        if is_newest:
            DivisionContention.objects.update_or_create(
                division=division,
                defaults={
                    "version": version,
                    "through_round": ground.through_round,
                    "simulations": SIMULATIONS if ground.contest.rounds_left else 0,
                    "seed": seed,
                    "made_at": timezone.now(),
                    "forecast": {"digest": ground.digest, "rows": rows},
                },
            )
    if division.version != version:
        ask_where_due(sheet.division.tournament.slug, [division.name])
    return is_newest
