"""Results for a rating authority: what it would refuse, what to look at, and the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from core.phrases import phrase
from core.roles.access import is_operator
from core.roles.table import Permission
from core.web.view_access import reads
from tournaments.formats.submission import AUTHORITIES, Form, form_of, write_submission
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.desk.context import desk_link, reopening_link
from tournaments.models import Tournament
from tournaments.submission.forms import SubmissionForm
from tournaments.submission.queries.checks import (
    CheckedSubmission,
    SubmissionFinding,
    check_submission,
)
from tournaments.submission.queries.submitted import (
    SubmissionGround,
    lists_to_compare,
    submission_ground,
)

_OF_THE_REGISTER = ("change-player",)
_ON_THIS_PAGE = {"held_on": "#id_held_on", "list": "#id_rating_list"}
_SHOWN = 6
"""How many findings of a kind are shown open; the rest is folded."""


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding with the address of the page where to correct it, empty without one."""

    message: str
    href: str


@dataclass(frozen=True, slots=True)
class ShownKind:
    """The findings of one kind: those shown, and those that are folded."""

    shown: list[ShownFinding]
    folded: list[ShownFinding]


@reads
@in_event(Permission.DIRECT)
def submission_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows what an authority would say to the results, or sends the file for it.

    A file that would be refused is sent only where the address says `anyway`.
    """
    form = SubmissionForm(request.GET, event=event, lists=lists_to_compare())
    if not form.is_valid():
        return render(
            request, "tournaments/submission/submission.html", _frame(event, form), status=422
        )
    ground = _ground(request, event, form)
    checked = check_submission(ground)
    wanted, insists = request.GET.get("download"), request.GET.get("anyway") == "yes"
    if wanted is None:
        return _page(request, ground, checked, form)
    if form_of(form.authority.key, wanted) is None:
        raise Http404(phrase("There is no such form."))
    if not ground.divisions or not (checked.is_ready or insists):
        return _page(request, ground, checked, form, status=409)
    return _file(ground, form, wanted)


def _ground(request: HttpRequest, event: Tournament, form: SubmissionForm) -> SubmissionGround:
    return submission_ground(
        event,
        form.authority.key,
        today=timezone.localdate(),
        held_on=form.day,
        list_key=form.cleaned_data["rating_list"],
        sees_numbers=is_operator(request.user),
    )


def _file(ground: SubmissionGround, form: SubmissionForm, wanted: str) -> HttpResponse:
    written = write_submission(
        ground.submission,
        ground.authority.key,
        stem=ground.event.slug,
        form=wanted,
        byes=form.wants_byes,
    )
    answer = HttpResponse(written.data, content_type=written.media_type)
    answer["Content-Disposition"] = f'attachment; filename="{written.name}"'
    return answer


def _page(
    request: HttpRequest,
    ground: SubmissionGround,
    checked: CheckedSubmission,
    form: SubmissionForm,
    *,
    status: int = 200,
) -> HttpResponse:
    chosen = {name: value for name, value in form.cleaned_data.items() if value}
    slug, here = ground.event.slug, {**chosen, "to": ground.authority.key}
    insists = bool(request.GET.get("anyway"))
    context = _frame(ground.event, form) | {
        "ground": ground,
        "checked": checked,
        "refused": _kinds(slug, checked.refused),
        "to_look_at": _kinds(slug, checked.to_look_at),
        "reopen": reopening_link(ground.event) if _is_mended_there(checked) else "",
        "insists": insists,
        "ask": _href(slug, {**here, "anyway": "ask"}),
        "back": _href(slug, here),
        "downloads": [_download(slug, here, one, checked) for one in ground.authority.forms],
    }
    return render(request, "tournaments/submission/submission.html", context, status=status)


def _frame(event: Tournament, form: SubmissionForm) -> dict[str, Any]:
    tabs = [
        (one.title, _href(event.slug, {"to": key}), key == form.authority.key)
        for key, one in AUTHORITIES.items()
    ]
    return {"event": event, "tab": "event", "form": form, "authorities": tabs}


def _download(
    slug: str, here: dict[str, Any], form: Form, checked: CheckedSubmission
) -> tuple[str, str]:
    anyway = {} if checked.is_ready else {"anyway": "yes"}
    return form.title, _href(slug, {**here, "download": form.key, **anyway})


def _kinds(slug: str, findings: tuple[SubmissionFinding, ...]) -> list[ShownKind]:
    by_code: dict[str, list[ShownFinding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(_shown(slug, finding))
    return [ShownKind(found[:_SHOWN], found[_SHOWN:]) for found in by_code.values()]


def _is_mended_there(checked: CheckedSubmission) -> bool:
    """Returns whether the event itself needs a correction, for which it must be open."""
    return any(one.mend and one.mend not in _OF_THE_REGISTER for one in checked.findings)


def _shown(slug: str, finding: SubmissionFinding) -> ShownFinding:
    if not finding.mend:
        return ShownFinding(finding.message, _ON_THIS_PAGE.get(finding.field, ""))
    if finding.mend in _OF_THE_REGISTER:
        href = f"{reverse(f'desk-{finding.mend}')}?{urlencode(finding.place)}"
    else:
        href = desk_link(finding.mend, slug, **finding.place)
    return ShownFinding(finding.message, href)


def _href(slug: str, chosen: dict[str, Any]) -> str:
    return f"{reverse('desk-submission', args=(slug,))}?{urlencode(chosen)}"
