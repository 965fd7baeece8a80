"""The addresses of recorded games: what the public reads."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
