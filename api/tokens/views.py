"""The page of one's own tokens: all of them, a new one, and the button that revokes one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from api.tokens.forms import MEANINGS, TokenForm
from api.tokens.making import make_token, revoke, tokens_of
from core.errors import UserError
from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import needing


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own_tokens(request: HttpRequest) -> HttpResponseBase:
    """Lists one's tokens; makes one, whose text is shown this once, or revokes one."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if request.method != "POST":
        return _show(request, TokenForm(user=request.user))
    if digest := request.POST.get("revoke"):
        token = get_object_or_404(tokens_of(request.user), digest=digest[:128])
        revoke(token, by=request.user.get_username())
        messages.success(request, phrase("{name} was revoked.", name=token.name))
        return redirect("own-tokens")
    return _made(request, TokenForm(request.POST, user=request.user))


own_tokens = needing(own_tokens, Permission.SIGNED_IN)


def _made(request: HttpRequest, form: TokenForm) -> HttpResponse:
    if form.is_valid():
        given = form.cleaned_data
        try:
            _, text = make_token(
                request.user,
                given["name"],
                given["permissions"],
                days=given["days"],
                event=given["event"],
            )
            return _show(request, TokenForm(user=request.user), told=(given["name"], text))
        except UserError as refused:
            form.add_error(None, refused.message)
    return _show(request, form)


def _show(
    request: HttpRequest, form: TokenForm, told: tuple[str, str] | None = None
) -> HttpResponse:
    tokens = [
        (token, [words for one, words in MEANINGS.items() if str(one) in token.permissions])
        for token in tokens_of(request.user)
    ]
    context = {"form": form, "tokens": tokens, "told": told}
    status = 422 if form.errors else 200
    return render(request, "api/own_tokens.html", context, status=status)
