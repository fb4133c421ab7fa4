"""Collections: documents that users star, annotate, tag and share."""
