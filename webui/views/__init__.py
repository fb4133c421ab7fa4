"""One page a file: read the request, call a service, render."""
