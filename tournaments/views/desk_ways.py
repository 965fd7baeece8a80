"""The ways out of what happens in a round: what each does, in words, and where it is done."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from functools import cached_property

from tournaments.commands.entering import is_open_to
from tournaments.forms.place import Place
from tournaments.models import Entry
from tournaments.pages.wording import signed
from tournaments.selectors.play import last_published
from tournaments.selectors.sheet import BoardLine, Sheet
from tournaments.standings.attendance import takes_part
from tournaments.views.desk_choices import desk_link
from tournaments.views.desk_pairing import place_link

WAITS = "waits"


@dataclass(frozen=True, slots=True)
class Way:
    """One thing that can be done: `text` says what follows, the form gives it to `href`.

    `asked` are fields to fill in, by name and label; without `button` there is nothing to do.
    """

    title: str
    text: str
    href: str = ""
    button: str = ""
    fields: tuple[tuple[str, object], ...] = ()
    asked: tuple[tuple[str, str], ...] = ()
    token: str = field(default_factory=lambda: uuid.uuid4().hex)


class Scene:
    """A round as the guided steps look at it."""

    def __init__(self, place: Place, sheet: Sheet) -> None:
        self.place, self.sheet = place, sheet
        self.number = place.the_round
        self.boards = sheet.by_round.get(self.number, [])

    @cached_property
    def published(self) -> int:
        """The last published round."""
        return last_published(self.place.the_division)

    def name(self, number: int) -> str:
        """Returns an entry as the desk calls it."""
        return f"#{number} {self.sheet.entries[number].entered_name}"

    def board_of(self, number: int) -> BoardLine | None:
        """Returns where an entry sits in the round."""
        return next((b for b in self.boards if number in [s.entry for s in b.seats]), None)

    def opponent(self, number: int) -> int | None:
        """Returns whom an entry meets in the round."""
        board = self.board_of(number)
        return next((s.entry for s in board.seats if s.entry != number), None) if board else None

    def where(self, number: int) -> str:
        """Returns an entry with where it sits in the round."""
        board, other = self.board_of(number), self.opponent(number)
        if board is None:
            takes = takes_part(self.sheet.entries[number].away, self.number)
            return f"{self.name(number)} ({'waits' if takes else 'does not play'})"
        if other is None:
            return f"{self.name(number)} ({(board.reason or 'alone').replace('_', ' ')})"
        return f"{self.name(number)} (board {board.number}, meets {self.name(other)})"

    def free(self) -> list[tuple[int, str]]:
        """Returns who could be given an opponent in the round: who waits, and who has the bye."""
        alone = [b.one.entry for b in self.boards if b.two is None and b.reason in (None, "bye")]
        waits = [
            number
            for number, entry in self.sheet.entries.items()
            if takes_part(entry.away, self.number) and self.board_of(number) is None
        ]
        return [(n, WAITS) for n in waits] + [(n, "has the bye") for n in alone]

    def not_playing(self) -> list[int]:
        """Returns who takes no part in the next round, or waits in this one."""
        waiting = {number for number, what in self.free() if what == WAITS}
        after = self.published + 1
        return [
            number
            for number, entry in self.sheet.entries.items()
            if number in waiting or not takes_part(entry.away, after)
        ]

    def again(self, path: str, number: int) -> str:
        """Returns the address of a guided step about an entry, to go on there."""
        return place_link(path, self.place, entry=number)


def seated_without_result(scene: Scene) -> list[int]:
    """Returns who meets somebody in a game that has no result."""
    games = [board for board in scene.boards if board.two is not None and board.reason is None]
    return sorted(seat.entry for board in games for seat in board.seats)


def playing(scene: Scene) -> list[int]:
    """Returns who takes part in this round or in the next."""
    numbers = (scene.number, scene.published + 1)
    return [
        number
        for number, entry in scene.sheet.entries.items()
        if any(takes_part(entry.away, one) for one in numbers)
    ]


def ways_of_a_no_show(scene: Scene, number: int) -> list[Way]:
    """Returns what can be done when somebody does not come to his board."""
    other, board = scene.opponent(number), scene.board_of(number)
    if other is None or board is None or board.reason is not None:
        return [Way("Nothing to do", f"{scene.name(number)} has no game that is still open.")]
    ways = [_forfeit(scene, number, other)]
    for free, what in scene.free():
        ways += _instead(scene, number, (other, free), what)
    return ways


def _forfeit(scene: Scene, number: int, other: int, then: str = "") -> Way:
    rules = scene.sheet.rules
    rated = "It is rated." if rules.forfeit_rated else "It is not rated."
    return Way(
        "The game is a forfeit",
        f"{scene.name(other)} wins with {signed(rules.forfeit_win_spread)}, {scene.name(number)}"
        f" loses with {signed(rules.forfeit_loss_spread)}. {rated} Nobody else is touched.",
        place_link("enter-forfeit", scene.place),
        "Record the forfeit",
        (("absent", number), ("then", then)),
    )


def _instead(scene: Scene, number: int, pair: tuple[int, int], what: str) -> list[Way]:
    """Returns the ways in which somebody free takes the place of who did not come."""
    other, free = pair
    swap = place_link("swap-seats", scene.place)
    meets = f"{scene.name(other)} and {scene.name(free)}, who {what}, meet on the same board."
    fields: tuple[tuple[str, object], ...] = (("one", number), ("two", free))
    if what == WAITS:
        then = place_link("record-sit-out", scene.place, entry=number)
        text = f"{meets} What the round is for {scene.name(number)} is asked next."
        title = f"{scene.name(free)} plays instead"
        button = f"Let {scene.name(free)} play instead"
        return [Way(title, text, swap, button, (*fields, ("then", then)))]
    return [
        Way(
            f"{scene.name(free)} plays instead; for who did not come it is {called}",
            f"{meets} {scene.name(number)} sits alone and {follows}. The bye is gone.",
            swap,
            f"Let {scene.name(free)} play: {called}",
            (*fields, ("alone", outcome)),
        )
        for outcome, follows, called in _alone(scene)
    ]


def _alone(scene: Scene) -> tuple[tuple[str, str, str], ...]:
    """Returns what a no-show can be who then sits alone: the outcome, what follows, its name."""
    rules = scene.sheet.rules
    missed = rules.missed_round_spread
    return (
        ("forfeit", f"loses with {signed(rules.forfeit_loss_spread)}", "a forfeit"),
        ("absent", f"gets {signed(missed)}" if missed else "gets nothing", "an absence"),
    )


def ways_out(scene: Scene, number: int) -> list[Way]:
    """Returns what can be done when somebody leaves: with this game, then with the next rounds."""
    ways, other, board = [], scene.opponent(number), scene.board_of(number)
    if other is not None and board is not None and board.reason is None:
        ways += _of_the_game(scene, number, other)
    elif board is not None and board.reason is not None:
        ways.append(Way("This round stands", f"Round {scene.number} has its outcome; it stays."))
    after = scene.published + 1
    if after > scene.place.the_division.planned_rounds:
        ways.append(Way("No round is left", "There is nothing to withdraw from."))
    elif takes_part(scene.sheet.entries[number].away, after):
        ways.append(_withdrawal(scene, number, after))
    else:
        ways.append(Way("Withdrawn", f"{scene.name(number)} does not play in round {after}."))
    return ways


def _of_the_game(scene: Scene, number: int, other: int) -> list[Way]:
    loss = signed(scene.sheet.rules.left_game_spread)
    rated = "rated" if scene.sheet.rules.left_game_rated else "not rated"
    leaves = scene.again("leaves", number)
    return [
        _forfeit(scene, number, other, leaves),
        Way(
            "The game was begun and is broken off",
            f"{scene.name(other)} wins; {scene.name(number)} loses with {loss}, and with the"
            f" points behind on top. The game is {rated}.",
            place_link("enter-result", scene.place, entry=number),
            f"Record that {scene.name(number)} left",
            (("reason", "left"), ("winner", other), ("then", leaves)),
            (
                ("score", f"Score of {scene.name(number)}"),
                ("opponent_score", f"Score of {scene.name(other)}"),
            ),
        ),
        Way("The game is played to the end", "Its result is entered as usual when it is in."),
    ]


def _withdrawal(scene: Scene, number: int, after: int) -> Way:
    drafted = any(
        number in [seat.entry for seat in board.seats]
        for board in scene.sheet.by_round.get(after, [])
    )
    again = f" Round {after} is drafted with a seat for it: pair it again." if drafted else ""
    slug, name = scene.place.the_event.slug, scene.place.the_division.name
    return Way(
        f"Then: no more rounds, from round {after} on",
        f"{scene.name(number)} is not paired any more and leaves the ranking. Games played stay,"
        f" also for the ratings.{again}",
        desk_link("withdraw-entry", slug, division=name),
        f"Withdraw from round {after} on",
        (("entry", number), ("from_round", after), ("then", place_link("round", scene.place))),
    )


def ways_back(scene: Scene, number: int) -> list[Way]:
    """Returns how somebody comes back or arrives: in the round that is played, or in the next."""
    entry = scene.place.the_entry
    if takes_part(entry.away, scene.number) and scene.board_of(number) is None:
        return _seats_for(scene, number)
    after, ways = scene.published + 1, []
    if scene.published and is_open_to(scene.place.the_division, entry, scene.published):
        free = [f"{scene.name(n)}, who {what}" for n, what in scene.free()]
        with_whom = " or ".join(free) if free else "nobody yet: all others have an opponent"
        ways.append(_return(scene, entry, scene.published, f"There is an opponent: {with_whom}."))
    if takes_part(entry.away, after):
        return [Way("Nothing to do", f"{scene.name(number)} plays from round {after} on anyway.")]
    if after <= scene.place.the_division.planned_rounds:
        ways.append(_return(scene, entry, after, ""))
    return ways or [Way("No round is left", "Every round is published.")]


def _return(scene: Scene, entry: Entry, number: int, more: str) -> Way:
    late = entry.presence == Entry.Presence.NOT_HERE
    spread = scene.sheet.rules.missed_round_spread
    missed = "count for nothing" if spread is None else f"count {signed(spread)} each"
    slug, name = scene.place.the_event.slug, scene.place.the_division.name
    here = number == scene.published
    then = scene.again("comes", entry.number) if here else place_link("round", scene.place)
    return Way(
        f"Plays from round {number} on{', which is being played' if here else ''}",
        f"{more} Rounds missed before it {missed}.".strip(),
        desk_link("arrive-late" if late else "reinstate-entry", slug, division=name),
        f"Let {scene.name(entry.number)} play from round {number} on",
        (("entry", entry.number), ("from_round", number), ("then", then)),
    )


def _seats_for(scene: Scene, number: int) -> list[Way]:
    """Returns the places in the round for somebody who waits."""
    pair = place_link("pair-waiting", scene.place)
    ways = [
        Way(
            f"Meets {scene.name(free)}",
            f"{scene.name(free)} {what}; the two get a board of their own.",
            pair,
            f"Pair with {scene.name(free)}",
            (("one", number), ("two", free)),
        )
        for free, what in scene.free()
        if free != number
    ]
    return [*ways, *_without_opponent(scene, number)]


def _without_opponent(scene: Scene, number: int) -> list[Way]:
    rules = scene.sheet.rules
    missed = rules.missed_round_spread
    counts = "Nothing is counted" if missed is None else f"The round counts {signed(missed)}"
    href = place_link("record-sit-out", scene.place)
    kinds = (
        ("absent", f"Does not play in round {scene.number}", f"{counts}, as for a round missed."),
        ("bye", "Gets a bye", f"A bye gives {signed(rules.bye_spread)}."),
    )
    return [
        Way(title, text, href, title, (("entry", number), ("outcome", outcome)))
        for outcome, title, text in kinds
    ]
