"""Gives an account another password: Django's command, but on a spare."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.core.management.base import CommandError

from core.accounts import refuse_on_a_spare
from core.errors import UserError


class Command(changepassword.Command):
    """Refuses on a machine that follows another: its accounts come from there, also this one."""

    def handle(self, *args: Any, **options: Any) -> str:
        """Asks for the password twice and returns what was done. Raises CommandError."""
        try:
            refuse_on_a_spare()
        except UserError as refused:
            raise CommandError(str(refused.message)) from refused
        return str(super().handle(*args, **options))
