"""The consequences of playing fewer or more rounds than planned."""

from __future__ import annotations

from ratings.systems.naspa_segment import segments
from ratings.systems.registry import first_form
from tournaments.kernel.queries.play import RoundState, last_round, round_state
from tournaments.models import Division, Round


def rounds_consequences(division: Division, planned: int) -> list[str]:
    """Returns a sentence for each consequence of `planned` rounds in place of those planned now."""
    before = division.planned_rounds
    said = [f"Division {division.name} plays {planned} round{_s(planned)} instead of {before}."]
    last = last_round(division)
    if last is not None and last.number == planned:
        said.append(_as_last(division, last))
    elif planned > before:
        said.append(f"Round {before} is no longer the last one, so its standings are not final.")
    else:
        said.append(f"Round {planned} will be the last one.")
    said += _starts(division, last, planned)
    said += _ratings(division, planned)
    return said


def _as_last(division: Division, last: Round) -> str:
    if round_state(division, last) == RoundState.COMPLETE:
        return f"Round {last.number} is complete, so its standings are final now."
    return f"Round {last.number} becomes the last one; its standings are final once it is complete."


def _starts(division: Division, last: Round | None, planned: int) -> list[str]:
    if not division.rules.final_draw:
        return []
    if last is not None and last.stage == Round.Stage.PUBLISHED and last.number >= planned:
        return [
            (
                f"Who starts in round {planned} was decided when it was published, and stays as "
                "it is."
            )
        ]
    return [f"In round {planned}, players with an equal right to start draw for it."]


def _ratings(division: Division, planned: int) -> list[str]:
    if first_form(division.rating_system) not in ("naspa", "naspa-csw"):
        return ["Ratings are computed from the games that are played."]
    parts = [len(segments(count)) for count in (division.planned_rounds, planned)]
    if parts[0] == parts[1]:
        return [f"Ratings are computed in {_parts(parts[1])}, as before."]
    return [f"Ratings are computed in {_parts(parts[1])} instead of {parts[0]}."]


def _parts(many: int) -> str:
    return "one piece" if many == 1 else f"{many} parts"


def _s(many: int) -> str:
    return "" if many == 1 else "s"
