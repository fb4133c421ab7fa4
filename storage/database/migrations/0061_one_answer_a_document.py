"""Keep the last answer about a document of a spot check with the document itself; drop pairs."""

from typing import Any

from django.db import migrations, models

_QUESTIONS = ("title", "time", "whole", "pure")


def _keep_last_answers(apps: Any, _editor: object) -> None:
    def rows(name: str) -> Any:
        return apps.get_model("configuration", name).objects

    rows("SpotCheck").exclude(kind="documents").delete()
    for answer in rows("SpotAnswer").order_by("at", "pk").iterator():
        answers = {question: getattr(answer, question) for question in _QUESTIONS}
        drawn = rows("DrawnDocument").filter(pk=answer.drawn_id, left_out=False)
        drawn.update(answers=answers, answered=answer.at)


class Migration(migrations.Migration):
    dependencies = [("configuration", "0060_no_learned_tags")]
    operations = [
        migrations.AddField("DrawnDocument", "answers", models.JSONField(default=dict)),
        migrations.AddField("DrawnDocument", "answered", models.DateTimeField(null=True)),
        migrations.RunPython(_keep_last_answers, migrations.RunPython.noop),
        migrations.DeleteModel("SpotAnswer"),
        migrations.RemoveField("DrawnDocument", "second"),
        migrations.RemoveField("DrawnDocument", "given"),
        migrations.RemoveField("SpotCheck", "kind"),
        migrations.RemoveField("SpotCheck", "readers"),
    ]
