"""Where every page starts."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.urls")),
]

handler400 = "core.web.refusals.bad_request"
handler403 = "core.web.refusals.forbidden"
handler404 = "core.web.refusals.not_found"
handler500 = "core.web.refusals.server_error"
