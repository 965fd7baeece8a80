"""The consequences of playing fewer or more rounds than planned."""

from __future__ import annotations

from core.phrases import phrase, phrase_count
from ratings.systems.naspa_segment import segments
from ratings.systems.registry import first_form
from tournaments.kernel.queries.play import RoundState, last_round, round_state
from tournaments.models import Division, Round


def rounds_consequences(division: Division, planned: int) -> list[str]:
    """Returns a sentence for each consequence of `planned` rounds in place of those planned now."""
    before = division.planned_rounds
    said = [
        phrase_count(
            "Division {division} plays {count} round instead of {before}.",
            "Division {division} plays {count} rounds instead of {before}.",
            count=planned,
            division=division.name,
            before=before,
        )
    ]
    last = last_round(division)
    if last is not None and last.number == planned:
        said.append(_as_last(division, last))
    elif planned > before:
        said.append(
            phrase(
                "Round {round} is no longer the last one, so its standings are not final.",
                round=before,
            )
        )
    else:
        said.append(phrase("Round {round} will be the last one.", round=planned))
    said += _starts(division, last, planned)
    said += _ratings(division, planned)
    return said


def _as_last(division: Division, last: Round) -> str:
    if round_state(division, last) == RoundState.COMPLETE:
        return phrase(
            "Round {round} is complete, so its standings are final now.", round=last.number
        )
    return phrase(
        "Round {round} becomes the last one; its standings are final once it is complete.",
        round=last.number,
    )


def _starts(division: Division, last: Round | None, planned: int) -> list[str]:
    if not division.rules.final_draw:
        return []
    if last is not None and last.stage == Round.Stage.PUBLISHED and last.number >= planned:
        return [
            (
                phrase(
                    "Who starts in round {round} was decided when it was published, and stays as "
                    "it is.",
                    round=planned,
                )
            )
        ]
    return [
        phrase("In round {round}, players with an equal right to start draw for it.", round=planned)
    ]


def _ratings(division: Division, planned: int) -> list[str]:
    if first_form(division.rating_system) not in ("naspa", "naspa-csw"):
        return [phrase("Ratings are computed from the games that are played.")]
    before, after = (len(segments(count)) for count in (division.planned_rounds, planned))
    return [_as_before(after) if before == after else _otherwise(before, after)]


def _as_before(parts: int) -> str:
    if parts == 1:
        return phrase("Ratings are computed in one piece, as before.")
    return phrase_count(
        "Ratings are computed in {count} part, as before.",
        "Ratings are computed in {count} parts, as before.",
        count=parts,
    )


def _otherwise(before: int, after: int) -> str:
    if after == 1:
        return phrase("Ratings are computed in one piece instead of {before}.", before=before)
    return phrase_count(
        "Ratings are computed in {count} part instead of {before}.",
        "Ratings are computed in {count} parts instead of {before}.",
        count=after,
        before=before,
    )
