"""The tokens of all accounts at the desk, and the button that revokes one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from api.models import Token
from api.tokens.making import revoke
from core.phrases import phrase
from desk.access import for_operator

SHOWN = 500


@require_http_methods(["GET", "HEAD", "POST"])
@for_operator
def tokens_desk(request: HttpRequest) -> HttpResponseBase:
    """Lists the tokens of everybody, the newest first, and revokes one."""
    rows = Token.objects.select_related("user")
    if request.method == "POST":
        token = get_object_or_404(rows, digest=request.POST.get("revoke", "")[:128])
        revoke(token, by=request.user.get_username())
        messages.success(
            request,
            phrase("{name} of {account} was revoked.", name=token.name, account=token.user),
        )
        return redirect("desk-tokens")
    return render(request, "desk/installation/tokens.html", {"tokens": rows[:SHOWN]})
