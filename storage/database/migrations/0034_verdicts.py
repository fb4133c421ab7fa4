"""What the verdict leaves out, its thresholds, and its history."""

from django.db import migrations, models

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [("configuration", "0033_shared_searches")]
    operations = [
        migrations.CreateModel(
            "Mute",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=16)),
                ("subject", ExactCharField(max_length=120)),
                ("name", models.CharField(max_length=200)),
                ("reason", models.CharField(max_length=200)),
                ("who", models.CharField(max_length=150)),
                ("at", models.DateTimeField()),
                ("until", models.DateTimeField(db_index=True)),
            ],
            options={"default_permissions": ()},
        ),
        migrations.AddConstraint(
            "Mute", models.UniqueConstraint(fields=("kind", "subject"), name="mute_of_subject")
        ),
        migrations.CreateModel(
            "Threshold",
            [
                ("name", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("value", models.FloatField()),
            ],
            options={"default_permissions": ()},
        ),
        migrations.CreateModel(
            "VerdictSpan",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(db_index=True)),
                ("until", models.DateTimeField()),
                ("state", models.CharField(max_length=16)),
                ("rules", models.JSONField(default=list)),
            ],
            options={"default_permissions": (), "ordering": ("-at",)},
        ),
    ]
