"""The consequences of playing fewer or more rounds than planned."""

from __future__ import annotations

from core.phrases import phrase
from ratings.systems.naspa_segment import segments
from ratings.systems.registry import first_form
from tournaments.kernel.queries.play import RoundState, last_round, round_state
from tournaments.models import Division, Round


def rounds_consequences(division: Division, planned: int) -> list[str]:
    """Returns a sentence for each consequence of `planned` rounds in place of those planned now."""
    before = division.planned_rounds
    said = [
        phrase(
            "Division {name} plays {planned} round{s} instead of {before}.",
            name=division.name,
            planned=planned,
            s=_s(planned),
            before=before,
        )
    ]
    last = last_round(division)
    if last is not None and last.number == planned:
        said.append(_as_last(division, last))
    elif planned > before:
        said.append(
            phrase(
                "Round {before} is no longer the last one, so its standings are not final.",
                before=before,
            )
        )
    else:
        said.append(phrase("Round {planned} will be the last one.", planned=planned))
    said += _starts(division, last, planned)
    said += _ratings(division, planned)
    return said


def _as_last(division: Division, last: Round) -> str:
    if round_state(division, last) == RoundState.COMPLETE:
        return phrase(
            "Round {number} is complete, so its standings are final now.", number=last.number
        )
    return phrase(
        "Round {number} becomes the last one; its standings are final once it is complete.",
        number=last.number,
    )


def _starts(division: Division, last: Round | None, planned: int) -> list[str]:
    if not division.rules.final_draw:
        return []
    if last is not None and last.stage == Round.Stage.PUBLISHED and last.number >= planned:
        return [
            (
                phrase(
                    "Who starts in round {planned} was decided when it was published, and stays as "
                    "it is.",
                    planned=planned,
                )
            )
        ]
    return [
        phrase(
            "In round {planned}, players with an equal right to start draw for it.", planned=planned
        )
    ]


def _ratings(division: Division, planned: int) -> list[str]:
    if first_form(division.rating_system) not in ("naspa", "naspa-csw"):
        return [phrase("Ratings are computed from the games that are played.")]
    parts = [len(segments(count)) for count in (division.planned_rounds, planned)]
    if parts[0] == parts[1]:
        return [phrase("Ratings are computed in {parts}, as before.", parts=_parts(parts[1]))]
    return [
        phrase(
            "Ratings are computed in {parts} instead of {parts_2}.",
            parts=_parts(parts[1]),
            parts_2=parts[0],
        )
    ]


def _parts(many: int) -> str:
    return phrase("one piece") if many == 1 else phrase("{many} parts", many=many)


def _s(many: int) -> str:
    return "" if many == 1 else "s"
