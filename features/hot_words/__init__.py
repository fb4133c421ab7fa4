"""Hot words: terms of hot topics that become keywords of lists for some days."""
