"""Folders of mailboxes as lists."""
