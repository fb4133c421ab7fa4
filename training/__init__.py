"""Train the learned parts of ``extractor`` on labelled pages.

Nothing here is needed at run time.
"""
