from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0005_plan_conditions_and_contention"),
    ]

    operations = [
        migrations.AlterField(
            model_name="result",
            name="reason",
            field=models.CharField(
                choices=[
                    ("played", "played"),
                    ("bye", "bye"),
                    ("forfeit", "forfeit"),
                    ("absent", "absent"),
                    ("rest", "house player, not needed"),
                    ("both_absent", "both absent"),
                    ("left", "left the game"),
                    ("time", "lost on time"),
                    ("adjudicated", "adjudicated"),
                    ("disqualified", "disqualified"),
                    ("void", "void"),
                ],
                default="played",
                max_length=12,
            ),
        ),
    ]
