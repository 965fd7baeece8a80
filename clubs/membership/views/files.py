"""The members of a club as a sheet: sent, previewed and taken; handed out as CSV or XLSX."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from clubs.kernel.desk.access import in_club
from clubs.kernel.desk.context import ClubContext, club_link
from clubs.kernel.queries.clubs import KnownClub
from clubs.membership.commands.importing import ImportMembers
from clubs.membership.forms.importing import ImportMembersForm
from clubs.membership.queries.lists import members_table
from core.csv_file import write_csv
from core.errors import UserError
from core.journal.execute import execute
from core.models import JournalEntry
from core.roles.table import Permission
from core.web.view_access import reads, writes
from core.workbooks import XLSX, write_workbook
from desk.access import actor_of
from desk.giving import give


@reads
@in_club(Permission.KEEP_MEMBERS)
def members_file(_request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Hands out the members as CSV, in the columns that can be imported again."""
    heading, rows = members_table(club.home, timezone.localdate())
    answer = HttpResponse(write_csv(heading, rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="members-{club.slug}.csv"'
    return answer


@reads
@in_club(Permission.KEEP_MEMBERS)
def members_workbook(_request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Hands out the same as a workbook."""
    table = members_table(club.home, timezone.localdate())
    answer = HttpResponse(write_workbook(*table), content_type=XLSX)
    answer["Content-Disposition"] = f'attachment; filename="members-{club.slug}.xlsx"'
    return answer


@writes(ImportMembers)
@in_club(Permission.KEEP_MEMBERS)
def import_members_desk(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Takes a sheet, shows what each line becomes, and takes them in once that was accepted."""
    where = ClubContext(request.user.get_username(), club=club)
    form = ImportMembersForm(where=where)
    if request.method == "POST":
        form = ImportMembersForm(request.POST, request.FILES, where=where)
        if _take(request, form) is not None:
            return redirect(club_link("club-members", club.slug))
    context = {
        "club": club,
        "tab": "members",
        "form": form,
        "back": club_link("club-members", club.slug),
    }
    wrong = form.is_bound and (form.errors or form.wrong_count)
    status = 422 if wrong else 200
    return render(request, "clubs/membership/import.html", context, status=status)


def _take(request: HttpRequest, form: ImportMembersForm) -> JournalEntry | None:
    """Adds the new people and gives the command, together; None where the form is to be shown."""
    with transaction.atomic():
        if form.stored() is None:
            if not form.is_valid() or not form.is_ready:
                return None
            if not _put_into_register(request, form):
                transaction.set_rollback(True)
                return None
        entry = give(request, form)
        if entry is None:
            transaction.set_rollback(True)
    return entry


def _put_into_register(request: HttpRequest, form: ImportMembersForm) -> bool:
    try:
        for row in form.newcomers():
            command = form.newcomer(row)
            execute(command, actor=actor_of(request), key=f"{form.idempotency_key}-{row}")
            form.made[row] = command.key
    except UserError as refused:
        form.refuse(refused)
        return False
    return True
