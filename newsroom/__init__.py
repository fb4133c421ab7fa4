"""The newsroom: which documents are about one event."""
