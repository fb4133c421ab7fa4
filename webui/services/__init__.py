"""The queries and commands that pages need; the only modules of the web interface that touch ports and tables."""
