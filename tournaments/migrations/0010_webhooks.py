"""Webhooks of an event, and the messages to them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_lots_of_an_event"),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("url", models.CharField(max_length=500)),
                ("site", models.CharField(max_length=300)),
                ("secret", models.CharField(max_length=60)),
                ("old_secret", models.CharField(blank=True, max_length=60)),
                ("old_until", models.DateTimeField(null=True)),
                ("told_seq", models.PositiveIntegerField()),
                ("failures", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(null=True)),
                (
                    "paused",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("director", "paused here"),
                            ("failed", "paused: it did not answer for a day"),
                            ("gone", "paused: it answered that it is gone"),
                        ],
                        max_length=10,
                    ),
                ),
                ("paused_at", models.DateTimeField(null=True)),
                ("added_by", models.CharField(max_length=150)),
                ("added_at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("message", models.CharField(max_length=40, unique=True)),
                ("kind", models.CharField(max_length=30)),
                ("body", models.TextField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("delivered", "delivered"),
                            ("given_up", "given up"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("made_at", models.DateTimeField()),
                ("tried_at", models.DateTimeField(null=True)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("answer", models.CharField(blank=True, max_length=200)),
                ("error", models.CharField(blank=True, max_length=500)),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="tournaments.webhook",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.UniqueConstraint(
                fields=("event", "url"), name="webhook_url_once_an_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(("paused__in", ("", "director", "failed", "gone"))),
                name="webhook_pause_known",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["webhook", "state"], name="delivery_by_state"),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ("waiting", "delivered", "given_up"))),
                name="delivery_state_known",
            ),
        ),
    ]
