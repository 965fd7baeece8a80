"""Who is a member of a club and until when, and who must not play there."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from clubs.models.club import ClubHome
from core.phrases import phrase


class Membership(models.Model):
    """A term of a member in a club, from one day through another; `last` is None for life.

    `number` names it in its club, `player` is the key of a person in the register. `kind` is one of
    `clubs.membership.terms.kinds`. `paid` is what a receipt or an account book calls its payment,
    and `note` is for those who keep the members.
    """

    club = models.ForeignKey(ClubHome, on_delete=models.PROTECT, related_name="memberships")
    number = models.PositiveIntegerField()
    player = models.CharField(max_length=60)
    kind = models.CharField(max_length=12)
    first = models.DateField()
    last = models.DateField(null=True, blank=True)
    paid = models.CharField(max_length=60, blank=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("club", "number"), name="membership_number_once"),
            models.CheckConstraint(
                condition=Q(last__isnull=True) | Q(last__gte=F("first")),
                name="membership_ends_after_it_begins",
            ),
        )
        indexes = (models.Index(fields=("club", "player"), name="membership_of_player"),)

    def __str__(self) -> str:
        return phrase("{player} from {first}", player=self.player, first=self.first)


class AssociationMembership(models.Model):
    """What a member of a club has in an association; `expires` is None for life."""

    club = models.ForeignKey(
        ClubHome, on_delete=models.PROTECT, related_name="association_memberships"
    )
    player = models.CharField(max_length=60)
    association = models.CharField(max_length=20)
    member_number = models.CharField(max_length=20, blank=True)
    expires = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ("player", "association")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "player", "association"), name="once_in_an_association"
            ),
        )

    def __str__(self) -> str:
        return phrase("{player} in {association}", player=self.player, association=self.association)


class MemberSuspension(models.Model):
    """Days on which somebody must not play at a club; `last` is None until further notice.

    `number` names it in its club; `note` is for those who keep the members.
    """

    club = models.ForeignKey(ClubHome, on_delete=models.PROTECT, related_name="suspensions")
    number = models.PositiveIntegerField()
    player = models.CharField(max_length=60)
    first = models.DateField()
    last = models.DateField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("club", "number"), name="suspension_number_once"),
            models.CheckConstraint(
                condition=Q(last__isnull=True) | Q(last__gte=F("first")),
                name="suspension_ends_after_it_begins",
            ),
        )

    def __str__(self) -> str:
        return phrase("{player} from {first}", player=self.player, first=self.first)
