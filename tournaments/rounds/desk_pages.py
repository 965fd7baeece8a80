"""The commands on rounds and their pairings, at the desk."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.kernel.desk.pages import EventPage
from tournaments.rounds.forms import conditions, pairing, pairing_rules, rearranging, rounds

CHANGE_ROUNDS = EventPage(
    "change-rounds",
    rounds.ChangeRoundsForm,
    phrase("Play fewer or more rounds"),
    phrase("Only the number of rounds changes; games already played stay."),
)

MOVE_ENTRY = EventPage(
    "move-entry",
    rearranging.MoveEntryForm,
    phrase("Move to another division"),
    phrase("It gets a new number there; missed rounds count as that division's rules say."),
)

CONDITIONS: tuple[EventPage, ...] = (
    EventPage(
        "keep-apart",
        conditions.KeepApartForm,
        phrase("Keep two players apart"),
        phrase(
            "For a family, or players who travel together. Rounds already paired stay as they are."
        ),
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "must-meet",
        conditions.MustMeetForm,
        phrase("Make two players meet"),
        phrase("They meet in this round, whatever the method would pair."),
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "give-bye",
        conditions.GiveByeForm,
        phrase("Give a bye"),
        phrase("For a player who asked to sit out a round."),
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "no-bye",
        conditions.NoByeForm,
        phrase("Spare somebody the odd bye"),
        phrase("If somebody has to sit out, it will be somebody else."),
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "fix-board",
        conditions.FixBoardForm,
        phrase("Fix a board"),
        phrase("For a player who cannot move between tables."),
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "house-player",
        conditions.HousePlayerForm,
        phrase("Name a house player"),
        (
            phrase(
                "They play only when somebody would otherwise sit out, are not ranked, "
                "and their games "
                "are not rated."
            )
        ),
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "team-mates",
        pairing_rules.TeamMatesForm,
        phrase("Set team-mates"),
        phrase("The roster, or the entry, says who is in which team."),
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "lift-condition",
        conditions.LiftConditionForm,
        phrase("Lift a condition"),
        phrase("Rounds already paired stay as they are."),
        leads_to="desk-conditions",
        goes_back=True,
    ),
    EventPage(
        "pairing-rules",
        pairing_rules.PairingRulesForm,
        phrase("Change the rules of pairing"),
        phrase("Who gets the odd bye, which prizes there are, and when a place is clinched."),
        leads_to="desk-conditions",
        goes_back=True,
    ),
)

PAGES: tuple[EventPage, ...] = (
    EventPage(
        "set-up-round",
        rounds.SetUpRoundForm,
        phrase("Write the pairings by hand"),
        phrase("A draft: until it is published, only people with a role in this event can see it."),
        leads_to="desk-publish-round",
        round_title=phrase("Write the pairings of round {round} by hand"),
    ),
    EventPage(
        "pair-round",
        pairing.PairRoundForm,
        phrase("Pair the round"),
        phrase("A draft: until it is published, only people with a role in this event can see it."),
        leads_to="desk-round",
        round_title=phrase("Pair round {round}"),
    ),
    EventPage(
        "publish-round",
        rounds.PublishRoundForm,
        phrase("Publish a round"),
        phrase("Decides who goes first, and shows the pairings to everybody."),
        leads_to="desk-round",
        round_title=phrase("Publish round {round}"),
    ),
    EventPage(
        "swap-seats",
        rearranging.SwapSeatsForm,
        phrase("Swap two seats"),
        phrase("Each takes the other's seat; the other boards stay as they are."),
        leads_to="desk-round",
    ),
    EventPage(
        "pair-waiting",
        rearranging.PairWaitingForm,
        phrase("Pair two waiting players"),
        phrase("They get a board of their own; the other boards stay as they are."),
        leads_to="desk-round",
    ),
    EventPage(
        "take-apart",
        rearranging.TakeBoardApartForm,
        phrase("Split the pair"),
        phrase("Both wait for another opponent; the other boards stay as they are."),
        leads_to="desk-round",
    ),
    EventPage(
        "unpublish-round",
        rearranging.UnpublishRoundForm,
        phrase("Unpublish the round"),
        phrase(
            "The round becomes a draft again. This is possible as long as no game has a result."
        ),
        leads_to="desk-round",
        danger=True,
    ),
    EventPage(
        "record-played",
        rearranging.RecordPlayedForm,
        phrase("Record a game against the wrong opponent"),
        phrase("The game that was played counts."),
        leads_to="desk-round",
    ),
    EventPage(
        "record-start",
        rounds.RecordStartForm,
        phrase("Record who went first"),
        phrase("The score stays; published rounds keep their sides."),
        leads_to="desk-round",
    ),
)
