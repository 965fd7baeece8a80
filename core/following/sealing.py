"""What two machines say to each other, sealed with the secret that they share.

A hall's network speaks plain HTTP, and what goes over it holds hashes of passwords and the numbers
of players. So every ask and every answer is sealed by ChaCha20-Poly1305 (RFC 8439) with a key
derived from the secret by HKDF (RFC 5869): nobody without the secret reads, makes or changes one.
An answer is bound to the ask that it answers, so that a recorded one answers nothing else.
"""

from __future__ import annotations

import hashlib
import secrets
import zlib
from base64 import b32encode
from typing import Any

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

LARGEST = 256 * 2**20
"""Bytes of a message when it is unpacked: more is no honest one."""
_ABOUT = b"wallchart follow 1"
_NONCE, _GROUP, _GROUPS = 12, 5, 6


class NotSealed(Exception):
    """A message that nobody with the secret made for this place."""


def new_secret() -> str:
    """Returns a secret to be typed: a public group that names it, and 125 bits of chance."""
    letters = b32encode(secrets.token_bytes(20)).decode()[: _GROUP * _GROUPS]
    return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))


def read_secret(typed: str) -> tuple[str, str] | None:
    """Returns the name of a secret and its key in hexadecimal digits; None for what is none.

    Case, spaces and hyphens do not matter, and what looks like another letter means it.
    """
    plain = "".join(typed.upper().split()).replace("-", "").translate(str.maketrans("018", "OIB"))
    letters = set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    if len(plain) != _GROUP * _GROUPS or not set(plain) <= letters:
        return None
    derived = HKDF(SHA256(), 32, salt=None, info=_ABOUT).derive(plain.encode())
    return plain[:_GROUP], derived.hex()


def sealed(key: str, message: Any, *, bound_to: bytes) -> bytes:
    """Returns a message in JSON values, packed and sealed; `bound_to` is what it belongs to."""
    nonce = secrets.token_bytes(_NONCE)
    packed = zlib.compress(msgspec.json.encode(message), 1)
    return nonce + ChaCha20Poly1305(bytes.fromhex(key)).encrypt(nonce, packed, _ABOUT + bound_to)


def opened(key: str, data: bytes, *, bound_to: bytes) -> Any:
    """Returns the message that was sealed; raises NotSealed for anything else."""
    try:
        packed = ChaCha20Poly1305(bytes.fromhex(key)).decrypt(
            data[:_NONCE], data[_NONCE:], _ABOUT + bound_to
        )
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, LARGEST)
        if unpacking.unconsumed_tail:
            raise NotSealed
        return msgspec.json.decode(text)
    except (InvalidTag, ValueError, RecursionError, zlib.error) as wrong:
        raise NotSealed from wrong


def mark_of(ask: bytes) -> bytes:
    """Returns what an answer to a sealed ask is bound to."""
    return b" answer " + hashlib.sha256(ask).digest()


def asking(ident: str) -> bytes:
    """Returns what an ask under the secret of this name is bound to."""
    return b" ask " + ident.encode()
