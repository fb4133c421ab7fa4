"""From the comments of a site to the search."""
