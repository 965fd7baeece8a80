"""Everything that is refused, in the envelope, with the status that follows from its kind."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from drf_standardized_errors.formatter import ExceptionFormatter
from drf_standardized_errors.handler import ExceptionHandler
from rest_framework import exceptions
from rest_framework.exceptions import APIException

from api.strict_json import WHY, MalformedRequest
from core.errors import UserError
from core.journal.errors import Conflict, NeedsConfirmation, NotAllowed
from core.phrases import phrase
from core.web.envelope import envelope

STATUSES = {
    "command.malformed": 400,
    "query.cursor": 404,
    "idempotency.conflict": 422,
    "version.changed": 412,
}
"""The statuses of single codes; the others go by the kind of the error."""

_WORDS: dict[type[APIException], tuple[str, str]] = {
    exceptions.NotAuthenticated: (
        "not_signed_in",
        phrase("Send a token in the header Authorization: Bearer …, or sign in."),
    ),
    exceptions.AuthenticationFailed: (
        "token.unknown",
        phrase("This token is unknown, revoked or has expired."),
    ),
    exceptions.MethodNotAllowed: (
        "method.unknown",
        phrase("This address does not take that method."),
    ),
    exceptions.NotAcceptable: (
        "accept.unknown",
        phrase("Answers are JSON; accept application/json."),
    ),
    exceptions.UnsupportedMediaType: (
        "body.type",
        phrase("Send the body as application/json."),
    ),
    exceptions.Throttled: (
        "too_many",
        phrase("Too many requests; wait as long as Retry-After says."),
    ),
    exceptions.NotFound: ("address.unknown", phrase("There is nothing at this address.")),
    exceptions.PermissionDenied: ("not_allowed", phrase("This is not allowed.")),
}


class Refusal(APIException):
    """What a user can mend, with its status; `details` stand in the envelope as they are."""

    def __init__(
        self,
        error: UserError,
        status: int,
        *,
        journal_entry: int | None = None,
        **details: Any,
    ) -> None:
        super().__init__(str(error.message), error.code)
        self.error, self.status_code = error, status
        self.journal_entry, self.details = journal_entry, details


class EnvelopeFormatter(ExceptionFormatter):
    """Words an error as the envelope, in place of the list of errors of the package."""

    def run(self) -> dict[str, Any]:
        """Returns the envelope."""
        request = self.context["request"]
        request_id = getattr(request, "request_id", "")
        exc: Any = self.exc
        if isinstance(exc, Refusal):
            return envelope(
                exc.error.code,
                exc.error.message,
                field=exc.error.field,
                request_id=request_id,
                journal_entry=exc.journal_entry,
                details=exc.details or None,
            )
        known = [words for kind, words in _WORDS.items() if isinstance(exc, kind)]
        code, message = known[0] if known else ("request.malformed", str(exc.detail))
        return envelope(code, message, request_id=request_id)


class EnvelopeHandler(ExceptionHandler):
    """Answers what a user can mend; a fault of ours goes on to Django, which logs and words it."""

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        """Returns what stands for an exception in Django REST framework."""
        if isinstance(exc, UserError):
            return refusal_of(exc, self.context.get("kwargs") or {})
        if isinstance(exc, RequestDataTooBig):
            too_large = UserError(phrase("The request is too large."), code="body.too_large")
            return Refusal(too_large, 413)
        if isinstance(exc, Http404):
            return exceptions.NotFound()
        if isinstance(exc, PermissionDenied):
            return exceptions.PermissionDenied()
        return exc

    def should_not_handle(self, exc: Exception) -> bool:
        """Returns whether this is a fault of ours, or trouble of the machine."""
        return not isinstance(exc, APIException)

    def format_exception(self, exc: APIException) -> dict[str, Any]:
        """Returns the envelope of an error."""
        said: dict[str, Any] = EnvelopeFormatter(exc, self.context, self.exc).run()
        return said


def answer_error(exc: Exception, context: Any) -> Any:
    """Returns the answer for what a view raised, None for a fault of ours."""
    return EnvelopeHandler(exc, context).run()


def refusal_of(error: UserError, path: dict[str, Any]) -> Refusal:
    """Returns a user's mistake with its status; what is not there at the address is a 404."""
    if isinstance(error, NeedsConfirmation):
        confirm = {"field": "confirmed", "value": True}
        return Refusal(error, 409, confirm=confirm)
    if error.code == "idempotency.conflict":
        error.message = phrase("This Idempotency-Key came with another request before.")
    if error.code in STATUSES:
        return Refusal(error, STATUSES[error.code])
    if isinstance(error, MalformedRequest):
        return Refusal(error, 400)
    if error.code.startswith("reason."):
        error.field = WHY
    if isinstance(error, NotAllowed):
        return Refusal(error, 403)
    if isinstance(error, Conflict):
        return Refusal(error, 409)
    kind, _, fault = error.code.partition(".")
    if fault in ("unknown", "no_entry") and kind in {*path, "journal"}:
        return Refusal(error, 404)
    # What came later and stands in the way of an undo is named by its number in the log.
    if kind == "undo" and (error.field or "").isdecimal():
        return Refusal(error, 422, journal_entry=int(error.field or 0))
    return Refusal(error, 422)
