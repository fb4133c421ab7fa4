"""The role *alerts*: run saved searches that are due and send new matches to their owners by mail
or webhook.
"""
