"""The addresses of development: every page, and the panels of the toolbar."""

from django.urls import include, path

from config.urls import handler400, handler403, handler404, handler500
from config.urls import urlpatterns as pages

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [path("__debug__/", include("debug_toolbar.urls")), *pages]
