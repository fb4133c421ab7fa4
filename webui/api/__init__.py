"""The REST API below ``/api/v1/``: the same services as the pages, for programs."""
