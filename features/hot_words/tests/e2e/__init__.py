"""Hot words, from a topic to a search engine, in a browser."""
