"""Forum threads: find the posts, and the parts of each post."""
