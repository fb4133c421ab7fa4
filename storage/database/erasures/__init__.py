"""Orders to erase, how far each is, and the marks of what was erased."""
