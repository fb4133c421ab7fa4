"""The fields of a page besides its body.

Each module returns ranked candidates or the best of them.
"""
