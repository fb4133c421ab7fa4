"""Forum pages in the markup of six engines."""
