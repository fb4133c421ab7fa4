"""Show stories of different languages about one event as one."""

from django.db import migrations, models
from django.db.models import F

from storage.database.fields import ExactCharField


def parts_of_themselves(apps, schema_editor):  # type: ignore[no-untyped-def]
    """Let each document be in the story of its language that it is in."""
    apps.get_model("configuration", "StoryMember").objects.update(part=F("story"))


class Migration(migrations.Migration):
    """So far, each story is shown as itself."""

    dependencies = [("configuration", "0037_places_of_sources")]
    operations = [
        migrations.AddField(
            "story",
            "same_as",
            ExactCharField(blank=True, db_index=True, default="", max_length=32),
        ),
        migrations.AddField(
            "storymember",
            "part",
            ExactCharField(max_length=32, default="", db_index=True),
            preserve_default=False,
        ),
        migrations.RunPython(parts_of_themselves, migrations.RunPython.noop),
    ]
