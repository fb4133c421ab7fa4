"""Newsloom's own article body: features of blocks, the trained model, and what its answers become."""
