"""Divisions as places where words are judged, and those that want the word tools closed."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from core.models import JournalEntry
from core.phrases import phrase
from lexicon.places import JudgedPlace, register_closing, register_named_words, register_places
from tournaments.kernel.queries.lexicon import chosen_of, second_of
from tournaments.lexicon_choice.commands import ChooseLexicon
from tournaments.models import Division, Round


class Divisions:
    """The divisions of events; the key of one is "event-slug/Division"."""

    def find(self, key: str) -> JudgedPlace | None:
        """Returns the division as a place, None where there is none."""
        slug, _, name = key.partition("/")
        division = (
            Division.objects.select_related("tournament")
            .filter(tournament__slug=slug, name=name)
            .first()
        )
        if division is None:
            return None
        return JudgedPlace(
            key=key,
            label=called(division),
            lexicon=chosen_of(division),
            second=second_of(division),
            is_over=division.tournament.closed,
            rated=bool(division.rating_system),
            is_hidden=division.tournament.rehearsal,
        )

    def shown(self, keys: Collection[str]) -> set[str]:
        """Returns those of the keys whose divisions are of no rehearsal, in one query."""
        slugs = {key.partition("/")[0] for key in keys}
        divisions = Division.objects.filter(tournament__slug__in=slugs, tournament__rehearsal=False)
        named = divisions.values_list("tournament__slug", "name")
        return {f"{slug}/{name}" for slug, name in named}.intersection(keys)

    def scope(self, key: str) -> str | None:
        """Returns the scope of the division's event."""
        slug, found, _ = key.partition("/")
        return f"event:{slug}" if found else None


def why_closed() -> str:
    """Returns a sentence that names a division for which the word tools are closed, else empty.

    A division is in play from the publication of round 1 until its event is closed. A rehearsal is
    for its director only.
    """
    division = (
        Division.objects.select_related("tournament")
        .filter(
            closes_word_tools=True,
            tournament__closed=False,
            tournament__rehearsal=False,
            rounds__stage=Round.Stage.PUBLISHED,
        )
        .order_by("tournament__slug", "position")
        .first()
    )
    if division is None:
        return ""
    return phrase(
        "{division}, is in play, and its director has closed the word tools until the event ends.",
        division=called(division),
    )


def names_words(sha256: str) -> bool:
    """Returns whether a division plays by these words, or did when its lexicon was chosen.

    What was taken back can be done again, with the words that were frozen then.
    """
    chosen = Q(facts__lexicon__sha256=sha256) | Q(facts__lexicon__second_sha256=sha256)
    return (
        Division.objects.filter(Q(lexicon_hash=sha256) | Q(second_hash=sha256)).exists()
        or JournalEntry.objects.filter(chosen, command=ChooseLexicon.code).exists()
    )


def called(division: Division) -> str:
    """Returns the name of a division with that of its event: "Spring Open, division A"."""
    return phrase(
        "{event}, division {division}",
        event=division.tournament.name,
        division=division.name,
    )


register_places(Divisions())
register_closing(why_closed)
register_named_words(names_words)
