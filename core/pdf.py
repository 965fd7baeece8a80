"""A page of this installation as a PDF, made by the Chromium of the machine, if it has one.

The browser gets one file, with the style sheets and the font in it. It runs no script of it and is
given no network: what is on the page is the page.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

from core.errors import UserError
from core.phrases import phrase

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
STYLES = (
    "css/tokens.css",
    "css/components.css",
    "css/wall.css",
    "css/print.css",
    "css/papers.css",
)
FONT = "fonts/wallchart-sans.woff2"
MAKING_S = 120
_HEAD_PART = re.compile(r"<(?:link|script)\b[^>]*>(?:</script>)?")
_BARRED = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"


def browser() -> str | None:
    """Returns the program that makes PDFs here, None without one."""
    names = (settings.CHROMIUM,) if settings.CHROMIUM else BROWSERS
    return next(filter(None, map(shutil.which, names)), None)


def write_pdf(page: str, path: Path) -> None:
    """Writes a page, as it was rendered, to a file as PDF.

    Raises UserError where the machine has no browser for it, or that one fails.
    """
    program = browser()
    if program is None:
        raise UserError(
            phrase("This machine has no Chromium to make a PDF with: print from the browser."),
            code="pdf.no_browser",
        )
    source = path.with_suffix(".html")
    source.write_text(standalone(page), encoding="utf-8")
    home = path.parent / "browser"
    flags = ["--headless", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={home}"]
    # Chromium's own sandbox refuses to run for root, who has containers to themselves.
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags += ["--no-sandbox"] if is_root else []
    command = [program, *flags, f"--print-to-pdf={path}", source.as_uri()]
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, timeout=MAKING_S, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        raise _failed() from None
    if done.returncode or not path.exists():
        raise _failed()


def standalone(page: str) -> str:
    """Returns a rendered page with its styles and font in it, and nothing that leads elsewhere."""
    styles = "\n".join(_static(name).decode() for name in STYLES)
    font = base64.b64encode(_static(FONT)).decode()
    styles = styles.replace(f"../{FONT}", f"data:font/woff2;base64,{font}")
    bare = _HEAD_PART.sub("", page)
    barred = f'<meta http-equiv="Content-Security-Policy" content="{_BARRED}">'
    return bare.replace("</title>", f"</title>{barred}<style>{styles}</style>", 1)


def _static(name: str) -> bytes:
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    return Path(path).read_bytes()


def _failed() -> UserError:
    return UserError(
        phrase("Chromium could not make the PDF: print from the browser."), code="pdf.failed"
    )
