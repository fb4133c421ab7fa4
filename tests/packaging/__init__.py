"""The package as users install it: built, installed and run away from the checkout."""
