"""The fields of a page besides its body: each module gives ranked candidates or the best of them."""
