"""Account pages: read the request, call a service, render."""
