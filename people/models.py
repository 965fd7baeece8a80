"""The register: players with the name they want to be seen under, and clubs."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from core.filing import Filed, filed
from core.phrases import phrase
from people.handles import handle_of


class Club(models.Model):
    """A club that players belong to."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    town = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person. `key` names the player in journals and never changes.

    `is_listed` and `photos` are what the person agreed to: to stand in lists of members that
    everybody reads, and to be shown on photographs. `wants_reports` says that they asked for the
    reports of their clubs' nights at `email`, a minor at `guardian_email`. These, `birth_date`,
    `guardian` and `guardian_contact` are for those who keep the members; no public page has them,
    nor an age.
    `portrait` is the hash of the picture of them that everybody sees and `country` the code (ISO
    3166) of the one they play for, both kept only with their consent.
    Who was found to be in the register twice is `merged_into` the person who stands for both.
    """

    class PublicName(models.TextChoices):
        FULL = "full", phrase("full name")
        INITIAL = "initial", phrase("first name and initial")
        ALIAS = "alias", phrase("alias")

    key = models.SlugField(max_length=60, unique=True)
    given_name = models.CharField(max_length=80)
    family_name = models.CharField(max_length=80, blank=True)
    public_name_style = models.CharField(
        max_length=8, choices=PublicName.choices, default=PublicName.FULL
    )
    alias = models.CharField(max_length=40, blank=True)
    association_number = models.CharField(max_length=20, blank=True)
    is_listed = models.BooleanField(default=False, db_default=False)
    photos = models.BooleanField(default=False, db_default=False)
    birth_date = models.DateField(null=True, blank=True)
    guardian = models.CharField(max_length=120, blank=True, default="", db_default="")
    guardian_contact = models.CharField(max_length=200, blank=True, default="", db_default="")
    wants_reports = models.BooleanField(default=False, db_default=False)
    email = models.EmailField(blank=True, default="", db_default="")
    guardian_email = models.EmailField(blank=True, default="", db_default="")
    portrait = models.CharField(max_length=64, blank=True, default="", db_default="")
    country = models.CharField(max_length=2, blank=True, default="", db_default="")
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="players"
    )
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged"
    )

    class Meta:
        ordering = ("family_name", "given_name", "key")
        constraints = (
            models.CheckConstraint(
                condition=Q(public_name_style__in=("full", "initial", "alias")),
                name="player_public_name_style_known",
            ),
            models.CheckConstraint(
                condition=~Q(public_name_style="alias") | ~Q(alias=""),
                name="player_alias_given_when_used",
                violation_error_message=phrase(
                    "Give the alias under which the player is to be seen."
                ),
            ),
            models.UniqueConstraint(
                fields=("association_number",),
                condition=~Q(association_number=""),
                name="player_association_number_once",
                violation_error_message=phrase("Another player has this association number."),
            ),
        )

    def __str__(self) -> str:
        return self.public_name

    @property
    def full_name(self) -> str:
        """The name as the register holds it: for directors, never for a public page."""
        return f"{self.given_name} {self.family_name}".strip()

    @property
    def public_name(self) -> str:
        """The name that every public page and file shows, as the player chose."""
        if self.public_name_style == self.PublicName.ALIAS:
            return self.alias
        if self.public_name_style == self.PublicName.INITIAL and self.family_name:
            return f"{self.given_name} {self.family_name[0]}."
        return self.full_name

    @property
    def handle(self) -> str:
        """The player's name before directors: the key, unless that tells the number."""
        return handle_of(self.pk, self.key, self.full_name, self.association_number)

    @property
    def filed_name(self) -> Filed:
        """The place of the public name in a list from A to Z; it tells no more than that name."""
        if self.public_name_style == self.PublicName.ALIAS:
            return Filed(self.alias)
        if self.public_name_style == self.PublicName.INITIAL and self.family_name:
            return Filed(f"{self.family_name[0]}.", self.given_name)
        return filed(self.family_name, self.given_name)


class Portrait(models.Model):
    """A picture of a player by its hash, a small JPEG: gone as soon as nobody shows it."""

    name = models.CharField(max_length=64, unique=True)
    body = models.BinaryField()

    def __str__(self) -> str:
        return self.name


class PlayersApart(models.Model):
    """Two people of whom somebody said that they are two, by their keys in order."""

    one = models.CharField(max_length=60)
    other = models.CharField(max_length=60)

    class Meta:
        ordering = ("one", "other")
        constraints = (models.UniqueConstraint(fields=("one", "other"), name="apart_once"),)

    def __str__(self) -> str:
        return phrase("{one} and {other}", one=self.one, other=self.other)
