"""Drives FERNme through its own library, in its own environment: JSON lines in, JSON lines out.

One line is one world: what the operator declares, then every step in the order of time. Nothing
here imports anything of ours; this file is run by the Python of FERNme's environment.
"""

import importlib
import json
import sys
import time
from typing import Any


def main() -> None:
    """Answer every line."""
    for line in sys.stdin:
        print(json.dumps(_live(json.loads(line)), ensure_ascii=True), flush=True)


def _live(world: dict[str, Any]) -> dict[str, Any]:
    service = _service(world)
    site = "site"
    for user in world["users"]:
        service.consent(site, user, granted=True, ts=0.5)
    answers: list[dict[str, Any]] = []
    spent = {"write": 0.0, "read": 0.0}
    for step, *given in world["steps"]:
        begin = time.perf_counter()
        if step == "observe":
            user, kind, payload, at = given
            service.observe(site, user, kind, payload, ts=at)
        elif step == "outcome":
            user, attribute, outcome, at = given
            service.record_outcome(
                site, user, outcome > 0, attrs=[attribute], now=at, weight=abs(outcome)
            )
        elif step == "release":
            service.prior_refresh(site)
        elif step == "decay":
            user, at = given
            service.decay(site, user, at)
        else:
            user, context, at = given
            if world["reviews"]:
                _review(service, site, user, at, world["same"])
            begin = time.perf_counter()
            answers.append(_answer(service, site, user, context, at))
        spent["read" if step == "ask" else "write"] += time.perf_counter() - begin
    return {"answers": answers, "write_seconds": spent["write"], "read_seconds": spent["read"]}


def _service(world: dict[str, Any]) -> Any:
    """Return a service that knows what the operator declares, as far as FERNme has a place for it.

    Half-lives, single-valued namespaces and groups stand in sets of its modules; they are told
    ours. Aliases go into its vocabulary, items into its catalog.
    """
    resolution = importlib.import_module("fernme.resolution")
    identity = importlib.import_module("fernme.identity")
    curation = importlib.import_module("fernme.curation")
    classes = {
        "permanent": resolution.PERMANENT_NAMESPACES,
        "slow": resolution.SLOW_NAMESPACES,
        "preference": resolution.PREFERENCE_NAMESPACES,
    }
    for namespace, name in world["half_lives"].items():
        for each in (*classes.values(), resolution.HABIT_NAMESPACES):
            each.discard(namespace)
        classes[name].add(namespace)
        identity.PERMANENT_NS.discard(namespace)
        if name == "permanent":
            identity.PERMANENT_NS.add(namespace)
    curation.SINGLE_VALUE_SLOTS.update(world["single_valued"])
    for group in world["groups"]:
        for one in group:
            rivals = curation.CONFLICT_MAP.setdefault(one, set())
            rivals.update(other for other in group if other != one)
    configuration = importlib.import_module("fernme.config").Config(
        curation=world["curation"], entities=world["reviews"], entity_aggregation=world["reviews"]
    )
    vocabulary = None
    if world["aliases"]:
        made = importlib.import_module("fernme.vocabulary").Vocabulary
        vocabulary = made.from_spec(world["aliases"])
    return importlib.import_module("fernme.service").FernService(
        db_path=world["path"],
        cfg=configuration,
        catalog=world["items"],
        vocabulary=vocabulary,
        secret_key=b"evaluation-evaluation-evaluation",
    )


def _answer(service: Any, site: str, user: str, context: list[str], at: float) -> dict[str, Any]:
    card = service.card(site, user, context=context, now=at)
    edges = service.store.load_user(site, user).edges
    lines = [
        [
            link["attr"],
            "*" if link["known"] else "?",
            edges[link["attr"]].confidence if link["attr"] in edges else 0.15,
        ]
        for link in card["links"]
        if "attr" in link
    ]
    return {"lines": lines, "text": card["wire"]}


def _review(service: Any, site: str, user: str, at: float, same: dict[str, str]) -> None:
    """Decide what waits in the queue as an operator would who knows which names mean one thing."""
    for row in service.list_suggestions(site, user, now=at):
        told = row["payload"]
        if row["kind"] == "alias-merge":
            one, other = told["canonical_attr"], told["alias_attr"]
            is_right = same.get(one, one) == same.get(other, other)
            decide = service.accept_suggestion if is_right else service.reject_suggestion
            decide(site, user, row["suggestion_id"], ts=at)


if __name__ == "__main__":
    main()
