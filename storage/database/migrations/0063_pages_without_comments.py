"""Keep articles that stay without their comments among the pages of an erasure."""

from typing import Any

from django.db import migrations, models


def _keep_articles(apps: Any, _editor: object) -> None:
    pages = apps.get_model("configuration", "ErasedPage").objects
    articles = apps.get_model("configuration", "CommentedArticle").objects
    for each in articles.order_by("pk").iterator():
        pages.create(erasure_id=each.erasure_id, document=each.document, only_comments=True)


class Migration(migrations.Migration):
    dependencies = [("configuration", "0062_no_priority_of_rules")]
    operations = [
        migrations.AddField("ErasedPage", "only_comments", models.BooleanField(default=False)),
        migrations.RunPython(_keep_articles, migrations.RunPython.noop),
        migrations.DeleteModel("CommentedArticle"),
    ]
