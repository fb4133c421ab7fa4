"""Forum threads: finding the posts, and the parts of each."""
