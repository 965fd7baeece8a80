"""Tokens made, listed and revoked; each is told once, and kept as its hash alone."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from api.models import Token
from core.errors import UserError
from core.log import Log
from core.phrases import phrase
from core.signing_out import end_with_sessions

MOST = 30
"""How many tokens an account can have in force."""
LONGEST_DAYS = 366

log = Log(__name__)


def make_token(
    user: Any, name: str, permissions: Collection[str], *, days: int, event: str = ""
) -> tuple[Token, str]:
    """Makes a token of an account and returns it with its text, which is kept nowhere.

    Raises UserError where the account has too many already.
    """
    # Both load parts of Django REST framework, which a page that makes no token does not need.
    from knox.models import get_digest_token  # noqa: PLC0415
    from knox.settings import CONSTANTS  # noqa: PLC0415

    now = timezone.now()
    if tokens_of(user).filter(expiry__gt=now).count() >= MOST:
        raise UserError(
            phrase("You have {most} tokens; revoke one first.", most=MOST), code="token.too_many"
        )
    digest, text = get_digest_token()
    token = Token.objects.create(
        digest=digest,
        token_key=text[: CONSTANTS.TOKEN_KEY_LENGTH],
        user=user,
        expiry=now + timedelta(days=days),
        name=name,
        permissions=sorted(map(str, permissions)),
        event=event,
    )
    log.info("tokens.made", account=user.get_username(), token=token.token_key, name=name)
    return token, text


def tokens_of(user: Any) -> QuerySet[Token]:
    """Returns the tokens of an account, the newest first."""
    return Token.objects.filter(user=user)


def revoke(token: Token, *, by: str) -> None:
    """Removes a token: nobody is let in by it from the next request on."""
    log.info("tokens.revoked", account=token.user.get_username(), token=token.token_key, by=by)
    token.delete()


@end_with_sessions
def drop_tokens(user: Any) -> None:
    """Removes all tokens of an account that is signed out everywhere."""
    tokens_of(user).delete()
