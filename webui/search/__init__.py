"""Search: results, documents, saved searches and their feeds."""
