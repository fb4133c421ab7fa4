"""Saved searches in folders, and shared with others."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("configuration", "0032_bulk_changes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AddField(
            "savedsearch",
            "folder",
            models.CharField(max_length=100, blank=True, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            "savedsearch", "sharing", models.CharField(max_length=8, default="private")
        ),
        migrations.AddField(
            "savedsearch",
            "readers",
            models.ManyToManyField(
                blank=True, related_name="searches_shared_with", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            "savedsearch",
            "origin",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="followers",
                to="configuration.savedsearch",
            ),
        ),
    ]
