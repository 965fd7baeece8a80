"""What a page tells programs that share or list it: its own address, what it is, and a picture."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django.conf import settings

from core.web.hosts import is_only_here
from core.web.site import HOME, Site

PICTURE = "share.png"
"""The name of the picture of a page below it."""


def public_address() -> str:
    """Returns the address by which the world reaches this site, without a slash at its end.

    It is the first whole name of `ALLOWED_HOSTS` where everything goes over HTTPS. Empty for a
    laptop in a hall, which has no name outside.
    """
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
    base, is_web = public_address() or base, bool(site.href(HOME))
    return {
        "shared": {
            "title": title,
            "about": about,
            "url": f"{base}{quote(path)}" if is_web or base else "",
            "picture": f"{base}{quote(picture)}" if picture and is_web else "",
        }
    }
