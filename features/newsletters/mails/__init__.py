"""Mails: what a newsletter says, and what it links to."""
