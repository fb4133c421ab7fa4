"""Newsletters: folders of mailboxes as sources, read by IMAP."""
