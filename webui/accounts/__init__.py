"""Accounts: login, passwords, API tokens, users and the audit log."""
