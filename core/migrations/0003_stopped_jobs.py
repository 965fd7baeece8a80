from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("core", "0002_lease")]

    operations = [
        migrations.RemoveConstraint(model_name="job", name="job_state_known"),
        migrations.AlterField(
            model_name="job",
            name="state",
            field=models.CharField(
                choices=[
                    ("queued", "waiting"),
                    ("running", "running"),
                    ("done", "done"),
                    ("failed", "failed"),
                    ("stopping", "being stopped"),
                    ("stopped", "stopped"),
                ],
                default="queued",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        ("queued", "running", "done", "failed", "stopping", "stopped"),
                    )
                ),
                name="job_state_known",
            ),
        ),
    ]
