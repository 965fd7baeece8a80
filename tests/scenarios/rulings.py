"""The rulings of a random director on challenged plays."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from tests.scenarios.lexicon import WithLexicon
from tournaments.challenges.commands import RulePlay
from tournaments.event.commands.event import ChangeRules
from tournaments.models import PlayRuling, Round

RULES = ("double", "single", "points", "triple", "void")


class AtTheBoards(WithLexicon):
    """The rules of rulings, which are given by the lexicon where there is one."""

    @rule(data=st.data(), good=st.sampled_from([None, True, False]), back=st.integers(0, 1))
    def rule_on_a_play(self, data: st.DataObject, good: bool | None, back: int) -> None:
        number = max(1, self.next_round() - 1 - back)
        wanted = RulePlay(
            **self.named,
            round=number,
            by=self.anybody(data),
            words=("CAT",),
            acceptable=good,
        )
        before = [(b.round, b.slot, b.reason, b.seats) for b in self.sheet().boards]
        self.try_to(wanted)
        assert [(b.round, b.slot, b.reason, b.seats) for b in self.sheet().boards] == before

    @rule(kind=st.sampled_from(RULES))
    def change_what_a_challenge_costs(self, kind: str) -> None:
        self.try_to(ChangeRules(**self.named, overrides={"challenge_type": kind}))

    @invariant()
    def a_ruling_names_who_sits_at_its_board_in_a_published_round(self) -> None:
        for ruling in PlayRuling.objects.select_related("board__round"):
            seated = ruling.board.seats.values_list("entry", flat=True)
            assert ruling.by_id in seated
            assert len(seated) == 2
            assert ruling.board.round.stage == Round.Stage.PUBLISHED
            assert ruling.rule["type"] != "void"
