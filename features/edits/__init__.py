"""Articles that their publishers have edited or taken down lately, with the words."""
