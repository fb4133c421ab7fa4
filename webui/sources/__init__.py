"""Sources: the table, the form with its trial, discovery, import and export, history, keyword
lists.
"""
