"""The door through which a spare asks: what it sends is sealed, and so is what it gets."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

_TYPE = "application/octet-stream"


@csrf_exempt
@never_cache
@require_POST
def answer_spare(request: HttpRequest, ident: str) -> HttpResponse:
    """Answers who has a secret of this machine; everybody else gets 403 and no word why.

    No browser comes here, and a form of another site cannot seal anything.
    """
    # A hall without a spare loads no cryptography.
    from core.following.sealing import NotSealed  # noqa: PLC0415 - as said above
    from core.following.serving import answer_to  # noqa: PLC0415 - as said above

    try:
        return HttpResponse(answer_to(ident, request.body), content_type=_TYPE)
    except NotSealed:
        return HttpResponse("", status=403, content_type="text/plain")
