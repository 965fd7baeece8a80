"""The peer's address: a ModelViewSet as the tutorial of Django REST framework writes it."""

from __future__ import annotations

from rest_framework import routers, serializers, viewsets

from bench.serving.peer.models import Rank


class RankSerializer(serializers.ModelSerializer):  # type: ignore[type-arg] # at run time it is none
    """Every figure of a row."""

    class Meta:
        model = Rank
        exclude = ("id",)


class RankViewSet(viewsets.ModelViewSet):  # type: ignore[type-arg] # at run time it is none
    """All rows, read anew for every request."""

    queryset = Rank._default_manager.all()
    serializer_class = RankSerializer


router = routers.SimpleRouter()
router.register("ranks", RankViewSet)
urlpatterns = router.urls
