"""Requests to the API as programs make them."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from api.tokens.making import make_token
from core.roles.table import Permission

SLUG = "spring"
DIVISION = f"events/{SLUG}/divisions/A"


def an_account(name: str, *, staff: bool = True, operator: bool = False) -> User:
    """Returns an account, made where there is none."""
    user, _ = User.objects.get_or_create(
        username=name, defaults={"is_staff": staff, "is_superuser": operator}
    )
    return user


@dataclass
class Program:
    """A program with a token, or with none."""

    token: str = ""
    client: Client = field(default_factory=Client)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Returns the answer; a body of bytes is sent as it is, anything else as JSON."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        if self.token:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        kind = headers.pop("Content-Type", "application/json")
        return self.client.generic(
            method,
            f"/api/v1/{path}",
            b"" if body is None else sent,
            content_type=kind if body is not None else "",
            headers=headers,
        )

    def get(self, path: str, **headers: str) -> Any:
        """Returns the answer to a read."""
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        """Returns the answer to a write."""
        return self.ask("POST", path, body, **headers)


def of(
    name: str, *, scope: Collection[Permission] = tuple(Permission), event: str = "", **more: Any
) -> Program:
    """Returns a program of an account, by a new token."""
    _, text = make_token(an_account(name, **more), "test", scope, days=1, event=event)
    return Program(text)


def error(answer: Any) -> dict[str, Any]:
    """Returns what the envelope says; an assertion fails where there is none."""
    said = answer.json()
    assert list(said) == ["error"], said
    assert {"code", "message", "request_id"} <= set(said["error"])
    found: dict[str, Any] = said["error"]
    return found
