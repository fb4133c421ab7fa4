"""Pages of search: read the request, call a service, render."""
