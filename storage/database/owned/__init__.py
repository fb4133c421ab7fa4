"""What users own, such as collections and saved searches: their tables and commands."""
