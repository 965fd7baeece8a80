"""What a page tells programs that share or list it: its own address, what it is, and a picture."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from urllib.parse import quote

from django.conf import settings

from core.web.hosts import is_only_here
from core.web.site import WEB, Site

_mirror: ContextVar[str] = ContextVar("the address of a mirror", default="")

_every_picture: ContextVar[bool] = ContextVar("a mirror has every picture", default=False)

PICTURE = "share.png"
"""The name of the picture of a page below it."""


@contextmanager
def mirrored_at(address: str) -> Iterator[None]:
    """Makes pages in the block for a mirror at an address, without a slash at its end.

    Where that is not known, pages tell the address of the site that they are of.
    """
    before = _mirror.set(address)
    try:
        yield
    finally:
        _mirror.reset(before)


@contextmanager
def with_every_picture() -> Iterator[None]:
    """Makes pages in the block for a mirror that has the pictures of players and games, too."""
    before = _every_picture.set(True)
    try:
        yield
    finally:
        _every_picture.reset(before)


def has_own_picture(site: Site | None = None) -> bool:
    """Returns whether the page of a player, an entry or a game has a picture of its own there; in
    the mirror that is being made, where no site is given.

    One takes as long as a few pages, so a mirror has them only where it was asked for them.
    """
    return site is WEB or (_every_picture.get() and bool(public_address()))


def public_address() -> str:
    """Returns the address by which the world reaches this site, without a slash at its end.

    For pages of a mirror that has one, it is that of the mirror. Otherwise it is the first whole
    name of `ALLOWED_HOSTS` where everything goes over HTTPS. Empty for a laptop in a hall, which
    has no name outside.
    """
    if _mirror.get():
        return _mirror.get()
    names = (name for name in settings.ALLOWED_HOSTS if name[:1] not in ("*", "."))
    host = next((name for name in names if not is_only_here(name)), "")
    return f"https://{host}" if host and settings.HTTPS_ONLY else ""


def shared_as(
    site: Site, path: str, *, title: str, about: str, picture: str = "", base: str = ""
) -> dict[str, Any]:
    """Returns the context by which a page says what it is to whoever shares it.

    `about` is a sentence; `picture` the path of an image of 1200 by 630 pixels; `base` the address
    by which the site was asked, where the page is made for who asked. A page on a disk names the
    page on the web where that has an address, and no picture.
    """
    base, is_web = public_address() or base, site is WEB or bool(_mirror.get())
    return {
        "shared": {
            "title": title,
            "about": about,
            "url": f"{base}{quote(path)}" if is_web or base else "",
            "picture": f"{base}{quote(picture)}" if picture and is_web else "",
        }
    }
