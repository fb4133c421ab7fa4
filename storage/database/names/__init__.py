"""People, organisations and places that documents name: the spellings of one name."""
