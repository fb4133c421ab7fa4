"""The command that writes the evidence file of a document."""

import hashlib
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click

from console.startup import load_settings
from console.terminal import author, echo


@click.command(short_help="Write the evidence file of a document.")
@click.argument("document_id")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="The file to write; otherwise DOCUMENT_ID.wacz in this folder.",
)
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
def evidence(document_id: str, output: Path | None, force: bool) -> None:
    """Write a document's page as it was collected, with headers, hashes and times, as a WACZ file.

    DOCUMENT_ID is in the address of the document's page. Rights signals that NEWSLOOM_OBEY_RIGHTS
    obeys for the archive or for exports are obeyed here, too. The audit log keeps the hash of the
    file.
    """
    from features.archive.public import open_archive_reader
    from features.evidence.evidence_file import forbidding_evidence, write_evidence
    from storage.backends import open_documents
    from storage.database.setup import migrate, set_up_django

    target = output or Path(f"{document_id}.wacz")
    if target.exists() and not force:
        raise click.ClickException(f"{target} exists; choose another --output, or add --force")
    settings = load_settings()
    set_up_django(settings)
    migrate()
    from storage.database.people.uses import record_command_export

    with closing(open_documents(settings)) as documents:
        document = documents.get(document_id)
        if document is None:
            raise click.ClickException(f"no document has the ID {document_id}")
        if not document.archived:
            raise click.ClickException("its page was not archived when it was collected")
        if signals := forbidding_evidence(document, settings.obey_rights):
            raise click.ClickException(f"its page reserves such use ({', '.join(signals)})")
        versions = documents.versions(document) if document.changes else ()
        archive_reader = open_archive_reader(settings)
        content = write_evidence(document, versions, archive_reader, datetime.now(UTC))
    sha256 = hashlib.sha256(content).hexdigest()
    # First the entry: if it fails, no file may leave without one.
    record_command_export(author(), document.url, {"format": "wacz", "sha256": sha256})
    target.write_bytes(content)
    echo(f"wrote {target}: {len(content):,} bytes, SHA-256 {sha256}")
