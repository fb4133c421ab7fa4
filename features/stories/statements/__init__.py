"""What the reports of a story say: agreed, contradicted, told by one site, new. Pure, in memory.

Every line is a quotation: a sentence at its place in the text of a report.
"""
