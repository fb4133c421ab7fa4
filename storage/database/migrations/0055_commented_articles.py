"""Articles that stay without the comments of somebody who is being erased."""

import django.db.models.deletion
from django.db import migrations, models

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [("configuration", "0054_pairs_in_spot_checks")]
    operations = [
        migrations.CreateModel(
            "CommentedArticle",
            [
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("document", ExactCharField(max_length=64)),
                ("addresses", models.JSONField(default=list)),
                (
                    "erasure",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="commented",
                        to="configuration.erasure",
                    ),
                ),
            ],
            options={"default_permissions": ()},
        ),
        migrations.AddConstraint(
            "CommentedArticle",
            models.UniqueConstraint(fields=("erasure", "document"), name="commented_once"),
        ),
    ]
