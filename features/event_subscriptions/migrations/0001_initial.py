"""The table of subscriptions."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import storage.database.fields


class Migration(migrations.Migration):
    """Create the table."""

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="EventSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("language", models.CharField(default="en", max_length=16)),
                ("feed_key", storage.database.fields.ExactCharField(blank=True, max_length=32)),
                ("channel", models.CharField(default="none", max_length=8)),
                ("target", models.CharField(blank=True, max_length=500)),
                ("hook_key", storage.database.fields.ExactCharField(blank=True, max_length=32)),
                (
                    "kinds",
                    models.JSONField(blank=True, default=list, verbose_name="kinds of events"),
                ),
                (
                    "group_minutes",
                    models.PositiveIntegerField(default=5, verbose_name="collect events for"),
                ),
                (
                    "quiet_from",
                    models.CharField(blank=True, max_length=5, verbose_name="quiet from"),
                ),
                (
                    "quiet_until",
                    models.CharField(blank=True, max_length=5, verbose_name="quiet until"),
                ),
                (
                    "time_zone",
                    models.CharField(default="UTC", max_length=64, verbose_name="time zone"),
                ),
                ("last_sent_event_id", models.BigIntegerField(default=0)),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("next_attempt", models.DateTimeField(blank=True, null=True)),
                ("last_sent", models.DateTimeField(blank=True, null=True)),
                ("problem", models.TextField(blank=True)),
                (
                    "owner",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="event_subscription",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
    ]
