"""Let a fact end another one, where neither the rules nor a timeline say so: somebody decided.

Shared by the flows that decide; it opens nothing itself.
"""

from dataclasses import replace
from datetime import datetime

from remanent.facts.targets import copy_for
from remanent.flows.keeping import keep
from remanent.flows.settling import place_marks
from remanent.model.fact import Fact, Stance
from remanent.model.mark import FactWrite
from remanent.model.retention import RetentionPlan
from remanent.ports import Transaction


def end_by(
    transaction: Transaction, old: Fact, new: Fact, now: datetime, plan: RetentionPlan | None
) -> list[FactWrite]:
    """End a fact from the moment on at which another one begins; return what was written."""
    ending = next(iter(transaction.marks_of_fact(new.seq, limit=1)), None)
    standing = next(iter(transaction.marks_of_fact(old.seq, limit=1)), None)
    if ending is None or standing is None:
        return []
    end = replace(ending, stance=Stance.END, until=None, reach=ending.at)
    written = place_marks(transaction, [copy_for(end, standing)], now)
    keep(transaction, written, now, plan)
    return written
