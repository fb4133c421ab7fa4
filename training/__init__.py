"""How the learned parts of ``extractor`` are made from labelled pages; nothing here is needed at run time."""
