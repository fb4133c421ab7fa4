"""`newsloom backup` and `restore`: from files to servers and back, and what goes wrong on the
way.
"""

import json
import shutil
import signal
import stat
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from storage.backends import open_documents, open_seen
from storage.database.sources.source_config import SourceConfig
from storage.documents.port import Document, DocumentPost, DocumentVersion
from storage.keys import canonical_url, url_key
from testbed.databases import database, set_up_django
from testbed.servers.namespaces import fresh_database
from testbed.stack import Stack
from tests.contract.documents import document
from tests.faults.test_backpressure import small_disk

MOMENT = datetime(2026, 11, 21, 8, 30, tzinfo=UTC)
CHANGED = 7
# Some steps of the progress, so that it is met in between.
MANY = 600
SOURCES = b"""name,channel,address,tags
Example News,feed,https://news.example/feed.xml,one;two
\xe6\xb8\xaf\xe5\x8f\xa3,list,https://list.example/,
"""


FIRST_TABLES = '"configuration": "0001_initial"'
LAST_OF_0_2 = "0063_pages_without_comments"
PUZZLES = b"".join(
    b'{"model": "puzzles.%b", "pk": 1, "fields": {"text": ""}}\n' % name
    for name in (b"puzzle", b"hint", b"puzzle")
)
FIRST = DocumentVersion(number=1, seen=MOMENT, title="Before", content="what it said \u2028 before")


def article(number: int) -> Document:
    url = f"https://news.example/{number}"
    changed = {"changes": 1, "changed": MOMENT, "gone": MOMENT} if number == CHANGED else {}
    made = document(
        url_key(canonical_url(url)),
        f"Harbour {number}",
        f"港口\u2028 a second line \x85 of {number}",
        published=MOMENT - timedelta(minutes=number),
        collected=MOMENT,
        tags=("one", "two"),
        copy_id=f"c{number // 2}",
        posts=(DocumentPost(author="Roe", published=None, floor=1, body="first"),)
        if number % 5 == 0
        else (),
        **changed,
    )
    return replace(made, url=url, canonical_url=url)


def write(stack: Stack, count: int) -> None:
    with closing(open_documents(stack.settings)) as documents:
        documents.keep_versions(article(CHANGED), [FIRST])
        documents.write([article(number) for number in range(count)])
        documents.refresh()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with two sources, a user and some documents, which each test copies."""
    with Stack(tmp_path_factory.mktemp("backup") / "files", SECRET_KEY="k" * 50) as stack:
        stack.migrate()
        (stack.home / "sources.csv").write_bytes(SOURCES)
        stack.run("source", "import", str(stack.home / "sources.csv"))
        stack.run("user", "add", "jane", "--group", "analyst")
        write(stack, 23)
    return stack.home


@pytest.fixture
def filled(files: Path, tmp_path: Path) -> Iterator[Stack]:
    """Files with two sources, a user and some documents."""
    shutil.copytree(files, tmp_path / "files")
    with Stack(tmp_path / "files", SECRET_KEY="k" * 50) as stack:
        yield stack


@pytest.fixture(scope="module")
def backup(files: Path) -> Path:
    """The backup of these files, which no test may change."""
    file = files.parent / "backup.zip"
    with Stack(files, SECRET_KEY="k" * 50) as stack:
        stack.run("backup", str(file))
    return file


@contextmanager
def empty(home: Path, secret_key: str = "k" * 50) -> Iterator[Stack]:
    """A stack with the tables that a restore would make first."""
    with Stack(home, SECRET_KEY=secret_key) as stack:
        stack.migrate()
        yield stack


def rewrite(file: Path, target: Path, changes: Mapping[str, str], more: bytes = b"") -> None:
    """Write a backup anew with other texts in it, and with more rows."""
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            body = old.read(name).decode()
            for before, after in changes.items():
                body = body.replace(before, after)
            rows = more if name == "configuration.jsonl" else b""
            new.writestr(name, body.encode() + rows)


def of_format_1(file: Path, last: str = LAST_OF_0_2) -> dict[str, str]:
    """Return what to write in a backup to make it one of the first format."""
    with zipfile.ZipFile(file) as archive:
        tables = json.loads(archive.read("manifest.json"))["migrations"]
    return {
        '"format": 3': '"format": 1',
        f'"migrations": {json.dumps(tables)}': f'"migration": "{last}"',
    }


def sources(stack: Stack) -> str:
    file = stack.home / "exported.csv"
    stack.run("source", "export", str(file))
    return file.read_text()


def same(one: Stack, other: Stack) -> None:
    """Check that both have the same sources and documents, and that the filter knows the pages of
    the second.
    """
    assert sources(one) == sources(other)
    by_id = [{each["id"]: each for each in stack.documents()} for stack in (one, other)]
    assert by_id[0] == by_id[1]
    assert len(by_id[1]) == 23
    with closing(open_documents(other.settings)) as documents:
        assert documents.versions(article(CHANGED)) == (FIRST,)
    with closing(open_seen(other.settings)) as seen:
        assert all(
            seen.contains([url_key(canonical_url(each["url"])) for each in by_id[1].values()])
        )
        assert seen.contains([url_key("https://news.example/other")]) == [False]


def test_from_files_to_servers_and_back(
    filled: Stack,
    tmp_path: Path,
    mysql_url: str,
    redis_url: str,
    beanstalkd_url: str,
    elasticsearch_url: str,
) -> None:
    stores = {
        "database": mysql_url,
        "queue": beanstalkd_url,
        "state": redis_url,
        "documents": elasticsearch_url,
    }
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    told = filled.run("backup", str(first)).stdout
    assert told.endswith(f"{first} has the configuration and 23 documents\n")
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    with Stack(tmp_path / "servers", stores, SECRET_KEY="k" * 50) as servers:
        assert "23 documents are restored" in servers.run("restore", str(first)).stdout
        same(filled, servers)
        again = servers.run("user", "add", "jane", "--group", "analyst", check=False)
        assert again.returncode == 1
        assert "jane" in again.stderr
        servers.run("backup", str(second))
    with Stack(tmp_path / "back", SECRET_KEY="k" * 50) as back:
        back.run("restore", str(second))
        same(filled, back)


def test_visits_that_were_open_at_the_backup_keep_no_source_from_being_visited(
    tmp_path: Path, mariadb: str
) -> None:
    """The queue with their jobs is gone: a source would rest for up to a day, and look healthy."""
    set_up_django()
    from django.utils import timezone

    from storage.database.models import Run, Source

    with Stack(tmp_path / "files", SECRET_KEY="k" * 50) as files:
        files.settings.prepare()
        with database(files.settings.database_url):
            later = timezone.now() + timedelta(days=1)
            ids = [_visited(f"source-{number}", later) for number in range(4)]
        files.run("backup", str(tmp_path / "backup.zip"))
    with (
        fresh_database(mariadb) as url,
        Stack(tmp_path / "other", {"database": url}, SECRET_KEY="k" * 50) as other,
    ):
        before = timezone.now()
        other.run("restore", str(tmp_path / "backup.zip"))
        with database(other.settings.database_url):
            runs = Run.objects.values_list("finished", flat=True)
            assert len(runs) == 4
            assert None not in runs
            visits = [Source.objects.get(pk=pk).next_visit for pk in ids]
    gaps = [later - earlier for earlier, later in pairwise(visits)]
    assert all(gap == timedelta(minutes=15) for gap in gaps)
    assert before <= visits[0] <= timezone.now()


def _visited(name: str, next_visit: datetime) -> int:
    """Add a source that is visited once an hour, with a visit that waits in the queue."""
    from django.utils import timezone

    from storage.database.models import Run, Source
    from storage.database.sources.sources import add_source

    source = add_source(
        SourceConfig(
            name=name, channel="feed", address=f"https://a.example/{name}", interval_seconds=3600
        ),
        "anna",
    )
    Source.objects.filter(pk=source.pk).update(next_visit=next_visit)
    Run.objects.create(id=f"run of {name}", source=source, started=timezone.now(), jobs=1)
    return source.pk


def test_secrets_are_encrypted_and_need_the_key(tmp_path: Path) -> None:
    file, out = tmp_path / "backup.zip", tmp_path / "out.csv"
    settings = {"name": "n", "channel": "feed", "address": "https://n.example/"}
    settings |= {"headers": "X-Jwt: s3cret-1", "proxy": "http://u:s3cret-2@proxy.example:3128"}
    rows = "\n".join((",".join(settings), ",".join(settings.values())))
    with Stack(tmp_path / "one", SECRET_KEY="k" * 50) as one:
        one.migrate()
        (tmp_path / "in.csv").write_text(rows)
        one.run("source", "import", str(tmp_path / "in.csv"))
        (saved,) = [line for line in sources(one).splitlines() if "s3cret" in line]
        one.run("backup", str(file))
    with zipfile.ZipFile(file) as archive:
        text = b"".join(map(archive.read, archive.namelist()))
    assert b"n.example" in text
    assert b"s3cret" not in text
    with empty(tmp_path / "two", "other" * 10) as two:
        said = refused(two, "restore", str(file))
        assert "a secret of source n cannot be decrypted; set NEWSLOOM_SECRET_KEY" in said
    with empty(tmp_path / "three") as three:
        three.run("restore", str(file))
        three.run("source", "export", str(out))
        assert saved in out.read_text().splitlines()


def test_a_backup_of_an_earlier_version_is_restored(backup: Path, tmp_path: Path) -> None:
    """Its secrets are in clear text."""
    older = tmp_path / "older.zip"
    plain = {'"headers": {}': '"headers": {"X-Jwt": "plain"}'}
    rewrite(backup, older, plain | of_format_1(backup))
    with Stack(tmp_path / "new") as restored:
        restored.run("restore", str(older))
        assert sources(restored).count("X-Jwt: plain") == 2


def test_rows_of_features_that_are_switched_off_are_left_out_and_named(
    filled: Stack, backup: Path, tmp_path: Path
) -> None:
    fuller = tmp_path / "fuller.zip"
    rewrite(backup, fuller, {FIRST_TABLES: f'"puzzles": "0007_hints", {FIRST_TABLES}'}, PUZZLES)
    with empty(tmp_path / "new") as stack:
        said = stack.run("restore", str(fuller)).stdout
        assert "switched off or missing here: 1 of puzzles.hint, 2 of puzzles.puzzle\n" in said
        same(filled, stack)


def refused(stack: Stack, *command: str) -> str:
    done = stack.run(*command, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def test_what_does_not_fit_is_refused(filled: Stack, backup: Path, tmp_path: Path) -> None:
    assert "exists" in refused(filled, "backup", str(backup))
    assert "cannot write" in refused(filled, "backup", str(tmp_path / "no folder" / "x.zip"))
    assert "users or sources already" in refused(filled, "restore", str(backup))
    with Stack(tmp_path / "new") as new:
        assert "No such file" in refused(new, "restore", str(tmp_path / "missing.zip"))
        (tmp_path / "cut.zip").write_bytes(backup.read_bytes()[:-30])
        assert "no complete backup" in refused(new, "restore", str(tmp_path / "cut.zip"))
        damaged = bytearray(backup.read_bytes())
        place = damaged.index(b"documents.jsonl") + 200
        damaged[place : place + 40] = bytes(40)
        (tmp_path / "damaged.zip").write_bytes(damaged)
        assert "is damaged" in refused(new, "restore", str(tmp_path / "damaged.zip"))
        other = tmp_path / "other.zip"
        rewrite(backup, other, {FIRST_TABLES: '"configuration": "9999_later"'})
        said = refused(new, "restore", str(other))
        assert "with the tables configuration 9999_later, and here they are" in said
        assert said.endswith("; restore it with that version\n")
        rewrite(backup, other, {'"format": 3': '"format": 4'})
        said = refused(new, "restore", str(other))
        assert "has the format 4, and this version reads up to 3; restore it with the" in said
        rewrite(backup, other, of_format_1(backup, "0021_revisits"))
        said = refused(new, "restore", str(other))
        assert "with the tables configuration 0021_revisits" in said
        assert f"update to the last 0.2 ({LAST_OF_0_2}), and back that up" in said
        with (
            zipfile.ZipFile(backup) as old,
            zipfile.ZipFile(tmp_path / "long.zip", "w", zipfile.ZIP_DEFLATED) as long,
        ):
            for name in old.namelist():
                longer = bytes(129 << 20) if name == "documents.jsonl" else b""
                long.writestr(name, old.read(name) + longer)
        assert "line 24 of documents.jsonl has more than 128 MB" in refused(
            new, "restore", str(tmp_path / "long.zip")
        )
        # Nothing of these was written, so that the whole one still fits.
        new.run("restore", str(backup))
        same(filled, new)


def test_a_kill_leaves_no_half_backup_and_a_restore_is_repeated(
    filled: Stack, tmp_path: Path
) -> None:
    write(filled, 3_000)
    file = tmp_path / "backup.zip"
    filled.kill_once_it_says("(1", "backup", str(file))
    assert not file.exists()
    filled.run("backup", str(file))
    with empty(tmp_path / "new") as new:
        new.kill_once_it_says("(2", "restore", str(file))
        assert 0 < new.count() < 3_000
        assert "restored" in new.run("restore", str(file)).stdout
        assert new.count() == 3_000
        assert sources(new) == sources(filled)


def test_of_two_restores_at_once_the_second_says_so_and_writes_nothing(
    filled: Stack, tmp_path: Path, mariadb: str, elasticsearch_url: str
) -> None:
    one, other = tmp_path / "one.zip", tmp_path / "other.zip"
    write(filled, MANY)
    filled.run("backup", str(one))
    rewrite(one, other, {"https://news.example/": "https://other.example/"})
    # The database says who is first, in the one of files as in the one of a server; of two
    # databases, the documents say so.
    with fresh_database(mariadb) as url:
        for name, stores, second, where in (
            ("new", {}, "new", "database"),
            ("server", {"database": url}, "server", "database"),
            ("documents", {"documents": elasticsearch_url}, "two", "Elasticsearch"),
        ):
            with (
                Stack(tmp_path / name, stores, SECRET_KEY="k" * 50) as new,
                Stack(tmp_path / second, stores, SECRET_KEY="k" * 50) as beside,
            ):
                command = new._command("restore", str(one))
                with subprocess.Popen(
                    command, env=new.environment, stdout=subprocess.PIPE, text=True
                ) as first:
                    with held_after_its_first_line(first):
                        before = new.count()
                        said = refused(beside, "restore", str(other))
                        assert f"another process restores one into this {where}" in said
                        assert len(said.splitlines()) == 1
                        assert new.count() == before
                    first.communicate(timeout=120)
                assert first.returncode == 0
                assert sources(new) == sources(filled)
                assert new.count() == MANY


@contextmanager
def held_after_its_first_line(process: "subprocess.Popen[str]") -> Iterator[None]:
    """Stop a process once it has said something, for the time of the block."""
    assert process.stdout
    try:
        assert process.stdout.readline()
        process.send_signal(signal.SIGSTOP)
        yield
    finally:
        process.send_signal(signal.SIGCONT)


def test_a_disk_that_fills_up_during_a_restore_is_one_sentence_and_it_is_repeated(
    filled: Stack, tmp_path: Path
) -> None:
    file = tmp_path / "backup.zip"
    write(filled, MANY)
    filled.run("backup", str(file))
    with small_disk(tmp_path / "disk", 8) as disk:
        documents = f"sqlite://{disk}/documents.db"
        with Stack(tmp_path / "new", {"documents": documents}, SECRET_KEY="k" * 50) as new:
            new.migrate()
            (disk / "filler").write_bytes(bytes(7 << 20))
            said = refused(new, "restore", str(file))
            assert len([line for line in said.splitlines() if "of 3" not in line]) == 1
            assert "full" in said
            # Nothing of the configuration is there without all documents.
            assert "Example News" not in sources(new)
            (disk / "filler").unlink()
            new.run("restore", str(file))
            assert new.count() == MANY
            assert sources(new) == sources(filled)
