"""Pages about sources, one group of pages a module: read the request, call a service, render."""
