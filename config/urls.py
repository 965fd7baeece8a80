"""The addresses of every page."""

from django.contrib.auth import views as auth_views
from django.urls import URLPattern, URLResolver, include, path

from api.door import api
from config.support.views import support
from core.roles.table import Permission
from core.web.following import answer_spare
from core.web.for_programs import show_manifest, show_robots
from core.web.health import is_alive, is_ready
from core.web.languages import choose_language
from core.web.metrics import show_metrics
from core.web.own_account import OwnAccount
from core.web.script_words import script_words
from core.web.signing_in import SignInForm
from core.web.styleguide import show_styleguide
from core.web.view_access import asks_for
from desk import own_account
from desk.roles import joining

to_all, to_account = asks_for(Permission.PUBLIC), asks_for(Permission.SIGNED_IN)
sign_in = auth_views.LoginView.as_view(next_page="desk", authentication_form=SignInForm)
SUPPORT = "desk/this_installation/support/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/login/", to_all(sign_in), name="login"),
    path("accounts/logout/", to_all(auth_views.LogoutView.as_view()), name="logout"),
    path("accounts/own/", to_account(OwnAccount.as_view()), name="own-account"),
    path("accounts/own/second-step/", own_account.second_step, name="second-step"),
    path("accounts/own/sign-out/", own_account.sign_out_of_all, name="sign-out-everywhere"),
    path("join/", joining.join, name="join"),
    path("join/invitation/", joining.take_up, name="take-up"),
    path("join/<str:link>/", joining.join_by_link, name="join-by-link"),
    path(f"{SUPPORT}<path:rest>", support, name="support"),
    path(SUPPORT, support, {"rest": ""}, name="support"),
    path("api/v1/", api, name="api-root"),
    path("api/v1/<path:rest>", api, name="api"),
    path("", include("api.urls")),
    path("desk/", include("desk.urls")),
    path("desk/", include("people.desk.urls")),
    path("desk/", include("lexicon.desk.urls")),
    path("desk/", include("games.desk.urls")),
    path("desk/", include("ratings.desk.urls")),
    path("desk/", include("clubs.desk_urls")),
    path("desk/", include("tournaments.desk_urls")),
    path("follow/<slug:ident>/", answer_spare, name="follow"),
    path("robots.txt", show_robots, name="robots"),
    path("site.webmanifest", show_manifest, name="manifest"),
    path("healthz", is_alive, name="healthz"),
    path("language/<slug:language>/", choose_language, name="choose-language"),
    path("metrics", show_metrics, name="metrics"),
    path("readyz", is_ready, name="readyz"),
    path("script-words/<slug:language>.js", script_words, name="script-words"),
    path("styleguide/", show_styleguide, name="styleguide"),
    path("", include("games.urls")),
    path("", include("lexicon.urls")),
    path("", include("ratings.urls")),
    path("", include("clubs.urls")),
    path("", include("tournaments.urls")),
]

handler400 = "core.web.refusals.bad_request"
handler403 = "core.web.refusals.forbidden"
handler404 = "core.web.refusals.not_found"
handler500 = "core.web.refusals.server_error"
