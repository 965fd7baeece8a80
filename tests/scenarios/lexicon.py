"""A random director chooses by which list his division plays, and who rates it."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from lexicon.casual import casual_list
from lexicon.models import Lexicon
from tests.builders.lexica import imported_list
from tests.scenarios.director import Director
from tournaments.event.commands.event import ChangeRules
from tournaments.lexicon_choice.commands import ChooseLexicon

LISTS = {"IN": ("NWL2023", "CAT"), "OUT": ("OTCWL2", "DOG"), "FREE": ("YAWL", "COW")}
CODES = ("", *LISTS, "SCOWL80", "NONE")


class WithLexicon(Director):
    """The rules of the lexicon."""

    @rule(
        lexicon=st.sampled_from(CODES),
        second=st.sampled_from(["", "", *CODES]),
        closes=st.booleans(),
    )
    def choose_a_lexicon(self, lexicon: str, second: str, closes: bool) -> None:
        known = set(Lexicon.objects.values_list("code", flat=True))
        for code, (edition, word) in LISTS.items():
            if code not in known:
                imported_list(code, [word], edition=edition)
        self.try_to(
            ChooseLexicon(
                **self.named, lexicon=lexicon, second_opinion=second, closes_word_tools=closes
            )
        )

    @rule(system=st.sampled_from(["naspa", ""]))
    def have_it_rated(self, system: str) -> None:
        self.try_to(ChangeRules(**self.named, rating_system=system))

    @invariant()
    def no_rated_division_plays_by_a_casual_list(self) -> None:
        division = self.division()
        hashes = {division.lexicon_hash, division.second_hash}
        assert not (division.rating_system and casual_list().sha256 in hashes)

    @invariant()
    def a_lexicon_has_the_words_that_were_frozen(self) -> None:
        division = self.division()
        assert bool(division.lexicon) == bool(division.lexicon_hash)
        assert bool(division.second_lexicon) == bool(division.second_hash)
        assert not division.second_lexicon or division.lexicon
