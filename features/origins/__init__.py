"""Where the fields of a page that is tried out come from, shown on the page itself."""
