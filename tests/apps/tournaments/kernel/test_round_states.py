"""The table of command by round state, walked: what it says is what the commands do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.actors import CONSOLE
from core.journal.command import Command, registry
from core.journal.errors import NeedsConfirmation, Refused
from core.journal.execute import execute
from tests.apps.tournaments.board_games.game_events import record
from tests.builders import lexica
from tests.builders.rating_lists import imported_list, registered
from tournaments.board_games.commands.confirming import (
    ConfirmBoardGame,
    RefuseBoardGame,
    RemoveBoardGame,
)
from tournaments.board_games.commands.games import CorrectBoardGame, RecordBoardGame
from tournaments.board_games.commands.hand_in import OpenHandIn
from tournaments.challenges.commands import RulePlay
from tournaments.claiming import Mode
from tournaments.clock.commands.timing import AnnounceStart, StartClock
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.check_in import ArriveLate, CheckIn
from tournaments.entries.commands.entries import (
    AddEntry,
    ChangeEntry,
    ReinstateEntry,
    WithdrawEntry,
)
from tournaments.entries.commands.late_entry import Member, RosterLine
from tournaments.entries.commands.linking import LinkPlayers, PlayerLink
from tournaments.entries.commands.moving import MoveEntry
from tournaments.entries.commands.roster import AddRoster
from tournaments.entries.commands.taking_ratings import TakeRatings
from tournaments.event.commands.event import ChangeRules, CreateDivision, CreateEvent
from tournaments.kernel.queries.play import RoundState, latest_state
from tournaments.kernel.round_states import TABLE
from tournaments.lexicon_choice.commands import ChooseLexicon
from tournaments.models import Division
from tournaments.phones.commands.claims import ClaimResult, ConfirmClaim, ObjectToClaim
from tournaments.phones.commands.modes import SetPhones
from tournaments.phones.commands.photos import AddSlipPhoto, RemoveSlipPhoto
from tournaments.results.commands.checking import ChooseResult, ReadAgain
from tournaments.results.commands.claims import AcceptClaim, CloseClaims, SettleDispute
from tournaments.results.commands.penalties import SetPenalty
from tournaments.results.commands.results import (
    CorrectResult,
    EnterForfeit,
    EnterResult,
    RecordSitOut,
)
from tournaments.rounds.commands.conditions import LiftCondition, SetCondition
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.pairing_rules import ChangePairingRules
from tournaments.rounds.commands.planning import PlannedRounds, PlanPairing
from tournaments.rounds.commands.played import RecordPlayed
from tournaments.rounds.commands.rearranging import (
    PairWaiting,
    SwapSeats,
    TakeBoardApart,
    UnpublishRound,
)
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, RecordStart, SetUpRound

pytestmark = pytest.mark.django_db

A: dict[str, Any] = {"event": "open", "division": "A"}
PAIRS = (HandPairing(one=1, two=2),)
SCORES: dict[str, Any] = {"score": 400, "opponent_score": 300}
RECORD: dict[str, Any] = {"content": record("P1", "P2"), "source": "pasted"}
GAME = "nos0chgame00"


def done(*commands: Command) -> None:
    for command in commands:
        execute(command, actor=CONSOLE, reason="to try")


def planned() -> None:
    done(CreateEvent(event="open", name="Open"))
    done(CreateDivision(event="open", name="A", planned_rounds=3))
    done(*(AddEntry(**A, members=(Member(name=f"P{n}"),)) for n in range(1, 5)))
    done(SetCondition(**A, kind="apart", one=1, two=3))
    registered(["known"])
    lexica.imported_list("OURS", ["CAT"], edition="NWL2023")
    imported_list("known", lines=[("P1", 1234, "")])


def lifting(held: dict[str, Any]) -> LiftCondition:
    return LiftCondition(**A, kind=held["kind"], key=held["one"], other_key=held["two"])


def draft() -> None:
    planned()
    done(WithdrawEntry(**A, entry=4, from_round=1))
    done(SetUpRound(**A, round=1, boards=PAIRS, byes=(3,)))


def published() -> None:
    draft()
    done(PublishRound(**A, round=1))


def complete() -> None:
    published()
    done(EnterResult(**A, round=1, entry=1, **SCORES))


def closed() -> None:
    complete()
    done(CloseEvent(event="open", confirmed=True))


REACH: dict[RoundState, Callable[[], None]] = {
    RoundState.PLANNED: planned,
    RoundState.DRAFT: draft,
    RoundState.PUBLISHED: published,
    RoundState.COMPLETE: complete,
    RoundState.CLOSED: closed,
}
COMMANDS: dict[str, Callable[[], Command]] = {
    "entry.added": lambda: AddEntry(**A, members=(Member(name="New"),)),
    "roster.added": lambda: AddRoster(**A, entries=(RosterLine(members=(Member(name="New"),)),)),
    "entry.checked_in": lambda: CheckIn(**A, here=(1,)),
    "entry.arrived": lambda: ArriveLate(**A, entry=4, from_round=3),
    "entry.changed": lambda: ChangeEntry(**A, entry=1, team="North"),
    "entry.moved": lambda: MoveEntry(**A, entry=1, to="A"),
    "entry.withdrawn": lambda: WithdrawEntry(**A, entry=2, from_round=3),
    "entry.reinstated": lambda: ReinstateEntry(**A, entry=4, from_round=3),
    "division.rules_changed": lambda: ChangeRules(**A, overrides={"bye_spread": 60}),
    "division.lexicon_chosen": lambda: ChooseLexicon(**A, lexicon="OURS"),
    "division.hand_in_changed": lambda: OpenHandIn(**A, takes_games=True),
    "game.recorded": lambda: RecordBoardGame(
        **A, round=1, game="otherg4me000", entry=1, **RECORD, confirmed=True
    ),
    "game.confirmed": lambda: ConfirmBoardGame(**A, round=1, game=GAME),
    "game.refused": lambda: RefuseBoardGame(**A, round=1, game=GAME),
    "game.corrected": lambda: CorrectBoardGame(**A, round=1, game=GAME, **RECORD),
    "game.removed": lambda: RemoveBoardGame(**A, round=1, game=GAME),
    "division.players_linked": lambda: LinkPlayers(
        **A, links=(PlayerLink(entry=1, member=1, player="known"),)
    ),
    "division.ratings_taken": lambda: TakeRatings(**A, rating_list="known"),
    "division.pairing_rules_changed": lambda: ChangePairingRules(**A, places=3),
    "condition.set": lambda: SetCondition(**A, kind="apart", one=1, two=2),
    "condition.lifted": lambda: lifting(Division.objects.get(name="A").conditions[0]),
    "division.pairing_planned": lambda: PlanPairing(
        **A, rows=(PlannedRounds(first=2, last=3, method="swiss"),)
    ),
    "round.set_up": lambda: SetUpRound(**A, round=1, boards=PAIRS),
    "round.published": lambda: PublishRound(**A, round=1),
    "round.paired": lambda: PairRound(**A, round=1, method="swiss"),
    "round.unpublished": lambda: UnpublishRound(**A, round=1, confirmed=True),
    "round.seats_swapped": lambda: SwapSeats(**A, round=1, one=2, two=3, confirmed=True),
    "round.waiting_paired": lambda: PairWaiting(**A, round=1, one=1, two=3),
    "round.board_taken_apart": lambda: TakeBoardApart(**A, round=1, entry=3, confirmed=True),
    "round.played_recorded": lambda: RecordPlayed(
        **A, round=1, entry=1, opponent=3, confirmed=True, **SCORES
    ),
    "start.recorded": lambda: RecordStart(**A, round=1, entry=1, confirmed=True),
    "result.entered": lambda: EnterResult(**A, round=1, entry=1, **SCORES),
    "division.phones_set": lambda: SetPhones(**A, mode=Mode.SOFT),
    "result.claimed": lambda: ClaimResult(**A, round=1, entry=1, opponent=2, **SCORES),
    "claim.confirmed": lambda: ConfirmClaim(**A, round=1, entry=1, opponent=2, **SCORES),
    "claim.objected": lambda: ObjectToClaim(**A, round=1, entry=1, opponent=2),
    "slip_photo.added": lambda: AddSlipPhoto(**A, round=1, entry=1, opponent=2, photo="0" * 64),
    "slip_photo.removed": lambda: RemoveSlipPhoto(
        **A, round=1, entry=1, opponent=2, photo="0" * 64
    ),
    "claim.accepted": lambda: AcceptClaim(**A, round=1, entry=1, opponent=2, **SCORES),
    "claims.closed": lambda: CloseClaims(**A, round=1),
    "dispute.settled": lambda: SettleDispute(**A, round=1, entry=1, opponent=2, **SCORES),
    "result.corrected": lambda: CorrectResult(**A, round=1, entry=1, score=300, opponent_score=400),
    "result.read_again": lambda: ReadAgain(**A, round=1, entry=1, **SCORES),
    "result.chosen": lambda: ChooseResult(**A, round=1, entry=1, claim=1),
    "forfeit.entered": lambda: EnterForfeit(**A, round=1, absent=(1,)),
    "sit_out.recorded": lambda: RecordSitOut(**A, round=1, entry=3, outcome="absent"),
    "play.ruled": lambda: RulePlay(**A, round=1, by=1, words=("CAT",), acceptable=False),
    "clock.started": lambda: StartClock(event="open", divisions=("A",), round=1),
    "clock.announced": lambda: AnnounceStart(event="open", divisions=("A",), round=1, minutes=10),
    "penalty.set": lambda: SetPenalty(**A, round=1, entry=1, points=-10),
}
# What a command refuses in a state where the table lets it run: for a reason of its own.
OWN_REASON = {
    ("entry.arrived", RoundState.PLANNED): "entry.not_missing",
    ("entry.arrived", RoundState.DRAFT): "entry.not_missing",
    ("entry.arrived", RoundState.PUBLISHED): "entry.not_missing",
    ("entry.arrived", RoundState.COMPLETE): "entry.not_missing",
    **{("entry.moved", state): "move.same" for state in list(RoundState)[:4]},
    ("round.paired", RoundState.PLANNED): "check_in.open",
    ("round.paired", RoundState.DRAFT): "check_in.open",
    ("round.waiting_paired", RoundState.DRAFT): "pairing.seated",
    ("round.waiting_paired", RoundState.PUBLISHED): "pairing.seated",
    ("entry.reinstated", RoundState.PLANNED): "entry.active",
    **{
        (f"game.{done}", state): "game.unknown"
        for done in ("confirmed", "refused", "corrected", "removed")
        for state in (RoundState.PUBLISHED, RoundState.COMPLETE)
    },
    ("result.corrected", RoundState.PUBLISHED): "result.missing",
    ("result.read_again", RoundState.PUBLISHED): "result.missing",
    ("result.chosen", RoundState.PUBLISHED): "exception.none",
    ("result.chosen", RoundState.COMPLETE): "exception.none",
    **{
        (code, state): reason
        for code, reason in {
            "result.claimed": "phones.off",
            "claim.confirmed": "phones.off",
            "claim.objected": "phones.off",
            "slip_photo.added": "phones.off",
            "slip_photo.removed": "photo.unknown",
            "claim.accepted": "claim.missing",
            "claims.closed": "nothing_changed",
            "dispute.settled": "claim.missing",
        }.items()
        for state in (RoundState.PUBLISHED, RoundState.COMPLETE)
    },
    ("start.recorded", RoundState.PUBLISHED): "nothing_changed",
    ("start.recorded", RoundState.COMPLETE): "nothing_changed",
}


def test_the_table_speaks_of_registered_commands_and_says_something_for_each_state() -> None:
    assert set(TABLE) == set(COMMANDS) <= set(registry())
    for row in TABLE.values():
        assert list(row) == list(RoundState)
        assert all(bool(verdict.text) == (verdict.kind != "allowed") for verdict in row.values())


@pytest.mark.parametrize("state", list(RoundState))
@pytest.mark.parametrize("code", list(TABLE))
def test_each_command_does_in_each_state_what_the_table_says(code: str, state: RoundState) -> None:
    REACH[state]()
    division = Division.objects.select_related("tournament").get(name="A")
    assert latest_state(division) == state
    kind, text = happening(COMMANDS[code]())
    if (code, state) in OWN_REASON:
        assert TABLE[code][state].kind == "allowed"
        assert (kind, text) == ("refused", OWN_REASON[code, state])
        return
    assert kind == TABLE[code][state].kind
    assert kind != "confirm" or text == TABLE[code][state].text


def happening(command: Command) -> tuple[str, str]:
    """Returns the fate of a command, with the question asked or the code of the refusal."""
    try:
        done(command)
    except NeedsConfirmation as asked:
        return "confirm", asked.message
    except Refused as refused:
        return "refused", refused.code
    return "allowed", ""
