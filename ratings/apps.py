"""Ratings, as Django knows them."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Rating lists and histories; the arithmetic is in `ratings.systems`."""

    name = "ratings"
