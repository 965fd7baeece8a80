"""Where every page starts."""

from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path

handler500 = "core.web.failures.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/login/", auth.LoginView.as_view(next_page="desk"), name="login"),
    path("accounts/logout/", auth.LogoutView.as_view(), name="logout"),
    path("desk/", include("tournaments.desk_urls")),
]
