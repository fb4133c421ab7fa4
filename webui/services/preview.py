"""One visit of a source now, for the eyes of the operator; nothing is saved."""

from typing import TYPE_CHECKING

from storage.configuration.port import SourceRecord
from webui.apps import ports

if TYPE_CHECKING:
    from crawler.preview import Preview


def preview(source: SourceRecord) -> "Preview":
    """Visit a source once, in a process of its own with a time limit; every failure is in the answer."""
    from crawler.preview import preview as visit

    return visit(ports().settings, source)
