"""Where a folder is sent: an SFTP account, a bucket, or a folder over rsync, checked as typed.

All input is hostile: what is kept here becomes an address, a path or a word of a command line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any

from core.errors import UserError
from core.phrases import phrase

HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", re.ASCII)
_USER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.@-]{0,62}", re.ASCII)
_PATH = re.compile(r"/?[A-Za-z0-9_][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*)*", re.ASCII)
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]", re.ASCII)
_REGION = re.compile(r"[a-z0-9-]{0,40}", re.ASCII)
_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}", re.ASCII)
_KEY_FILE = re.compile(r"/[^\x00-\x1f\x7f]{1,399}")


class Kind(StrEnum):
    """How a folder is sent."""

    SFTP = "sftp"
    S3 = "s3"
    RSYNC = "rsync"


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a folder is sent. What a kind does not use is empty.

    `folder` is a path on the host, or how the names in a bucket begin. `user` is the account, or
    the access key of a bucket. `host_key` is the fingerprint that the host has to show.
    """

    kind: Kind
    host: str
    port: int = 0
    user: str = ""
    folder: str = ""
    key_file: str = ""
    host_key: str = ""
    bucket: str = ""
    region: str = ""
    is_plain: bool = False


def checked_place(values: Mapping[str, Any]) -> Place:
    """Returns the place that these values name; raises UserError with the field that is wrong."""
    kind = Kind(values["kind"])
    place = Place(
        kind=kind,
        host=str(values.get("host") or "").strip(),
        port=int(values.get("port") or 0),
        user=str(values.get("user") or "").strip(),
        folder=str(values.get("folder") or "").strip().rstrip("/"),
        key_file=str(values.get("key_file") or "").strip(),
        host_key=str(values.get("host_key") or "").strip().rstrip("="),
        bucket=str(values.get("bucket") or "").strip(),
        region=str(values.get("region") or "").strip(),
        is_plain=bool(values.get("is_plain")),
    )
    _check_address(place)
    if kind == Kind.S3:
        _check_bucket(place)
    else:
        _check_ssh(place)
    return place


def _check_address(place: Place) -> None:
    if not HOST.fullmatch(place.host) or ".." in place.host:
        raise _wrong("host", phrase("Give the name of the host, such as www.example.org."))
    if not 0 <= place.port <= 65_535:
        raise _wrong("port", phrase("A port is a number from 1 to 65535; empty takes the usual."))
    is_path = bool(_PATH.fullmatch(place.folder)) and ".." not in place.folder.split("/")
    if not is_path and not (place.kind == Kind.S3 and place.folder == ""):
        raise _wrong(
            "folder",
            phrase("A folder has letters, digits, dots, hyphens and slashes, and no “..”."),
        )
    if place.kind == Kind.S3 and place.folder.startswith("/"):
        raise _wrong("folder", phrase("In a bucket, a folder does not begin with a slash."))


def _check_bucket(place: Place) -> None:
    if not _BUCKET.fullmatch(place.bucket) or ".." in place.bucket:
        raise _wrong("bucket", phrase("Give the name of the bucket, in lower-case letters."))
    if not _REGION.fullmatch(place.region):
        raise _wrong("region", phrase("A region is a word such as eu-central-1."))
    if not place.user or not place.user.isascii() or not place.user.isprintable():
        raise _wrong("user", phrase("Give the access key of the bucket."))


def _check_ssh(place: Place) -> None:
    if not _USER.fullmatch(place.user):
        raise _wrong("user", phrase("Give the name of the account on the host."))
    if place.host_key and not _FINGERPRINT.fullmatch(place.host_key):
        raise _wrong("host_key", phrase("A host key is written SHA256: and 43 characters."))
    if place.key_file and not _KEY_FILE.fullmatch(place.key_file):
        raise _wrong("key_file", phrase("Give the full path of the key file on this computer."))
    if place.kind == Kind.RSYNC and not place.key_file:
        raise _wrong("key_file", phrase("rsync signs in with a key file; give its path."))


def is_safe_name(name: str) -> bool:
    """Returns whether a name of a file stays in its folder."""
    path = PurePosixPath(name)
    return bool(name) and not path.is_absolute() and ".." not in path.parts and "\0" not in name


def _wrong(field: str, sentence: str) -> UserError:
    return UserError(sentence, code="push.place", field=field)
