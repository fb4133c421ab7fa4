"""Look up all sources that fail, and repair those whose proposals people accept."""
