"""The lifeboat of an event: where copies of it are kept on this machine."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_check_in_pairing_and_rearranging")]

    operations = [
        migrations.CreateModel(
            name="Lifeboat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("folder", models.CharField(blank=True, max_length=500)),
                ("written_at", models.DateTimeField(null=True)),
                ("written_seq", models.PositiveIntegerField(default=0)),
                ("error", models.CharField(blank=True, max_length=1000)),
                ("failed_at", models.DateTimeField(null=True)),
                ("claimed_at", models.DateTimeField(null=True)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lifeboat",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
    ]
