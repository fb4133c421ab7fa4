"""Tags of the templates of comments."""
