"""A club that is run here."""

from __future__ import annotations

from django.db import models


class ClubHome(models.Model):
    """What a club keeps here besides its line in the register, where its name and town are.

    `slug` is its short name in the register and never changes; `owner` is an account's name.
    The rules are those that a night begins with: `lexica` are codes of word lists, the usual one
    first, `minutes` the time of each player. `version` rises with every command on the club.
    """

    slug = models.SlugField(max_length=60, unique=True)
    owner = models.CharField(max_length=150, blank=True)
    ruleset = models.CharField(max_length=20, default="club")
    overrides = models.JSONField(default=dict, blank=True)
    lexica = models.JSONField(default=list, blank=True)
    minutes = models.PositiveSmallIntegerField(default=25)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("slug",)

    def __str__(self) -> str:
        return self.slug
