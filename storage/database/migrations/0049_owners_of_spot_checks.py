"""Spot checks and answers belong to users, whatever their names become."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def _find_users(apps: Any, _editor: Any) -> None:
    user_model = apps.get_model("auth", "User")
    ids = dict(user_model.objects.values_list("username", "pk"))
    for name, model in (("owner", "SpotCheck"), ("reader", "SpotAnswer")):
        rows = apps.get_model("configuration", model).objects
        for who in set(rows.values_list("who", flat=True)) & set(ids):
            rows.filter(who=who).update(**{name: ids[who]})


def _user(related_name: str) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(
        null=True,
        on_delete=django.db.models.deletion.SET_NULL,
        related_name=related_name,
        to=settings.AUTH_USER_MODEL,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("configuration", "0048_search_rules"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AddField("SpotCheck", "owner", _user("spot_checks")),
        migrations.AddField("SpotAnswer", "reader", _user("spot_answers")),
        migrations.RunPython(_find_users, migrations.RunPython.noop),
        migrations.AddConstraint(
            "SpotAnswer",
            models.UniqueConstraint(fields=("drawn", "reader"), name="answered_once_by"),
        ),
        migrations.RemoveConstraint("SpotAnswer", "answered_once"),
        migrations.RemoveField("SpotAnswer", "who"),
    ]
