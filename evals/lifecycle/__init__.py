"""How facts live: a simulated person talks for 30 or 365 days, and memory is asked what is so.

The generator, its truth and its seeds were fixed before any method was tuned on them.
"""
