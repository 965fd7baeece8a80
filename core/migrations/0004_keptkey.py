from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("core", "0003_stopped_jobs")]

    operations = [
        migrations.CreateModel(
            name="KeptKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, unique=True)),
                ("value", models.CharField(max_length=64)),
            ],
        ),
    ]
