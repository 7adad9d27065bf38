"""Preferences measured by a simulator that knows the truth, beside counters, BM25 and FERNme.

`python -m evals.preferences` runs everything. `world` says what a simulated world is, `simulator`
makes one from a regime and a seed, `methods` answer its questions, `scoring` judges the answers.
The generator and its seeds were fixed before anything was tuned on them; the digests that
tests/evals/test_preferences_simulator.py pins show any later change.
"""
