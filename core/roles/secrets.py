"""What is handed to somebody who is invited: a link or a code, of which only hashes are kept.

The hash is made with a key of this installation, so that nobody who has a journal can try codes
against it. The key goes with a backup, and so do the invitations.
"""

from __future__ import annotations

import hmac
import re
import secrets

from core.accounts import readable_words
from core.kept_keys import kept_key

KEY = "core.roles.invitations"
_LINK_BYTES = 20
"""160 bits of chance."""
_NO_LETTER = re.compile(r"[^a-z]")


def new_link() -> str:
    """Returns the secret part of a new link."""
    return secrets.token_urlsafe(_LINK_BYTES)


def new_code(number: int | None = None) -> str:
    """Returns a new code to read aloud and type: three groups of letters, 37 bits of chance.

    A `number` of 256 bits, where there is one, stands for the chance.
    """
    return readable_words(3, number)


def hash_of_link(link: str) -> str:
    """Returns the hash of the secret part of a link, in hexadecimal digits."""
    return _hash("link", link)


def hash_of_code(typed: str) -> str:
    """Returns the hash of a code as somebody types it: with or without hyphens, in any case."""
    return _hash("code", _NO_LETTER.sub("", typed.lower()))


def _hash(kind: str, secret: str) -> str:
    return hmac.digest(kept_key(KEY), f"{kind}:{secret}".encode(), "sha256").hex()
