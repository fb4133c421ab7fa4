"""The role *alerts*: runs saved searches that are due and tells their owners what is new, by mail or webhook."""
