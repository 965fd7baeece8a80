"""The demonstration at the desk: an operator sees what is here of it, and removes it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render

from clubs.demonstration.commands import RemoveDemonstration
from clubs.demonstration.jobs.removing import remove_demonstration
from clubs.demonstration.pages import said_of
from clubs.demonstration.queries.made import made
from core.errors import UserError
from core.phrases import phrase
from core.web.view_access import writes
from desk.access import actor_of, for_operator


@writes(RemoveDemonstration)
@for_operator
def demonstration_desk(request: HttpRequest) -> HttpResponseBase:
    """Says what is here of the demonstration; removes it once that is confirmed."""
    wrong = ""
    if request.method == "POST":
        try:
            if request.POST.get("confirmed") != "yes":
                raise UserError(phrase("Tick that it is to be removed."), code="confirm")
            found = remove_demonstration(actor_of(request))
        except UserError as refused:
            wrong = refused.message
        else:
            messages.success(request, phrase("Removed: {what}.", what=said_of(found)))
            return redirect("desk-demonstration")
    found = made()
    context = {"what": said_of(found) if found.journals() else "", "wrong": wrong}
    status = 422 if wrong else 200
    return render(request, "clubs/demonstration/desk.html", context, status=status)
