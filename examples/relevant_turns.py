"""Finds the turns a question is about, and fills a budget with them in their own order."""

from contextthrift import TurnIndex

index = TurnIndex()
for author, text in [
    ("Mia", "I have been painting again."),
    ("Ben", "Really? What was it?"),
    ("Mia", "A sunrise over the lake. The colours took most of March."),
    ("Ben", "My disk is full again, and the backup failed."),
    ("Mia", "Delete the old logs. That helped me in January."),
]:
    index.add(text, author=author, session="Monday")

for question in ("What did Mia paint?", "What should be deleted?"):
    best, *_ = index.rank(question, limit=3)
    print(f"{question} -> turn {best.place}")
