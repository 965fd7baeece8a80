"""The tables of the core: streams and their entries, keys of requests, jobs, leases, pages."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from core.phrases import phrase

DEVICE_LIMIT = 120


class Stream(models.Model):
    """A journal: an event's, or the register's. `seq` is the number of its last entry."""

    key = models.CharField(max_length=120, unique=True)
    seq = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.key


class JournalEntry(models.Model):
    """One executed command: what was asked, what the software decided, which rows changed."""

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    command = models.CharField(max_length=60)
    schema = models.PositiveSmallIntegerField()
    payload = models.JSONField()
    facts = models.JSONField(default=dict)
    changes = models.JSONField(default=list)
    answer = models.JSONField(default=dict)
    actor = models.CharField(max_length=150)
    # With a default of the database, so that processes of the release before can go on writing.
    device = models.CharField(max_length=DEVICE_LIMIT, blank=True, default="", db_default="")
    reason = models.CharField(max_length=500, blank=True)
    idempotency_key = models.CharField(max_length=100, null=True)  # noqa: DJ001 - NULL keeps the unique constraint to entries that carry a key
    at = models.DateTimeField()
    undone_by = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ("stream", "seq")
        constraints = (
            models.UniqueConstraint(fields=("stream", "seq"), name="journal_seq_once"),
            models.UniqueConstraint(
                fields=("stream", "idempotency_key"), name="journal_idempotency_key_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.stream_id}:{self.seq} {self.command}"


class RoleHeld(models.Model):
    """A role that an account has been given in a scope, which is the key of a journal.

    What a role may do is said in `core.roles.table`; the owner of an event is none of these rows.
    """

    scope = models.CharField(max_length=120)
    account = models.CharField(max_length=150)
    role = models.CharField(max_length=20)

    class Meta:
        indexes = (models.Index(fields=("account", "scope"), name="role_by_account"),)
        constraints = (
            models.UniqueConstraint(fields=("scope", "account", "role"), name="role_held_once"),
        )

    def __str__(self) -> str:
        return f"{self.account}: {self.role} of {self.scope}"


class Invitation(models.Model):
    """An offer of a role in a scope, to whoever brings its link or its code.

    Both are kept in their hashes alone. `taken_by` names the account that took it up.
    """

    scope = models.CharField(max_length=120)
    key = models.CharField(max_length=12)
    role = models.CharField(max_length=20)
    note = models.CharField(max_length=100, blank=True)
    link_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    made_by = models.CharField(max_length=150)
    until = models.DateTimeField()
    taken_by = models.CharField(max_length=150, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("scope", "key"), name="invitation_key_once"),
        )

    def __str__(self) -> str:
        return f"{self.role} of {self.scope} ({self.key})"


class Withheld(models.Model):
    """The key of a request that was answered and not done: nothing is done under it later.

    A copy of it that the network kept back may come when nothing speaks against it.
    """

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="withheld")
    key = models.CharField(max_length=100)
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("stream", "key"), name="withheld_key_once"),)

    def __str__(self) -> str:
        return f"{self.stream_id}:{self.key}"


class Job(models.Model):
    """Long work: a row written with the command that asked for it; a worker picks it up."""

    class State(models.TextChoices):
        QUEUED = "queued", phrase("waiting")
        RUNNING = "running", phrase("running")
        DONE = "done", phrase("done")
        FAILED = "failed", phrase("failed")
        STOPPING = "stopping", phrase("being stopped")
        STOPPED = "stopped", phrase("stopped")

    kind = models.CharField(max_length=60)
    subject = models.CharField(max_length=120)
    arguments = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    result = models.JSONField(default=dict)
    error = models.TextField(blank=True)
    asked_by = models.CharField(max_length=150, blank=True)
    request_id = models.CharField(max_length=64, blank=True, db_default="")
    queued_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    heard_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("state", "queued_at"), name="job_by_state"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(
                    state__in=("queued", "running", "done", "failed", "stopping", "stopped")
                ),
                name="job_state_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} ({self.state})"


class Lease(models.Model):
    """A promise of a worker that lasts until a moment.

    A lock of work that one worker at a time may do, where no Redis keeps it; and with no holder,
    work that recurs and was done so lately that nobody need ask after it.
    """

    name = models.CharField(max_length=120, unique=True)
    holder = models.CharField(max_length=16)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} until {self.until}"


class KeptKey(models.Model):
    """A key that proves what was given out of hand; `value` is in hexadecimal digits."""

    name = models.CharField(max_length=60, unique=True)
    value = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.name


class StoredPage(models.Model):
    """The public page at a path, rendered once for a version of its content.

    `body` is zipped; `brotli_body` is empty where no browser would take it (`core.web.store`).
    """

    path = models.CharField(max_length=300, unique=True)
    version = models.CharField(max_length=80)
    etag = models.CharField(max_length=40)
    content_type = models.CharField(max_length=80)
    body = models.BinaryField()
    brotli_body = models.BinaryField(default=b"")
    stored_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.path


class SharedFile(models.Model):
    """A file that every machine of this database can have (`core.shared_files`).

    `name` is its folder and its name, with a slash; `sha256` and `size` are those of its bytes.
    """

    name = models.CharField(max_length=160, unique=True)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    stored_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class SharedPiece(models.Model):
    """A part of a shared file, zipped; their `number`s say the order."""

    file = models.ForeignKey(SharedFile, on_delete=models.CASCADE, related_name="pieces")
    number = models.PositiveIntegerField()
    body = models.BinaryField()

    class Meta:
        ordering = ("file", "number")
        constraints = (
            models.UniqueConstraint(fields=("file", "number"), name="shared_piece_once"),
        )

    def __str__(self) -> str:
        return f"{self.file_id}:{self.number}"


class Machine(models.Model):
    """What this installation is among those of a hall: one row, made when it is first needed.

    `installation` tells it from every other; `epoch` rises with each machine that takes over, so
    that one that comes back learns that it was overtaken. `peer` is the machine that it follows, or
    that took over from it. Neither this row nor a spare's key is in any backup.
    """

    class Role(models.TextChoices):
        LEADS = "leads", phrase("leads")
        FOLLOWS = "follows", phrase("follows")
        OVERTAKEN = "overtaken", phrase("was overtaken")

    installation = models.CharField(max_length=32)
    epoch = models.PositiveIntegerField(default=1)
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.LEADS)
    since = models.DateTimeField()
    peer = models.CharField(max_length=100, blank=True)
    peer_installation = models.CharField(max_length=32, blank=True)
    address = models.CharField(max_length=300, blank=True)
    ident = models.CharField(max_length=8, blank=True)
    key = models.CharField(max_length=64, blank=True)
    heard_at = models.DateTimeField(null=True)
    in_step_at = models.DateTimeField(null=True)
    missing = models.PositiveIntegerField(default=0)
    trouble = models.CharField(max_length=500, blank=True)
    has_told = models.BooleanField(default=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(role__in=("leads", "follows", "overtaken")), name="machine_role_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.installation} {self.role}"


class Spare(models.Model):
    """A machine that may follow this one. Of its secret only what is derived from it is kept."""

    ident = models.CharField(max_length=8, unique=True)
    key = models.CharField(max_length=64)
    name = models.CharField(max_length=100)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField()
    heard_at = models.DateTimeField(null=True)
    host = models.CharField(max_length=100, blank=True)
    missing = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.ident} {self.name}"
