"""Count lists of stories from an index alone."""

from django.db import migrations, models

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    """The index of stories alone is a part of the new one."""

    dependencies = [("configuration", "0027_story_lead")]
    operations = [
        migrations.AddIndex(
            "storymember",
            models.Index(fields=("story", "published", "site", "kind"), name="member_of_story"),
        ),
        migrations.AlterField("storymember", "story", ExactCharField(max_length=32)),
    ]
