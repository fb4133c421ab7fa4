"""Sources: their definition and its rules, keyword lists, history, hubs, import and export."""
