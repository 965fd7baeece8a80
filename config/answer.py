"""What the web server says around an answer of the application's."""

from __future__ import annotations

from waitress.task import WSGITask


class Answer(WSGITask):  # type: ignore[misc] # waitress says no types
    """An answer. One that has no body by its status leaves the connection open (RFC 9112, 6.3).

    Waitress closes after every answer that tells no length, so each 304 cost a new connection.
    """

    _may_stay = False

    def build_response_header(self) -> bytes:
        """Return the head of the answer, as it is sent."""
        asked = self.request.headers.get("CONNECTION", "").lower()
        self._may_stay = not self.has_body and self.version == "1.1" and asked != "close"
        head: bytes = super().build_response_header()
        self._may_stay = False
        return head

    def set_close_on_finish(self) -> None:
        """Have the connection closed after this answer, unless it is only for want of a length."""
        if not self._may_stay:
            super().set_close_on_finish()
