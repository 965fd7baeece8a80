"""Photos of slips: sent and taken back by the link of an entry, and seen by the desk alone."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import reads, writes
from tournaments.board_games.views.hand_in import by_link
from tournaments.kernel.desk.access import in_event
from tournaments.models import Entry, SlipPhoto, Tournament
from tournaments.phones.commands.photos import AddSlipPhoto, RemoveSlipPhoto
from tournaments.phones.forms.photos import AddPhotoForm, RemovePhotoForm
from tournaments.phones.photos.keeping import photo_bytes
from tournaments.phones.views.phone import take

KIND = "image/jpeg"


@writes(AddSlipPhoto)
@by_link
def add_photo(request: HttpRequest, entry: Entry, token: str, number: int) -> HttpResponseBase:
    """Takes a photo of the slip of a game of the entry."""
    return take(request, entry, token, number, AddPhotoForm)


@writes(RemoveSlipPhoto)
@by_link
def remove_photo(request: HttpRequest, entry: Entry, token: str, number: int) -> HttpResponseBase:
    """Takes back a photo that the entry sent."""
    return take(request, entry, token, number, RemovePhotoForm)


@reads
@in_event(Permission.ENTER)
def slip_photo(_request: HttpRequest, event: Tournament, photo: str) -> HttpResponse:
    """Sends a photo of a slip of the event."""
    content = photo_of(event.slug, photo)
    answer = HttpResponse(content, content_type=KIND)
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Disposition"] = f'inline; filename="slip-{photo[:8]}.jpg"'
    return answer


def photo_of(slug: str, name: str) -> bytes:
    """Returns a photo of a slip of an event; Http404 where it has none, or no machine has it."""
    rows = SlipPhoto.objects.filter(name=name, board__round__division__tournament__slug=slug)
    content = photo_bytes(name) if rows.exists() else None
    if content is None:
        raise Http404(phrase("This photo is not here any more."))
    return content
