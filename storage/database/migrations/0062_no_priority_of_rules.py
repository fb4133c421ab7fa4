"""Drop the rules that gave sources a priority; what is left acts on documents alone."""

from typing import Any

from django.db import migrations, models


def _delete_rules(apps: Any, _editor: object) -> None:
    apps.get_model("configuration", "SearchRule").objects.filter(action="priority").delete()


class Migration(migrations.Migration):
    dependencies = [("configuration", "0061_one_answer_a_document")]
    operations = [
        migrations.RunPython(_delete_rules, migrations.RunPython.noop),
        migrations.RemoveField("SearchRule", "priority"),
        migrations.AlterField(
            "SearchRule",
            "action",
            models.CharField(choices=[("collect", "Collect"), ("mute", "Mute")], max_length=8),
        ),
        migrations.AddConstraint(
            "RuleAct",
            models.UniqueConstraint(fields=("rule", "document_id"), name="act_once_on_document"),
        ),
        migrations.RemoveConstraint("RuleAct", "act_once"),
        migrations.RemoveField("RuleAct", "subject"),
    ]
