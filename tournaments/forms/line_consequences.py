"""What follows from correcting a result, said before it is done."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.commands.results import CorrectResult
from tournaments.forms.entry_line import Where
from tournaments.selectors.entering import with_result
from tournaments.selectors.play import last_published
from tournaments.selectors.sheet import Sheet, load_sheet
from tournaments.selectors.standings import standings_after


@dataclass(frozen=True, slots=True)
class Consequences:
    """Sentences; `grave` where another one wins although a later round is published."""

    sentences: tuple[str, ...]
    grave: bool


def consequences_of(command: CorrectResult, where: Where) -> Consequences:
    """Returns what a correction changes besides the result: pairings, standings, ratings.

    Raises Refused or Conflict where the command could not be given at all.
    """
    place, _ = command.find_game()
    held = place.result
    other = place.across.entry if place.across else place.seat.entry
    fields = command.outcome(place.seat, other, place.division.rules)
    turned = held is not None and (held.won_one, held.won_two) != (
        fields["won_one"],
        fields["won_two"],
    )
    published = last_published(where.division)
    sentences = []
    if turned:
        sentences.append("It changes who won.")
    if published > where.round:
        sentences.append(_pairings(where.round + 1, published))
    sheet = load_sheet(where.division)
    after = with_result(sheet, where.round, place.seat.board.slot, fields)
    sentences.append(_standings(sheet, after, published, (command.entry, other.number)))
    if where.division.rating_system:
        sentences.append("Ratings follow when the division is rated next.")
    return Consequences(tuple(sentences), grave=turned and published > where.round)


def _pairings(first: int, last: int) -> str:
    if first == last:
        return f"Round {first} is published and keeps its pairings."
    return f"Rounds {first} to {last} are published and keep their pairings."


def _standings(before: Sheet, after: Sheet, last: int, players: tuple[int, int]) -> str:
    """Returns how the ranks after the last published round move."""
    old = {row.number: row.rank for row in standings_after(before, last)}
    new = {row.number: row.rank for row in standings_after(after, last)}
    moves = [
        f"no. {number} from {old[number] or 'unranked'} to {new[number] or 'unranked'}"
        for number in players
        if old[number] != new[number]
    ]
    others = sum(old[n] != new[n] for n in old if n not in players)
    if others:
        moves.append("1 other entry" if others == 1 else f"{others} other entries")
    if not moves:
        return "No rank changes."
    return f"Ranks change: {', '.join(moves)}."
