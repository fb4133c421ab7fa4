"""Find sources by their address in whatever form it is."""

from typing import Any

from django.db import migrations

from storage.database.by_key import update_each
from storage.database.fields import ExactCharField
from storage.keys import place_key

_AT_ONCE = 1_000


def _fill(apps: Any, _editor: Any) -> None:
    source, status = (apps.get_model("configuration", name) for name in ("Source", "SourceStatus"))
    rows = source.objects.order_by("pk").values_list("pk", "address")
    last = 0
    while some := dict(rows.filter(pk__gt=last)[:_AT_ONCE]):
        update_each(status, place_key={pk: place_key(address) for pk, address in some.items()})
        last = max(some)


class Migration(migrations.Migration):
    dependencies = [("configuration", "0036_order_of_sources")]
    operations = [
        migrations.AddField(
            "sourcestatus",
            "place_key",
            ExactCharField(max_length=64, blank=True, default="", db_index=True),
            preserve_default=False,
        ),
        migrations.RunPython(_fill, migrations.RunPython.noop),
    ]
