"""Newsloom's own article body: features of blocks, the trained model, and how its answers become
paragraphs.
"""
