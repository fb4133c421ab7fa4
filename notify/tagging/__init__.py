"""Tags that learn: from documents that people have tagged, propose the tag for new ones."""
