"""How many pages of a source are fetched in a day."""
