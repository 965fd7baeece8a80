from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0027_timetable"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhost",
            name="has_languages",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="webhost",
            name="has_pictures",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
