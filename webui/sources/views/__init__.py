"""Source pages, one module for each group of pages: read the request, call a service, render."""
