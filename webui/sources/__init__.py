"""Sources: the table, the form with its trial, import and export, history, keyword
lists.
"""
