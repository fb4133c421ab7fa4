"""Keep articles that stay without their comments among the pages of an erasure."""

from typing import Any

from django.db import migrations, models

from storage.tombstones.marks import commented_mark


def _keep_articles(apps: Any, _editor: object) -> None:
    def rows(name: str) -> Any:
        return apps.get_model("configuration", name).objects

    for each in rows("CommentedArticle").order_by("pk").iterator():
        order = {"erasure_id": each.erasure_id}
        rows("ErasedPage").create(document=each.document, only_comments=True, **order)
        # Nothing else tells which pages the archive is still to lose.
        for mark in map(commented_mark, each.addresses):
            rows("Tombstone").update_or_create(mark=mark, defaults=order)


class Migration(migrations.Migration):
    dependencies = [("configuration", "0062_no_priority_of_rules")]
    operations = [
        migrations.AddField("ErasedPage", "only_comments", models.BooleanField(default=False)),
        migrations.RunPython(_keep_articles, migrations.RunPython.noop),
        migrations.DeleteModel("CommentedArticle"),
    ]
