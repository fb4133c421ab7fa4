"""A backup of this version is restored by the next one, whose tables have more."""

from pathlib import Path

from testbed.databases import ready_database, set_up_django
from testbed.servers.namespaces import fresh_database
from testbed.stack import Stack
from tests.next_version import BEFORE, MIGRATIONS, NAME, make_next_version

SOURCES = "name,channel,address\nNews,feed,https://news.example/\nPort,list,https://port.example/\n"
TAKES_AWAY = f'''"""What no version needs any more."""

from django.db import migrations


class Migration(migrations.Migration):
    """Take a column away."""

    contracts = "0.1.0"
    dependencies = [("configuration", "{NAME}")]
    operations = [migrations.RemoveField("run", "note")]
'''


def test_the_next_version_restores_it_unless_its_tables_have_lost_something(
    tmp_path: Path, mariadb: str
) -> None:
    backup, after_next = tmp_path / "backup.zip", "0003_without"
    with Stack(tmp_path / "this") as this:
        this.migrate()
        (tmp_path / "sources.csv").write_text(SOURCES)
        this.run("source", "import", str(tmp_path / "sources.csv"))
        this.run("backup", str(backup))
    root = make_next_version(tmp_path / "next")
    with fresh_database(mariadb) as url:
        for name, stores in (("files", {}), ("server", {"database": url})):
            with Stack(tmp_path / name, stores) as stack:
                stack.root = root
                said = stack.run("restore", str(backup)).stdout
                assert said == "the configuration and 0 documents are restored; start the roles\n"
                # As rows that were there when the tables grew.
                assert notes(stack) == {"News": BEFORE, "Port": BEFORE}
    (root / MIGRATIONS / f"{after_next}.py").write_text(TAKES_AWAY)
    with Stack(tmp_path / "after next") as stack:
        stack.root = root
        done = stack.run("restore", str(backup), check=False)
        assert done.returncode == 1
        assert "with the tables configuration 0001_initial, and here they are" in done.stderr
        assert f"{after_next}; restore it with that version, then update\n" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def notes(stack: Stack) -> dict[str, str]:
    set_up_django()
    with ready_database(stack.settings.database_url):
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("SELECT name, note FROM configuration_source")
            return dict(cursor.fetchall())
