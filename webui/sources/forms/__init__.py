"""Forms for sources, and form fields that Django does not have."""
