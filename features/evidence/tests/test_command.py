"""``newsloom archive evidence`` on embedded stores."""

import hashlib
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from storage.backends import open_documents
from testbed.archive import Answer, open_archive_writer
from testbed.databases import ready_database, set_up_django
from testbed.stack import Stack
from tests.command_line import CommandLine
from tests.contract.documents import document
from tests.unit.console.test_commands import commands, stack

__all__ = ["commands", "stack"]  # fixtures


def exports_of(stack: Stack) -> list[dict[str, str]]:
    """Return what the audit log has of exports, the oldest first."""
    set_up_django()
    with ready_database(stack.settings.database_url):
        from storage.database.models import AuditEntry

        rows = AuditEntry.objects.filter(action="export").order_by("pk")
        return [dict(each.after or {}) for each in rows]


def sha256_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_evidence_of_a_document_is_written(
    commands: CommandLine, stack: Stack, tmp_path: Path
) -> None:
    page = Answer(
        url="https://a.example/1",
        status=200,
        headers={"content-type": "text/html"},
        body=b"<p>Ferry</p>",
        fetched=datetime.now(UTC),
    )
    with closing(open_archive_writer(stack.settings)) as archive:
        place = archive.append(page)
    stored = [
        document("1", archived=(place,)),
        document("2"),
        document("3", archived=(place,), rights=("noarchive",)),
    ]
    with closing(open_documents(stack.settings)) as documents:
        documents.write(stored)
    target = tmp_path / "ferry.wacz"
    told = commands.run("archive", "evidence", stored[0].id, "--output", str(target)).stdout
    assert sha256_of(target) in told
    with zipfile.ZipFile(target) as package:
        assert package.testzip() is None
    assert exports_of(stack) == [{"format": "wacz", "sha256": sha256_of(target)}]
    again = commands.run("archive", "evidence", stored[0].id, "--output", str(target), check=False)
    assert again.returncode == 1
    assert f"{target} exists" in again.stderr
    assert len(exports_of(stack)) == 1
    commands.run("archive", "evidence", stored[0].id, "--output", str(target), "--force")
    assert exports_of(stack)[1] == {"format": "wacz", "sha256": sha256_of(target)}
    for wanted, said in (
        (stored[1].id, "its page was not archived"),
        (stored[2].id, "its page reserves such use (noarchive)"),
        ("unknown", "no document has the ID unknown"),
    ):
        refused = commands.run("archive", "evidence", wanted, check=False)
        assert refused.returncode == 1
        assert said in refused.stderr
