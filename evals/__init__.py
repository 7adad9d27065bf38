"""Evaluations: data sets, arms, metrics and runners; they use the public API only."""
