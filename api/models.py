"""Tokens: what a program shows instead of a password."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from core.roles.table import Permission

_OF_EVERY_TOKEN = {Permission.PUBLIC, Permission.SIGNED_IN, Permission.UNDO}


class Token(models.Model):
    """A token of an account, as knox keeps it: its hash, never itself.

    The account may do less by it than at the desk: only what `permissions` name, and where `event`
    is the slug of one, only there. `token_key` are its first characters, by which it is found and
    known again. The columns of knox are written out: its own base loads Django REST framework.
    """

    digest = models.CharField(max_length=128, primary_key=True)
    token_key = models.CharField(max_length=25, db_index=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="auth_token_set"
    )
    created = models.DateTimeField(auto_now_add=True)
    expiry = models.DateTimeField(null=True)
    name = models.CharField(max_length=60)
    permissions = models.JSONField(default=list)
    event = models.CharField(max_length=60, blank=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created", "digest")

    def __str__(self) -> str:
        return f"{self.name} ({self.token_key}…)"

    @property
    def has_expired(self) -> bool:
        """Whether nobody is let in by it any more."""
        return self.expiry is not None and self.expiry <= timezone.now()

    @property
    def limits(self) -> frozenset[Permission]:
        """The permissions that the account has by it at most.

        What is anybody's is in every token, and undoing, which asks for what is undone besides. A
        name that another version knows and this one does not gives nothing.
        """
        known = {str(one) for one in Permission}
        named = {Permission(one) for one in self.permissions if one in known}
        return frozenset(named | _OF_EVERY_TOKEN)
