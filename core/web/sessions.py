"""Who is signed in on which browser: Django's own sessions, looked up by a prepared statement."""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from core.prepared import Given, PreparedQuery


@PreparedQuery
def _session(key: Given) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key)


class SessionStore(db.SessionStore):
    """Django's store. Each request of somebody signed in asks for one session."""

    def _get_session_from_db(self) -> Session | None:
        """Returns the session of this key; where it is over or unknown the key is let go."""
        found = _session.first(key=self.session_key)
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None
