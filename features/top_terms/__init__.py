"""Top terms: what tells the matches of a search from other documents, and what rises in them."""
