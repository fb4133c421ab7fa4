"""The REST API below ``/api/v1/``: the services of the pages, for programs."""
