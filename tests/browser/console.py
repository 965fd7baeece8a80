"""The console of a browser: silent on every page, unless a test names a message beforehand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError

# A page that is left gives up what it was still asking for.
_LEFT = "net::ERR_ABORTED"
_STATUS = "Failed to load resource: the server responded with a status of 4"
# Whoever is in a field before the page has put the cursor into its first one stays there.
_IN_A_FIELD = "info: Autofocus processing was blocked because a document already has a focused"


class Console:
    """Everything that the pages of a test say to the console, throw, or ask for in vain.

    That a page itself is a refusal, 404 or 422 say, is no fault of a page: Chromium says so of
    every such answer that it shows. Whatever a page asks for besides has to be there. Nor is it one
    that a field was chosen, by a quick test too, before the page put the cursor anywhere.
    """

    def __init__(self) -> None:
        self._said: list[tuple[str, str]] = []
        self._refusals: set[str] = set()

    def listen(self, context: BrowserContext) -> None:
        """Listens to every page that is opened in a context, from its first message on."""
        context.on("console", self._message)
        context.on("weberror", self._thrown)
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)

    def faults(self, expected: Sequence[str], allowed: Sequence[str] = ()) -> list[str]:
        """Returns the lines that no pattern expects or allows, and the patterns without one."""
        said = [
            f"{what} ({where})" for what, where in self._said if not self._is_no_fault(what, where)
        ]
        unexpected = [
            one for one in said if not any(re.search(p, one) for p in (*expected, *allowed))
        ]
        unsaid = [p for p in expected if not any(re.search(p, one) for one in said)]
        return [*unexpected, *(f"never said: {pattern}" for pattern in unsaid)]

    def _is_no_fault(self, what: str, where: str) -> bool:
        if what.startswith(f"error: {_STATUS}"):
            return where in self._refusals
        return what.startswith(_IN_A_FIELD)

    def _message(self, message: ConsoleMessage) -> None:
        where = str(message.location.get("url", ""))
        self._said.append((f"{message.type}: {message.text}", where))

    def _thrown(self, error: WebError) -> None:
        self._said.append((f"thrown: {error.error}", error.page.url if error.page else ""))

    def _failed(self, request: Request) -> None:
        if request.failure != _LEFT:
            self._said.append((f"failed: {request.failure}", request.url))

    def _answered(self, response: Response) -> None:
        if response.request.is_navigation_request() and 400 <= response.status < 500:
            self._refusals.add(response.url)
