"""The desk: the pages, forms and operations that all kinds of what users own have alike."""
