"""The table of dashboards."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Create the table."""

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Dashboard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                (
                    "sharing",
                    models.CharField(
                        choices=[
                            ("private", "nobody"),
                            ("everyone", "everyone who may search"),
                            ("named", "these users"),
                        ],
                        default="private",
                        max_length=8,
                        verbose_name="Share with",
                    ),
                ),
                ("panels", models.JSONField(blank=True, default=list)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "owner",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "readers",
                    models.ManyToManyField(
                        db_constraint=False,
                        blank=True,
                        related_name="%(app_label)s_shared_with",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "dashboard",
                "verbose_name_plural": "dashboards",
                "ordering": ("name", "id"),
                "default_permissions": (),
            },
        ),
    ]
