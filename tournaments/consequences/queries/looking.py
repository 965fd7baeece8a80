"""What a command of an event looks at, besides the rows that it writes.

Whoever is named here is known not to look further: its code was read for that. A command that is
not named looks at its whole division, so that an entry of the log that nobody thought of is given
again, and not kept as it was.
"""

from __future__ import annotations

CLOCK = "clock."
"""Clocks stay as they were: no board, place, prize or rating hangs on them."""
AT_ALL = frozenset({"event.closed", "event.reopened"})
"""These look at all that is in by then, so what came after them is played again as well."""
AT_ITS_BOARD = frozenset(
    {
        "result.entered",
        "result.corrected",
        "result.read_again",
        "result.chosen",
        "result.claimed",
        "claim.confirmed",
        "claim.objected",
        "claim.accepted",
        "dispute.settled",
        "forfeit.entered",
        "start.recorded",
        "penalty.set",
        "play.ruled",
        "game.recorded",
        "game.corrected",
        "game.confirmed",
        "game.refused",
        "game.removed",
        "slip_photo.added",
        "slip_photo.removed",
    }
)
"""These look at one board, whether its round is published, and the terms of the division."""
AT_ITS_ROUND = frozenset({"claims.closed", "round.unpublished"})
"""These look at every board of their round."""
AT_NO_OTHER_BOARD = AT_ITS_BOARD | {
    # What is paired, who goes first and who is given something are facts of these.
    "round.paired",
    "round.published",
    "round.set_up",
    "round.seats_swapped",
    "round.waiting_paired",
    "round.board_taken_apart",
    "round.played_recorded",
    "sit_out.recorded",
    "entry.added",
    "entry.arrived",
    "entry.changed",
    "entry.checked_in",
    "entry.link_renewed",
    "entry.moved",
    "entry.reinstated",
    "entry.withdrawn",
    "roster.added",
    "condition.set",
    "condition.lifted",
    "division.created",
    "division.hand_in_changed",
    "division.lexicon_chosen",
    "division.pairing_planned",
    "division.pairing_rules_changed",
    "division.phones_set",
    "division.players_linked",
    "division.ratings_taken",
    "division.rules_changed",
    "event.dated",
}
"""No result, penalty, ruling, claim or game of another board keeps these from being given.

Without one of these a round may no longer be complete, which makes it open to more, never to less.
Only publishing a round looks at the games before it whose start was drawn.
"""
AT_NOBODY = frozenset(
    {
        "event.director_appointed",
        "event.links_renewed",
        "role.given",
        "role.invited",
        "role.taken_back",
        "invitation.taken_up",
        "invitation.withdrawn",
    }
)
"""These look at no division, and nothing looks at them: what was allowed was allowed then."""
BY_FACTS = AT_NOBODY | {"event.dated"}
"""What these find in divisions are facts of theirs."""
