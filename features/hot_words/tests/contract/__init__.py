"""Hot words on both databases."""
