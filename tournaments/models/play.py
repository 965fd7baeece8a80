"""Rounds, boards with their seats, and results."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q, Value

from core.phrases import phrase
from tournaments.models.event import Division, Entry
from tournaments.overtime import of_position, score_with_overtime


class Round(models.Model):
    """A round that was set up. Planned rounds have no row; complete is derived from the results.

    `pairing` holds how the draft was paired: method, options, objective and the reasons for every
    board; empty where it was set up by hand. `changed_at` is when a published round was last
    rearranged.
    """

    class Stage(models.TextChoices):
        DRAFT = "draft", "draft"
        PUBLISHED = "published", "published"

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.DRAFT)
    published_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(null=True)
    pairing = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("division", "number"), name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_positive"),
            models.CheckConstraint(
                condition=Q(stage__in=("draft", "published")), name="round_stage_known"
            ),
        )

    def __str__(self) -> str:
        return phrase("round {number}", number=self.number)


class Board(models.Model):
    """Two entries who meet, or one who sits out. `slot` names it in its round for good.

    `number` is the physical board, None where nobody plays or none was recorded. `version` rises
    when its sides or result change, and tells two operators apart. `changed_at` is when it was
    rearranged after the publication. `terms` is what two agreed on for this game alone on a club
    night; its shape is in `tournaments.board_terms`.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="boards")
    slot = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(null=True)
    version = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(null=True)
    terms = models.JSONField(default=dict, db_default=Value({}, models.JSONField()), blank=True)

    class Meta:
        ordering = ("slot",)
        constraints = (models.UniqueConstraint(fields=("round", "slot"), name="board_slot_once"),)

    def __str__(self) -> str:
        return phrase("board {number} of {round}", number=self.number or "-", round=self.round)


class Seat(models.Model):
    """One side of a board. `turn` counts an entry's seats in a round where rules allow several."""

    class Side(models.TextChoices):
        FIRST = "first", phrase("first")
        SECOND = "second", phrase("second")
        DRAW = "draw", phrase("to be drawn")

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    turn = models.PositiveSmallIntegerField(default=1)
    side = models.CharField(max_length=6, choices=Side.choices, blank=True)
    decided_by = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=("board", "position"), name="seat_position_once"),
            models.UniqueConstraint(fields=("board", "entry"), name="nobody_plays_himself"),
            models.UniqueConstraint(fields=("round", "entry", "turn"), name="one_seat_a_turn"),
            models.UniqueConstraint(
                fields=("board", "side"),
                condition=Q(side__in=("first", "second")),
                name="one_first_and_one_second_a_board",
            ),
            models.CheckConstraint(condition=Q(position__in=(0, 1)), name="two_seats_a_board"),
            models.CheckConstraint(condition=Q(turn__gte=1), name="seat_turn_positive"),
            models.CheckConstraint(
                condition=Q(side__in=("", "first", "second", "draw")), name="seat_side_known"
            ),
        )

    def __str__(self) -> str:
        return phrase("{entry} at {board}", entry=self.entry, board=self.board)


class Result(models.Model):
    """The result of a board: the outcome, apart from the scores.

    `one` is the seat at position 0, `two` at 1 (unused where one sits out). Credits are half
    points won and lost; a spread is an award, None where the scores give it. `verified_by` is who
    read the same off the slip a second time, empty while nobody did.

    The scores are those that count. `overtime` is null, or for each position the seconds over time
    and the points that they took off the score.
    """

    class Reason(models.TextChoices):
        PLAYED = "played", phrase("played")
        BYE = "bye", phrase("bye")
        FORFEIT = "forfeit", phrase("forfeit")
        ABSENT = "absent", phrase("absent")
        REST = "rest", phrase("house player, not needed")
        BOTH_ABSENT = "both_absent", phrase("both absent")
        LEFT = "left", phrase("left the game")
        TIME = "time", phrase("lost on time")
        ADJUDICATED = "adjudicated", phrase("adjudicated")
        DISQUALIFIED = "disqualified", phrase("disqualified")
        VOID = "void", phrase("void")

    board = models.OneToOneField(Board, on_delete=models.PROTECT, related_name="result")
    reason = models.CharField(max_length=12, choices=Reason.choices, default=Reason.PLAYED)
    score_one = models.IntegerField(null=True)
    score_two = models.IntegerField(null=True)
    won_one = models.PositiveSmallIntegerField()
    lost_one = models.PositiveSmallIntegerField()
    won_two = models.PositiveSmallIntegerField(default=0)
    lost_two = models.PositiveSmallIntegerField(default=0)
    spread_one = models.IntegerField(null=True)
    spread_two = models.IntegerField(null=True)
    begun = models.BooleanField(default=True)
    rated = models.BooleanField(default=True)
    verified_by = models.CharField(max_length=150, blank=True, default="", db_default="")
    overtime = models.JSONField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(score_one__isnull=True, score_two__isnull=True)
                | Q(score_one__isnull=False, score_two__isnull=False),
                name="both_scores_or_none",
            ),
            models.CheckConstraint(
                condition=Q(score_one__isnull=False) | Q(spread_one__isnull=False),
                name="a_result_gives_a_spread",
            ),
            models.CheckConstraint(
                condition=Q(won_one__lte=2, lost_one__lte=2, won_two__lte=2, lost_two__lte=2)
                & Q(won_one__lte=2 - F("lost_one"), won_two__lte=2 - F("lost_two"))
                & Q(won_one__lte=2 - F("won_two")),
                name="credits_of_one_game",
            ),
        )

    def __str__(self) -> str:
        return phrase("{reason} on {board}", reason=self.get_reason_display(), board=self.board)

    @property
    def shown_scores(self) -> tuple[str, str]:
        """The scores, with what overtime took off them; empty without scores."""
        one, two = (of_position(self.overtime, position) for position in (0, 1))
        return score_with_overtime(self.score_one, *one), score_with_overtime(self.score_two, *two)


class BoardException(models.Model):
    """What is said about a board where it differs, until somebody chooses.

    A result that is in counts meanwhile, but is not final. `kind` says where the latest claim came
    from; `claims` are in the order in which they were made, in the shape of
    `tournaments.kernel.queries.exceptions`.
    """

    class Kind(models.TextChoices):
        TYPED = "typed", phrase("typed by two people")
        CHECKED = "checked", phrase("read differently by a checker")
        PHONES = "phones", phrase("told differently by the players")

    board = models.OneToOneField(Board, on_delete=models.PROTECT, related_name="exception")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    claims = models.JSONField()

    def __str__(self) -> str:
        return phrase("exception at {board}", board=self.board)
