"""The pages on which administrators erase pages for good, and see how far that is."""
