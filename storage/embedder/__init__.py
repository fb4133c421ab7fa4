"""The port *embedder*: texts to vectors, so that texts of one meaning are near each other in any
language.
"""
