"""Indexes that hold all that a page of sources is found by."""

from django.db import migrations, models

_FIELDS = {
    "status_by_name": ("sort_name", "source"),
    "status_by_state": ("state", "sort_name", "source"),
    "status_by_document": ("stored_at", "sort_name", "source"),
    "status_by_number": ("-per_day", "sort_name", "source"),
    "status_by_silence": ("silent_times", "source"),
}


class Migration(migrations.Migration):
    dependencies = [("configuration", "0035_counts_of_states")]
    operations = [
        *(migrations.RemoveIndex("sourcestatus", name) for name in _FIELDS),
        *(
            migrations.AddIndex("sourcestatus", models.Index(fields=fields, name=name))
            for name, fields in _FIELDS.items()
        ),
    ]
