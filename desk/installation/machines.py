"""The machines of a hall: which may follow this one, what this one follows, and taking over."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from core import hall
from core.errors import UserError
from core.following import spares
from core.following.machine import lead_again, machine_if_known
from core.models import Machine, Spare
from core.phrases import phrase
from core.web.hosts import reachable_host
from desk.access import for_operator

AGAIN_S = 10
_PAGE = "desk/installation/machines.html"


class SpareForm(forms.Form):
    """Names a machine that is to follow this one."""

    unmarked = ("name",)
    name = forms.CharField(
        max_length=60,
        label=phrase("What the other machine is called"),
        help_text=phrase("For you alone, such as “Ann’s laptop”."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_operator
def machines_desk(request: HttpRequest) -> HttpResponseBase:
    """Shows what this machine is in the hall; makes and takes back secrets, and takes over."""
    form = SpareForm(label_suffix="")
    if request.method != "POST":
        return _show(request, form)
    by = request.user.get_username()
    if "remove" in request.POST:
        spares.remove_spare(request.POST["remove"], by=by)
    elif "lead" in request.POST:
        lead_again(by=by)
    elif "take_over" in request.POST:
        return _take_over(request, by)
    else:
        form = SpareForm(request.POST, label_suffix="")
        if not form.is_valid():
            return _show(request, form)
        spare, secret = spares.add_spare(form.cleaned_data["name"], by=by)
        return _show(request, SpareForm(label_suffix=""), spare=spare, secret=secret)
    return redirect("desk-machines")


def _take_over(request: HttpRequest, by: str) -> HttpResponse:
    # Asks the other machine, sealed: loaded by who takes over.
    from core.following.begun import take_over  # noqa: PLC0415 - as said above
    from core.following.copying import Apart  # noqa: PLC0415 - as said above

    although = request.POST.get("although_it_answers") == "1"
    try:
        done = take_over(by=by, although_it_answers=although)
    except Apart as apart:
        messages.error(request, apart.message)
    except UserError as refused:
        messages.error(request, refused.message)
        if refused.code == "follow.main_answers":
            return _show(request, SpareForm(label_suffix=""), answers=True)
    else:
        said = phrase("{main} knows, and takes no more entries.", main=done.main)
        later = phrase("{main} is told as soon as it answers.", main=done.main)
        leads = phrase("This machine leads now.")
        messages.success(request, f"{leads} {said if done.has_told else later}")
    return redirect("desk-machines")


def _show(
    request: HttpRequest,
    form: SpareForm,
    *,
    spare: Spare | None = None,
    secret: str = "",
    answers: bool = False,
) -> HttpResponse:
    machine = machine_if_known()
    role = machine.role if machine else Machine.Role.LEADS
    follows = role == Machine.Role.FOLLOWS
    host = reachable_host(request) or f"{hall.lan_address() or '…'}:{request.get_port()}"
    context: dict[str, Any] = {
        "form": form,
        "machine": machine,
        "leads": role == Machine.Role.LEADS,
        "follows": follows,
        "told": _told(machine) if machine else "",
        "behind": _behind(machine) if machine and follows else "",
        "answers": answers,
        "spares": Spare.objects.order_by("made_at"),
        "spare": spare,
        "secret": secret,
        "line": f".venv/bin/python manage.py follow {request.scheme}://{host}/",
        "is_here": not reachable_host(request),
    }
    answer = render(request, _PAGE, context, status=422 if form.errors or answers else 200)
    if request.method == "GET" and follows:
        answer["Refresh"] = str(AGAIN_S)
    return answer


def _told(machine: Machine) -> str:
    from core.journal.shut import said_of  # noqa: PLC0415 - only on a machine that has a role

    return "" if machine.role == Machine.Role.LEADS else said_of(machine)


def _behind(machine: Machine) -> str:
    from core.following.begun import behind_in_words  # noqa: PLC0415 - only on a spare

    return behind_in_words(machine, timezone.now())
