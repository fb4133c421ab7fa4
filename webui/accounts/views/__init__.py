"""Pages about accounts: read the request, call a service, render."""
