"""The bulk change that an entry of the audit is a part of."""

from django.db import migrations

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [("configuration", "0031_filing")]
    operations = [
        migrations.AddField(
            "auditentry",
            "batch",
            ExactCharField(max_length=32, blank=True, default="", db_index=True),
            preserve_default=False,
        )
    ]
