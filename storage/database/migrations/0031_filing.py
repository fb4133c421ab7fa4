"""Folders of sources, with their region, language and owner."""

from django.db import migrations

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [("configuration", "0030_readers_and_sign_on")]
    operations = [
        migrations.AddField(
            "source",
            name,
            ExactCharField(verbose, max_length=length, blank=True, default="", db_index=True),
            preserve_default=False,
        )
        for name, verbose, length in (
            ("folder", "folder", 100),
            ("region", "country or region", 100),
            ("language", "language of the source", 40),
            ("owner", "owner", 150),
        )
    ]
