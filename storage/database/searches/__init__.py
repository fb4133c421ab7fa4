"""What users keep of documents: saved searches, collections, and the events that they follow."""
