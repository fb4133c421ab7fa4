"""Citations: what documents link to in their texts, and which documents link to one."""
