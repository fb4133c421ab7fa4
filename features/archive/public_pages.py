"""What pages of features that need the archive show of it."""

from features.archive.views import archived_document, shown

__all__ = ["archived_document", "shown"]
