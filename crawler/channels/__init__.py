"""One module for each channel: a fetched feed, search page, list page, board or sitemap to the links on it."""
