"""From lists in JSON to the stored documents."""
