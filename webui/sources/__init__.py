"""Sources: the table, the form with its trial run, look-up by address, import and export, history, keyword lists."""
