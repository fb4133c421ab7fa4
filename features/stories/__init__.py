"""Stories: documents about one event, what they say, and hot topics."""
