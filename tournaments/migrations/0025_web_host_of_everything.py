from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0024_stream_slots"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhost",
            name="has_everything",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="webhost",
            name="address",
            field=models.CharField(blank=True, db_default="", default="", max_length=250),
        ),
    ]
