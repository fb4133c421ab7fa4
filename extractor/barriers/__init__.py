"""What a site shows in place of a text, and how to tell it from the text."""
