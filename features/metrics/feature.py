"""What metrics add to Newsloom: an address, which ``urls.py`` has."""
