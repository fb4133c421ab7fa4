"""Group documents into stories, and find hot topics."""
