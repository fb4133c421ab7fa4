"""The health of sources: what is judged, and how."""
