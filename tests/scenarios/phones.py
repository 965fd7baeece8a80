"""Players of a random event who report their results, and a director who decides."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from core.journal.command import Command
from tests.scenarios.director import Director
from tournaments.board_games.commands.hand_in import RenewLink
from tournaments.board_games.queries.entry_links import pins_of, tokens_of
from tournaments.claiming import ClaimStanding, Entered, Mode, Scores
from tournaments.kernel.queries.claims import ClaimedBoard, claimed_boards, disputes_of
from tournaments.kernel.queries.sheet import BoardLine
from tournaments.models import Seat, SlipPhoto
from tournaments.phones.commands.claims import ClaimResult, ConfirmClaim, ObjectToClaim
from tournaments.phones.commands.modes import SetPhones
from tournaments.phones.commands.photos import MOST_OF_ENTRY, AddSlipPhoto, RemoveSlipPhoto
from tournaments.results.commands.claims import AcceptClaim, CloseClaims, SettleDispute
from tournaments.rounds.commands.pairing import PairRound

SAID = ((423, 389), (389, 423), (423, 398))
"""Few scores, in the order of the seats, so that two often say the same."""
PHOTOS = tuple(digit * 64 for digit in "abcd")
"""The names of four photos, one more than a player may send of a slip."""
SAYS: dict[str, type[Command]] = {
    "claim": ClaimResult,
    "confirm": ConfirmClaim,
    "object": ObjectToClaim,
    "object without scores": ObjectToClaim,
}
ANSWERS = ("claim", *SAYS)


class WithPhones(Director):
    """The rules of claims: no answer changes a score, and no dispute is paired over."""

    @rule(
        data=st.data(),
        mode=st.sampled_from([Mode.SOFT, Mode.SOFT, Mode.STRICT, Mode.KIOSK, Mode.OFF]),
        one=st.sampled_from(SAID),
        two=st.none() | st.sampled_from(SAID),
        how=st.sampled_from(ANSWERS),
    )
    def players_report(
        self, data: st.DataObject, mode: Mode, one: Scores, two: Scores | None, how: str
    ) -> None:
        board = self._game(data)
        if board is None or board.two is None:
            return
        if self.division().phone_mode != mode:
            self.try_to(SetPhones(**self.named, mode=mode))
        assert not self._say(board, 0, "claim", one) or mode is not Mode.OFF
        if two is not None:
            self._say(board, 1, how, two)

    def _say(self, board: BoardLine, position: int, how: str, scores: Scores) -> bool:
        """Tries to say something from a seat; what follows must be what was said and counts."""
        seats = [seat.entry for seat in board.seats]
        who = {"entry": seats[position], "opponent": seats[1 - position]}
        named: dict[str, Any] = {**self.named, "round": board.round, **who}
        if how != "object without scores":
            named |= {"score": scores[position], "opponent_score": scores[1 - position]}
        before = self._claimed(board)
        result = before.result if before else None
        mode = self.division().phone_mode
        if not self.try_to(SAYS[how](**named)):
            return False
        after = self._claimed(board)
        assert after is not None
        if after.standing is ClaimStanding.AGREED:
            assert after.result == Entered(scores)
        elif how != "claim" or not (mode == Mode.SOFT or _counts(before, seats[position])):
            assert before is None or after.result == result
        assert how == "confirm" or after.standing is not ClaimStanding.DECIDED
        return True

    @rule(
        data=st.data(),
        position=st.integers(0, 1),
        photo=st.sampled_from(PHOTOS),
        back=st.sampled_from([False, False, False, True]),
    )
    def a_player_sends_a_photo_or_takes_it_back(
        self, data: st.DataObject, position: int, photo: str, back: bool
    ) -> None:
        board = self._game(data)
        if board is None or board.two is None:
            return
        seats = [seat.entry for seat in board.seats]
        who = {"entry": seats[position], "opponent": seats[1 - position], "photo": photo}
        results = {line.slot: line.reason for line in self.sheet().boards}
        kind: Any = RemoveSlipPhoto if back else AddSlipPhoto
        if self.try_to(kind(**self.named, round=board.round, **who)):
            there = SlipPhoto.objects.filter(board__round__division=self.division(), name=photo)
            assert there.filter(entry__number=seats[position]).exists() is not back
            assert {line.slot: line.reason for line in self.sheet().boards} == results

    @rule(data=st.data(), other=st.booleans())
    def decide_what_was_claimed(self, data: st.DataObject, other: bool) -> None:
        boards = [one for one in self._all() if one.claims]
        if not boards:
            return
        board = data.draw(st.sampled_from(boards))
        scores = next((one.scores for one in board.claims if one.scores), None) or SAID[0]
        kind: Any = SettleDispute if board.standing is ClaimStanding.DISPUTED else AcceptClaim
        wanted = kind(
            **self.named,
            round=board.round,
            entry=board.entries[0],
            opponent=board.entries[1],
            score=scores[0],
            opponent_score=scores[1] + 10 * other,
        )
        if self.try_to(wanted):
            (after,) = claimed_boards(
                round__division=self.division(), round__number=board.round, slot=board.slot
            )
            assert after.standing is ClaimStanding.DECIDED
            assert after.result == Entered((scores[0], scores[1] + 10 * other))

    @rule(back=st.integers(0, 1))
    def close_a_round_to_claims(self, back: int) -> None:
        number = max(1, self.next_round() - 1 - back)
        if self.try_to(CloseClaims(**self.named, round=number)):
            left = [one for one in self._all() if one.round == number and one.result is not None]
            assert all(one.standing is not ClaimStanding.CLAIMED for one in left)

    @rule(data=st.data())
    def renew_a_link(self, data: st.DataObject) -> None:
        number = self.anybody(data)
        before = self._ways_in(number)
        if self.try_to(RenewLink(**self.named, entry=number)):
            assert not set(before) & set(self._ways_in(number))

    @rule()
    def a_dispute_is_not_paired_over(self) -> None:
        division = self.division()
        if disputes_of(division.tournament, division.name):
            wanted = PairRound(**self.named, round=self.next_round(), method="swiss")
            assert not self.try_to(wanted)

    @invariant()
    def photos_are_of_the_two_and_few(self) -> None:
        rows = SlipPhoto.objects.filter(board__round__division=self.division())
        sent = list(rows.values_list("board", "entry"))
        assert not sent or max(Counter(sent).values()) <= MOST_OF_ENTRY
        seated = set(
            Seat.objects.filter(board__in=rows.values("board")).values_list("board", "entry")
        )
        assert set(sent) <= seated

    @invariant()
    def what_is_disputed_is_what_two_say_differently(self) -> None:
        division = self.division()
        disputed = [one for one in self._all() if one.standing is ClaimStanding.DISPUTED]
        assert disputes_of(division.tournament, division.name) == disputed
        for one in disputed:
            assert len({claim.scores for claim in one.claims}) == 2 or not one.claims[0].scores

    def _all(self) -> list[ClaimedBoard]:
        return claimed_boards(round__division=self.division())

    def _claimed(self, board: BoardLine) -> ClaimedBoard | None:
        found = (one for one in self._all() if (one.round, one.slot) == (board.round, board.slot))
        return next(found, None)

    def _ways_in(self, number: int) -> list[str]:
        division = self.division()
        entries = list(division.entries.filter(number=number))
        event = division.tournament
        return [*tokens_of(entries, event).values(), *pins_of(entries, event).values()]

    def _game(self, data: st.DataObject) -> BoardLine | None:
        games = [board for board in self.sheet().boards if board.two is not None]
        return data.draw(st.sampled_from(games[-3:])) if games else None


def _counts(board: ClaimedBoard | None, entry: int) -> bool:
    """Return whether the result of a board is what an entry says."""
    claim = None if board is None else board.claim_of(entry)
    return claim is not None and claim.counts
