"""The code of an invented next version, which has more in its tables."""

import shutil
from pathlib import Path

from testbed.stack import ROOT

MIGRATIONS = Path("storage", "database", "migrations")
NAME = "0002_notes"
BEFORE, AFTER = "of the version before", "of the next version"
MODELS = f'''

for _table in (Source, Run):
    models.TextField(default="{AFTER}", db_default="{BEFORE}").contribute_to_class(_table, "note")


class Remark(Table):
    """What the next version keeps of a source."""

    source = models.ForeignKey(Source, on_delete=models.CASCADE, db_constraint=False)

    class Meta(Table.Meta):
        pass
'''
MIGRATION = f'''"""What the next version keeps more."""

from django.db import migrations, models

_NOTE = models.TextField(default="{AFTER}", db_default="{BEFORE}")
_SOURCE = models.ForeignKey("configuration.source", models.CASCADE, db_constraint=False)


class Migration(migrations.Migration):
    """Add a column to two tables, and a table."""

    dependencies = [("configuration", "0001_initial")]
    operations = [
        migrations.AddField("source", "note", _NOTE),
        migrations.AddField("run", "note", _NOTE),
        migrations.CreateModel(
            "Remark",
            [("id", models.BigAutoField(primary_key=True)), ("source", _SOURCE)],
            options={{"default_permissions": ()}},
        ),
    ]
'''


def make_next_version(root: Path) -> Path:
    """Make a folder with the code of this version, with more in two tables and one table more."""
    root.mkdir()
    for each in ROOT.iterdir():
        if each.name not in ("storage", ".git"):
            (root / each.name).symlink_to(each)
    unused = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "storage", root / "storage", ignore=unused)
    with (root / "storage" / "database" / "models.py").open("a") as models:
        models.write(MODELS)
    (root / MIGRATIONS / f"{NAME}.py").write_text(MIGRATION)
    return root
