"""What the archive logs; ``scheduler.log_events`` says how, and which fields all share."""

from enum import StrEnum


class ArchiveEvent(StrEnum):
    """One thing that happened; the comment names its own fields."""

    # error: pages are stored without their record in the archive
    ARCHIVE_FAILED = "archive.failed"
