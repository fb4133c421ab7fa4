"""Sources: their definition and its rules, keyword lists, history, import and export."""
