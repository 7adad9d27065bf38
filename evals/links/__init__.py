"""Questions that walk from one person to another, over facts that no word connects.

`python -m evals.links` asks them with links followed and not followed. People, facts and questions
are invented by a seeded generator; `world.py` says how.
"""
