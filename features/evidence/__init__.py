"""Evidence files: the pages of a document as they were collected, to hand on."""
