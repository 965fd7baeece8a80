"""What players report by their links: what counts, what is asked, and what is refused."""

from __future__ import annotations

import pytest

from core.journal.errors import NotAllowed
from core.journal.execute import execute
from tests.apps.tournaments.board_games.game_events import WHERE, by
from tests.apps.tournaments.desk_events import SLUG, enter, give, publish, undo
from tests.apps.tournaments.phones.phone_events import (
    board,
    claim,
    confirm,
    object_to,
    phones_open,
    refusal,
    result,
    standing,
)
from tournaments.claiming import ClaimStanding, Mode
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.models import ResultClaim, Tournament
from tournaments.phones.commands.claims import ClaimResult
from tournaments.phones.commands.modes import SetPhones
from tournaments.results.commands.claims import AcceptClaim, CloseClaims, SettleDispute
from tournaments.results.commands.results import CorrectResult
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.rearranging import SwapSeats

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ground() -> None:
    """An event in soft mode."""
    phones_open()


def strict() -> None:
    """Have both enter blind."""
    give(SetPhones(event=SLUG, division="A", mode=Mode.STRICT))


def replays() -> bool:
    """Return whether a replay of the journal comes to the same event."""
    return compare_with_replay(Tournament.objects.get(slug=SLUG)).differences == ()


def test_a_link_reports_for_its_own_entry_and_for_no_other() -> None:
    theirs = ClaimResult(**WHERE, entry=3, opponent=4, score=1, opponent_score=2)
    with pytest.raises(NotAllowed):
        execute(theirs, actor=by(1))
    give(SetPhones(event=SLUG, division="A", mode=Mode.OFF))
    assert "hand your slip to the director" in refusal(claim, 1, 423, 389)
    assert result() is None


def test_the_first_claim_counts_and_the_other_confirms_it() -> None:
    claim(2, 389, 423)
    assert (result(), standing()) == ((423, 389), ClaimStanding.CLAIMED)
    confirm(1, 423, 389)
    assert (result(), standing()) == ((423, 389), ClaimStanding.AGREED)
    assert "You both agreed on 389–423" in refusal(claim, 2, 400, 423)
    assert replays()


def test_two_who_send_the_same_agree_and_whoever_claimed_may_change_it_before() -> None:
    claim(1, 423, 389)
    claim(1, 423, 398)
    assert result() == (423, 398)
    claim(2, 398, 423)
    assert (result(), standing()) == ((423, 398), ClaimStanding.AGREED)


def test_a_dispute_keeps_both_claims_and_changes_no_score() -> None:
    claim(1, 423, 389)
    object_to(2, 398, 423)
    assert (result(), standing()) == ((423, 389), ClaimStanding.DISPUTED)
    assert [one.scores for one in board().claims] == [(423, 389), (423, 398)]
    assert "says 423–398. Agree to that" in refusal(claim, 1, 423, 390)
    confirm(1, 423, 398)
    assert (result(), standing()) == ((423, 398), ClaimStanding.AGREED)
    assert replays()


def test_an_objection_without_a_score_is_asked_again_once_the_score_is_changed() -> None:
    claim(1, 423, 389)
    object_to(2)
    assert standing() is ClaimStanding.DISPUTED
    claim(1, 423, 398)
    assert (result(), standing()) == ((423, 398), ClaimStanding.CLAIMED)


def test_two_phones_of_one_player_are_told_of_each_other() -> None:
    claim(1, 423, 389, seen="-")
    assert refusal(claim, 1, 423, 389, seen="-") == "423–389 is in already."
    assert refusal(claim, 1, 432, 389, seen="-") == (
        "Another phone with your link has sent 423–389 since this page was loaded; "
        "look at it again."
    )
    assert result() == (423, 389)


def test_a_score_for_another_board_is_refused_in_a_sentence() -> None:
    wrong = ClaimResult(**WHERE, entry=1, opponent=4, score=423, opponent_score=389)
    assert refusal(lambda: execute(wrong, actor=by(1))) == (
        "No. 1 and no. 4 are not paired in round 1; no. 1 meets no. 2."
    )
    assert refusal(claim, 1, 1500, 389) == "A score must be between -149 and 1499."


def test_what_was_changed_meanwhile_is_not_confirmed() -> None:
    claim(1, 423, 389)
    claim(1, 423, 398)
    assert "has changed the score to 398–423 since" in refusal(confirm, 2, 389, 423)
    give(CorrectResult(**WHERE, entry=1, score=432, opponent_score=398), reason="Both looked again")
    assert refusal(confirm, 2, 398, 423) == (
        "The director has entered 398–432 for this game. If that is wrong, tell the director."
    )
    assert (result(), standing()) == ((432, 398), ClaimStanding.DECIDED)


def test_both_enter_blind_and_only_two_equal_scores_count() -> None:
    strict()
    claim(1, 423, 389)
    assert (result(), standing()) == (None, ClaimStanding.CLAIMED)
    assert "both enter the score themselves" in refusal(confirm, 2, 389, 423)
    claim(2, 398, 423)
    assert (result(), standing()) == (None, ClaimStanding.DISPUTED)
    claim(2, 389, 423)
    assert (result(), standing()) == ((423, 389), ClaimStanding.AGREED)
    assert replays()


def test_a_dispute_blocks_the_pairing_of_its_division_until_the_director_settles_it() -> None:
    enter(1, 3, 400, 300)
    claim(1, 423, 389)
    object_to(2, 398, 423)
    draw = PairRound(event=SLUG, division="A", round=2, method="swiss")
    assert refusal(give, draw) == (
        "Two people disagree about a result, so division A is not paired: settle round 1 "
        "board 1 first, or pair by hand."
    )
    settle = SettleDispute(**WHERE, entry=1, opponent=2, score=423, opponent_score=398)
    give(settle)
    assert (result(), standing()) == ((423, 398), ClaimStanding.DECIDED)
    assert "This board is not disputed." in refusal(give, settle)
    give(draw)
    assert replays()


def test_the_director_accepts_a_claim_and_what_was_settled_can_be_undone() -> None:
    strict()
    claim(1, 423, 389)
    accept = AcceptClaim(**WHERE, entry=1, opponent=2, score=423, opponent_score=389)
    give(accept)
    assert (result(), standing()) == ((423, 389), ClaimStanding.DECIDED)
    undo()
    assert (result(), standing()) == (None, ClaimStanding.CLAIMED)
    assert "The claim has changed" in refusal(
        give, AcceptClaim(**WHERE, entry=1, opponent=2, score=424, opponent_score=389)
    )


def test_closing_a_round_to_claims_and_publishing_the_next_make_them_final() -> None:
    claim(1, 423, 389)
    claim(3, 400, 300)
    give(CloseClaims(**WHERE))
    assert standing(1) is standing(2) is ClaimStanding.DECIDED
    undo()
    publish(2, (1, 3), (2, 4))
    assert refusal(object_to, 2, 398, 423) == (
        "Round 1 is over, because round 2 is published. If its result is wrong, tell the director."
    )


def test_whoever_is_seated_elsewhere_takes_no_claim_along() -> None:
    strict()
    claim(1, 423, 389)
    give(SwapSeats(event=SLUG, division="A", round=1, one=2, two=3, confirmed=True))
    assert ResultClaim.objects.count() == 0
    undo()
    assert standing() is ClaimStanding.CLAIMED
    assert replays()
