"""The views of Django REST framework, one for each address, made from its operations."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from typing import Any, ClassVar, cast

from django.http import HttpResponse, HttpResponseBase
from rest_framework.exceptions import APIException, NotAuthenticated
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from api.authentication import (
    BearerToken,
    OwnSession,
    actor_of,
    only_event_of,
    plain_request,
)
from api.description import OperationSchema
from api.errors import answer_error
from api.giving import Queued, act, give
from api.operations import Act, Asked, Give, Operation, ReadOperation, Stored, by_path
from api.permitting import must_be_let_in, must_may, must_sign_in
from api.reading import FIELDS, answer_read, query_of, stored_sparse, tagged
from api.stored import as_json, page_of, sent
from api.strict_json import MalformedRequest, read_object
from api.throttles import ByAddress, ByToken, own_throttles
from core.phrases import phrase
from core.web.store import JSON, text_of


class StrictJson(BaseParser):
    """Reads a body as `api.strict_json` does."""

    media_type = JSON

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """Returns the object; raises MalformedBody."""
        return read_object(stream.read())


class JsonRenderer(BaseRenderer):
    """Writes what is refused as JSON."""

    media_type, format, charset = JSON, "json", None

    def render(
        self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None
    ) -> bytes:
        """Returns the bytes."""
        return as_json(data)


class OneForm(DefaultContentNegotiation):
    """Answers are JSON: no parameter of the address chooses another form."""

    def filter_renderers(self, renderers: Any, format: str) -> Any:  # noqa: A002 - DRF's name
        """Returns the renderers as they are."""
        return renderers


class OperationView(APIView):
    """The operations at one address."""

    operations: ClassVar[dict[str, Operation]] = {}
    authentication_classes = (BearerToken, OwnSession)
    permission_classes = ()
    throttle_classes = (ByToken, ByAddress)
    parser_classes = (StrictJson,)
    renderer_classes = (JsonRenderer,)
    content_negotiation_class = OneForm
    metadata_class = None
    schema = OperationSchema()

    def get_exception_handler(self) -> Any:
        """Returns what answers with the envelope."""
        return answer_error

    @property
    def allowed_methods(self) -> list[str]:
        """The methods that there are; `Allow` names them."""
        return [*self.operations, *(["HEAD"] if "GET" in self.operations else [])]

    def perform_authentication(self, request: Request) -> None:
        """Finds who asks; who shows what lets nobody in is counted by the address all the same."""
        try:
            super().perform_authentication(request)
        except APIException:
            self.check_throttles(request)
            raise

    def get_throttles(self) -> list[Any]:
        """Returns what counts the requests here; a rate of its own is used up by no stranger."""
        operation = self.operations.get(str(self.request.method))
        if not operation or not operation.rate or not self.request.user.is_authenticated:
            return super().get_throttles()
        return [*super().get_throttles(), *own_throttles(operation.rate)]

    def finalize_response(  # type: ignore[override] # any answer of Django's is one
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        """Returns the answer; what is refused is kept by nobody."""
        answer: HttpResponseBase = super().finalize_response(request, response, *args, **kwargs)
        if answer.status_code >= 400:
            answer["Cache-Control"] = "no-store"
        return answer

    def read(self, request: Request, **path: Any) -> HttpResponseBase:
        """Returns the answer of the operation that reads here."""
        operation = self.operations["GET"]
        assert isinstance(operation, ReadOperation)
        asked = _asked(request, path)
        if must_sign_in(operation) and not request.user.is_authenticated:
            raise NotAuthenticated
        must_may(operation, asked)
        if isinstance(operation, Stored):
            return _read_stored(request, operation, path)
        return answer_read(request, operation, asked)

    def write(self, request: Request, **path: Any) -> HttpResponse:
        """Gives the command of the operation that writes here, or acts; returns what came of it."""
        operation = self.operations[str(request.method)]
        assert isinstance(operation, Give | Act)
        if not request.user.is_authenticated and must_sign_in(operation):
            raise NotAuthenticated
        query_of(request, ())
        key, tag = _guards(request)
        asked = _asked(request, path, key)
        if operation.brings_files:
            must_be_let_in(operation, asked)
        body = cast("dict[str, Any]", request.data)
        done: Any
        if isinstance(operation, Act):
            done = act(operation, asked, body, if_match=tag)
        else:
            done = give(operation, asked, body, key=key, if_match=tag)
        status = HTTPStatus.ACCEPTED if isinstance(done, Queued) else HTTPStatus.OK
        told = as_json(done.job if isinstance(done, Queued) else done)
        answer = HttpResponse(told, content_type=JSON, status=status)
        answer["Cache-Control"] = "no-store"
        return answer


def _asked(request: Request, path: dict[str, Any], key: str = "") -> Asked:
    """Returns who asks for what, from where."""
    return Asked(
        actor_of(request),
        path,
        only_event=only_event_of(request),
        key=key,
        site=plain_request(request).build_absolute_uri("/"),
    )


def _guards(request: Request) -> tuple[str, str]:
    """Returns the key and the tag that guard a write, empty for none that is sent.

    Raises MalformedRequest for one that is sent empty, which would guard nothing.
    """
    for name in ("Idempotency-Key", "If-Match"):
        if request.headers.get(name) == "":
            raise MalformedRequest(
                phrase("The header {name} is empty.", name=name),
                code="header.empty",
                field=name,
            )
    return request.headers.get("Idempotency-Key", ""), request.headers.get("If-Match", "")


def _read_stored(request: Request, operation: Stored, path: dict[str, Any]) -> HttpResponse:
    """Returns a stored answer of this moment: whoever shows a token reads what they wrote."""
    said = query_of(request, (FIELDS,))
    plain = plain_request(request)
    page = page_of(plain, operation, path, current=True)
    if page is None or FIELDS not in said:
        return sent(plain, page)
    return tagged(request, stored_sparse(operation, text_of(page), said[FIELDS]))


@cache
def view_of(route: str) -> Callable[..., Any]:
    """Returns the view of an address."""
    operations = by_path()[route]
    methods = {
        method.lower(): OperationView.read if method == "GET" else OperationView.write
        for method in operations
    }
    made: Any = type("View", (OperationView,), {**methods, "operations": operations})
    view: Callable[..., Any] = made.as_view()
    return view
