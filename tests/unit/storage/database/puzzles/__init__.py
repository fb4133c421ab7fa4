"""An application with tables, as a feature that can be switched on brings it."""
