"""Folders of mailboxes, read by IMAP over TLS without changing anything in them."""
