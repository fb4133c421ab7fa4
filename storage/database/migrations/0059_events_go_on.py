"""Keep how often an event that goes on has happened, and since when.

An event of buried jobs named several reasons; now each reason is an event.
"""

import json
from typing import Any

from django.db import migrations, models
from django.utils import timezone


def _divide(apps: Any, _editor: object) -> None:
    events = apps.get_model("configuration", "TimelineEvent").objects
    for event in events.filter(kind="jobs", reason=""):
        number = int(event.subject) if event.subject.isdecimal() else 1
        try:
            counts = dict(json.loads(event.detail))
        except ValueError:
            # Earlier versions wrote a text.
            counts = {event.detail[:120]: number}
        for code, count in counts.items():
            events.create(
                at=event.at, first=event.at, kind="jobs", subject="", reason=code, count=count
            )
        event.delete()


class Migration(migrations.Migration):
    dependencies = [("configuration", "0058_run_last_job")]
    operations = [
        migrations.AddField(
            "TimelineEvent", "first", models.DateTimeField(default=timezone.now)
        ),
        migrations.AddField("TimelineEvent", "count", models.PositiveBigIntegerField(default=1)),
        migrations.RunSQL(
            "UPDATE configuration_timelineevent SET first = at", migrations.RunSQL.noop
        ),
        migrations.RunPython(_divide, migrations.RunPython.noop),
    ]
