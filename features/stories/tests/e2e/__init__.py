"""Stories in a browser, with whole processes."""
