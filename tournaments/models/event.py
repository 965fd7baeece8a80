"""Tournaments, their divisions, and the entries that play in them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q, Value

from core.names import shown_name
from core.phrases import phrase
from core.wording import whole_day
from games.engine.rulesets import RuleSet, ruleset, with_overrides


class Tournament(models.Model):
    """An event. `version` rises with every command on it; `director` is an account's name.

    A rehearsal is played for practice with drawn results, and is no news to the public.
    `links_renewed` says which links of its entries hold: 0 the first, later ones by their number.
    `lots` says by what sides, pairings and random numbers are drawn; empty, by the slug.
    `night_of` is the short name of the club whose night it is, empty for a tournament.
    `timetable` has the shape of `timetabling.records.to_values`, empty where none is set.
    """

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=160)
    dates = models.CharField(max_length=80, blank=True)
    starts_on = models.DateField(null=True, blank=True)
    place = models.CharField(max_length=120, blank=True)
    director = models.CharField(max_length=150, blank=True)
    closed = models.BooleanField(default=False)
    rehearsal = models.BooleanField(default=False)
    kept = models.JSONField(default=dict, blank=True)
    links_renewed = models.PositiveIntegerField(default=0)
    lots = models.CharField(max_length=100, blank=True)
    night_of = models.SlugField(max_length=60, blank=True, default="", db_default="")
    timetable = models.JSONField(default=dict, blank=True, db_default=Value({}, models.JSONField()))
    version = models.PositiveIntegerField(default=0)
    last_entry_key = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("-starts_on", "name")

    def __str__(self) -> str:
        return self.name

    @property
    def seed(self) -> str:
        """The seed of all draws: its `lots`, else its slug."""
        return self.lots or self.slug

    @property
    def when(self) -> str:
        """When it is played: in its director's words, else the first day; empty if never said."""
        return self.dates or (whole_day(self.starts_on) if self.starts_on else "")


class Division(models.Model):
    """A division: its own rules, entries, rounds and standings.

    `name` names it in journals and never changes. `numbers_used` is the highest entry number ever
    given once numbers are fixed, so that none is used twice.

    `plan` says how each round is paired, `conditions` what every pairing must keep, with
    entries by key, and `pairing_rules` who gets the bye, what is played for and when a place is
    clinched. Their shapes are those of `plans.plan`, `terms.conditions` and `terms.rules` in
    `tournaments.pairing`.

    `lexicon` is the code of the word list that the division plays by and `lexicon_hash` what its
    words were when it was chosen; the second opinion is only told beside a verdict. With
    `closes_word_tools` nobody studies words on this machine while the division is in play. With
    `takes_games` its players may hand in records of their games by their own links.
    `phone_mode` says how they report results by them; its values are those of
    `tournaments.claiming.Mode`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="divisions")
    name = models.CharField(max_length=30)
    position = models.PositiveSmallIntegerField(default=0)
    planned_rounds = models.PositiveSmallIntegerField()
    ruleset = models.CharField(max_length=20)
    overrides = models.JSONField(default=dict, blank=True)
    rating_system = models.CharField(max_length=20, blank=True)
    lexicon = models.CharField(max_length=20, blank=True)
    lexicon_hash = models.CharField(max_length=64, blank=True)
    second_lexicon = models.CharField(max_length=20, blank=True)
    second_hash = models.CharField(max_length=64, blank=True)
    closes_word_tools = models.BooleanField(default=False)
    takes_games = models.BooleanField(default=False)
    phone_mode = models.CharField(max_length=6, default="off", db_default="off")
    plan = models.JSONField(default=list, blank=True)
    conditions = models.JSONField(default=list, blank=True)
    pairing_rules = models.JSONField(default=dict, blank=True)
    kept = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=0)
    numbers_used = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("position", "name")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "name"), name="division_name_once"),
            models.CheckConstraint(
                condition=Q(planned_rounds__gte=1, planned_rounds__lte=200),
                name="division_planned_rounds_in_range",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> RuleSet:
        """The rule set in force: the preset with this division's own parameters."""
        return with_overrides(ruleset(self.ruleset), self.overrides)


class Entry(models.Model):
    """An entry: one person, or two or three as a team. `key` names it in the event for good.

    `number` is the number on the wall: it follows the seeding until round 1 is published. `away`
    lists the rounds not taken part in as pairs [from, to], `to` None while withdrawn, and past any
    last round while it forfeits all that is left. `presence` is what check-in said; empty until
    somebody ticked the entry. `link_renewed` says which link of its own holds: 0 the first, later
    ones by their number.
    """

    class Presence(models.TextChoices):
        HERE = "here", phrase("here")
        NOT_HERE = "not_here", phrase("not here")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="entries")
    key = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    rating = models.PositiveIntegerField(default=0)
    life_games = models.PositiveIntegerField(null=True, blank=True)
    association_number = models.CharField(max_length=20, blank=True)
    prize_class = models.CharField(max_length=20, blank=True)
    team = models.CharField(max_length=60, blank=True)
    random_number = models.PositiveIntegerField(default=0)
    away = models.JSONField(default=list, blank=True)
    presence = models.CharField(max_length=8, choices=Presence.choices, blank=True)
    missed_spread = models.IntegerField(null=True, blank=True)
    carried = models.JSONField(null=True, blank=True)
    link_renewed = models.PositiveIntegerField(default=0, db_default=0)
    kept = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "key"), name="entry_key_once"),
            models.UniqueConstraint(fields=("division", "number"), name="entry_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_number_positive"),
            models.CheckConstraint(
                condition=Q(presence__in=("", "here", "not_here")), name="entry_presence_known"
            ),
        )

    def __str__(self) -> str:
        return f"#{self.number} {self.shown_name}"

    @property
    def shown_name(self) -> str:
        """The name as the desk shows it, the given name first; `name` is as it was entered."""
        return shown_name(self.name)


class EntryMember(models.Model):
    """A person of an entry; `player` is the key in the register, empty when not in it."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="members")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)
    player = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=("entry", "position"), name="member_position_once"),
            models.CheckConstraint(
                condition=Q(position__gte=1, position__lte=3), name="entry_of_one_to_three_members"
            ),
        )
        indexes = (models.Index(fields=("player",), name="member_by_player"),)

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name as the desk shows it, the given name first; `name` is as it was entered."""
        return shown_name(self.name)


class Penalty(models.Model):
    """Points taken from (or given to) an entry's spread in a round, after the cap."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    round_number = models.PositiveSmallIntegerField()
    points = models.IntegerField()

    class Meta:
        ordering = ("round_number",)
        constraints = (
            models.UniqueConstraint(fields=("entry", "round_number"), name="penalty_once_a_round"),
        )

    def __str__(self) -> str:
        return phrase(
            "{entry} {points:+d} in round {round}",
            entry=self.entry,
            points=self.points,
            round=self.round_number,
        )
