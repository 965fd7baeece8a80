"""The commands on rounds and their pairings, at the desk."""

from __future__ import annotations

from tournaments.kernel.desk.pages import EventPage
from tournaments.rounds.forms import conditions, pairing, pairing_rules, rearranging, rounds

CHANGE_ROUNDS = EventPage(
    "change-rounds",
    rounds.ChangeRoundsForm,
    "Play fewer or more rounds",
    "Only the number of rounds changes; games already played stay.",
)

MOVE_ENTRY = EventPage(
    "move-entry",
    rearranging.MoveEntryForm,
    "Move to another division",
    "It gets a new number there; missed rounds count as that division's rules say.",
)

CONDITIONS: tuple[EventPage, ...] = (
    EventPage(
        "keep-apart",
        conditions.KeepApartForm,
        "Keep two players apart",
        "For a family, or players who travel together. Rounds already paired stay as they are.",
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "must-meet",
        conditions.MustMeetForm,
        "Make two players meet",
        "They meet in this round, whatever the method would pair.",
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "give-bye",
        conditions.GiveByeForm,
        "Give a bye",
        "For a player who asked to sit out a round.",
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "no-bye",
        conditions.NoByeForm,
        "Spare somebody the odd bye",
        "If somebody has to sit out, it will be somebody else.",
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "fix-board",
        conditions.FixBoardForm,
        "Fix a board",
        "For a player who cannot move between tables.",
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "house-player",
        conditions.HousePlayerForm,
        "Name a house player",
        (
            "They play only when somebody would otherwise sit out, are not ranked, and their games "
            "are not rated."
        ),
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "team-mates",
        pairing_rules.TeamMatesForm,
        "Set team-mates",
        "The roster, or the entry, says who is in which team.",
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "lift-condition",
        conditions.LiftConditionForm,
        "Lift a condition",
        "Rounds already paired stay as they are.",
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "pairing-rules",
        pairing_rules.PairingRulesForm,
        "Change the rules of pairing",
        "Who gets the odd bye, which prizes there are, and when a place is clinched.",
        leads_to="desk-conditions",
        goes_back=True,
    ),
)

PAGES: tuple[EventPage, ...] = (
    EventPage(
        "set-up-round",
        rounds.SetUpRoundForm,
        "Write the pairings by hand",
        "A draft: only you see it until it is published.",
        leads_to="desk-publish-round",
        round_title="Write the pairings of round {} by hand",
    ),
    EventPage(
        "pair-round",
        pairing.PairRoundForm,
        "Pair the round",
        "A draft: only you see it until it is published.",
        leads_to="desk-round",
        round_title="Pair round {}",
    ),
    EventPage(
        "publish-round",
        rounds.PublishRoundForm,
        "Publish a round",
        "Decides who goes first, and shows the pairings to everybody.",
        leads_to="desk-round",
        round_title="Publish round {}",
    ),
    EventPage(
        "swap-seats",
        rearranging.SwapSeatsForm,
        "Swap two seats",
        "Each takes the other's seat; the other boards stay as they are.",
        leads_to="desk-round",
    ),
    EventPage(
        "pair-waiting",
        rearranging.PairWaitingForm,
        "Pair two waiting players",
        "They get a board of their own; the other boards stay as they are.",
        leads_to="desk-round",
    ),
    EventPage(
        "take-apart",
        rearranging.TakeBoardApartForm,
        "Split the pair",
        "Both wait for another opponent; the other boards stay as they are.",
        leads_to="desk-round",
    ),
    EventPage(
        "unpublish-round",
        rearranging.UnpublishRoundForm,
        "Unpublish the round",
        "The round becomes a draft again. This is possible as long as no game has a result.",
        leads_to="desk-round",
        danger=True,
    ),
    EventPage(
        "record-played",
        rearranging.RecordPlayedForm,
        "Record a game against the wrong opponent",
        "The game that was played counts.",
        leads_to="desk-round",
    ),
    EventPage(
        "record-start",
        rounds.RecordStartForm,
        "Record who went first",
        "The score stays; published rounds keep their sides.",
        leads_to="desk-round",
    ),
)
