"""Who asks: somebody with a token, or somebody who is signed in with this browser."""

from __future__ import annotations

from datetime import timedelta
from hmac import compare_digest
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.settings import CONSTANTS
from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication

from api.models import Token
from core.actors import Actor
from core.prepared import Given, PreparedQuery
from core.web.device import device_of

USED_AGAIN = timedelta(minutes=1)
"""The last use of a token is written down no more often than this."""


class BearerToken(TokenAuthentication):  # type: ignore[misc] # knox says no types
    """Takes a token of knox from `Authorization: Bearer`; an expired one is nobody's."""

    def authenticate_header(self, request: Any) -> str:
        """Returns how one is asked to show a token."""
        return "Bearer"

    def authenticate(self, request: Any) -> Any:
        """Returns the account and the token, None where none is shown. Any other way is refused:
        whoever shows a password must not take the answer for that of their account.
        """
        if request.META.get("HTTP_AUTHORIZATION", "").strip() and not _is_bearer(request):
            raise exceptions.NotAuthenticated
        return super().authenticate(request)

    def authenticate_credentials(self, token: bytes) -> tuple[AbstractBaseUser, Token]:
        """Returns the account and the token; AuthenticationFailed for one that is not in force."""
        if not token.isalnum():
            raise exceptions.AuthenticationFailed
        user, found = self.validate_user(_in_force(token.decode()))
        now = timezone.now()
        if found.used_at is None or now - found.used_at > USED_AGAIN:
            Token.objects.filter(pk=found.pk).update(used_at=now)
        return user, found


def _in_force(text: str) -> Token:
    """Returns the token with this text, as knox finds it; AuthenticationFailed if there is none.

    An expired one is passed over; its owner still sees it in the list until it is removed.
    """
    digest = hash_token(text)
    for found in _beginning_with(token_key=text[: CONSTANTS.TOKEN_KEY_LENGTH]):
        if not found.has_expired and compare_digest(digest, found.digest):
            return found
    raise exceptions.AuthenticationFailed


@PreparedQuery
def _beginning_with(token_key: Given) -> QuerySet[Token]:
    return Token.objects.filter(token_key=token_key).select_related("user").order_by()


class OwnSession(SessionAuthentication):
    """Takes who is signed in; whoever writes by a session brings Django's token of the form."""


def _is_bearer(request: Any) -> bool:
    return str(request.META["HTTP_AUTHORIZATION"]).lower().startswith("bearer ")


def actor_of(request: Any) -> Actor:
    """Returns the person who asks, as the journal names them, with what their token allows."""
    token = request.auth if isinstance(request.auth, Token) else None
    user = request.user
    name = user.get_username() if user.is_authenticated else ""
    device = device_of(plain_request(request))
    if token is None:
        return Actor(name=name, user=user, device=device)
    return Actor(name=name, user=user, device=f"{token.name}, {device}", limits=token.limits)


def only_event_of(request: Any) -> str:
    """Returns the slug of the only event in which a token may do anything, else empty."""
    return request.auth.event if isinstance(request.auth, Token) else ""


def plain_request(request: Any) -> HttpRequest:
    """Returns Django's request below that of Django REST framework."""
    found: HttpRequest = request._request  # noqa: SLF001 - documented for exactly this
    return found
