"""The only room that names concrete stores and providers: it makes one memory out of settings."""

import os
import warnings
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from remanent.errors import SettingsError
from remanent.facts.hydration import Hydration
from remanent.facts.retention import PLANS
from remanent.facts.signals import weights_from
from remanent.facts.tiers import Kind
from remanent.flows.card import CardPlan
from remanent.flows.model_plans import ExtractionPlan, WorkPlan
from remanent.flows.queueing import QueuePlan
from remanent.flows.recall import RecallPlan
from remanent.model.retention import RetentionPlan
from remanent.ports import Clock, Embedder, Model, Noise
from remanent.preferences.actions import ActionPlan
from remanent.preferences.learning import Rates
from remanent.preferences.ranking import RankingPlan
from remanent.settings import Fusion, Settings, cloud_synced_folder, default_path, is_server
from remanent.store.engine import Database
from remanent.store.sql_store import SqlStore
from remanent.store.sqlite.database import SqliteDatabase

if TYPE_CHECKING:
    from remanent.model.upkeep import CopyReport, Finding

TIME_BYTES = 6
RANDOM_BYTES = 10
KEY_BYTES = 32


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """Return the present, UTC."""
        return datetime.now(UTC)


class RandomIds:
    """128-bit ids: 48 bits of milliseconds, so that they rise with time, and 80 random bits."""

    def new_id(self, now: datetime) -> str:
        """Return 32 hexadecimal digits."""
        milliseconds = max(int(now.timestamp() * 1000), 0) & ((1 << 48) - 1)
        return milliseconds.to_bytes(TIME_BYTES, "big").hex() + os.urandom(RANDOM_BYTES).hex()

    def new_key(self) -> bytes:
        """Return 32 random bytes."""
        return os.urandom(KEY_BYTES)


def open_store(settings: Settings, *, clock: Clock) -> SqlStore:
    """Open the store that the settings name, making it where it does not exist."""
    return SqlStore(
        open_database(settings),
        clock=clock,
        hot_scopes=settings.store.hot_scopes,
        hot_bytes=settings.store.hot_bytes,
        backup_before_migration=settings.store.backup_before_migration,
    )


def open_database(settings: Settings) -> Database:
    """Open the engine that the settings name."""
    store = settings.store
    if store.path is not None and is_server(store.path):
        from remanent.store.postgres import open_postgres  # noqa: PLC0415 - an extra

        return open_postgres(
            store.path,
            durability=store.durability.value,
            min_size=store.postgres_pool_min_size,
            max_size=store.postgres_pool_max_size,
            timeout_seconds=store.busy_timeout_seconds,
        )
    path = Path(store.path) if store.path is not None else default_path()
    service = cloud_synced_folder(path)
    if service is not None:
        warnings.warn(
            f"{path} lies in a folder that {service} synchronises; two machines writing to it "
            "can damage a database. Choose a folder that is not synchronised.",
            stacklevel=4,
        )
    return SqliteDatabase(
        path,
        durability=store.durability.value,
        busy_timeout_seconds=store.busy_timeout_seconds,
        group_commit_blocks=store.group_commit_blocks,
        group_commit_milliseconds=store.group_commit_milliseconds,
    )


def open_embedder(settings: Settings, given: Embedder | None = None) -> Embedder | None:
    """Make the embedder that the settings name, or None.

    Args:
        given: the caller's own object, in place of what the settings name.

    Raises:
        SettingsError: there is no embedder of that name, or the object is none.
    """
    wanted = settings.embedder.spec if given is None else given
    if wanted is None:
        return None
    from remanent.providers.embedders import make_embedder  # noqa: PLC0415 - only where one is used

    return make_embedder(wanted, timeout_seconds=settings.embedder.timeout_seconds)


def open_model(settings: Settings, given: object = None) -> Model | None:
    """Make the model that the settings name, or None.

    Args:
        given: the caller's own object, in place of what the settings name.

    Raises:
        SettingsError: there is no model of that name, or the object is none.
    """
    wanted = settings.models.spec if given is None else given
    if wanted is None:
        return None
    from remanent.providers.chat import make_model  # noqa: PLC0415 - only where one is used

    return make_model(wanted, base_url=settings.models.base_url)


def queue_plan(settings: Settings, counter: Callable[[str], int] | None) -> QueuePlan:
    """Return which turns wait for a model under the settings."""
    models = settings.models
    plan = QueuePlan(
        threshold=models.gate, turns_a_call=models.turns_a_call, most_waiting=models.most_waiting
    )
    return plan if counter is None else replace(plan, counter=counter)


def work_plan(settings: Settings) -> WorkPlan:
    """Return how work for a model is done under the settings."""
    models = settings.models
    return WorkPlan(
        timeout_seconds=models.timeout_seconds,
        attempts=models.attempts,
        backoff_seconds=models.backoff_seconds,
        calls_a_day=models.calls_a_day,
        tokens_a_day=models.tokens_a_day,
        extraction=ExtractionPlan(
            context_turns=models.context_turns, known_facts=models.known_facts
        ),
    )


def open_noise() -> Noise:
    """Make the noise of a release.

    Raises:
        MissingExtraError: the `privacy` extra is not installed; the message names the command.
    """
    from remanent.providers.opendp import OpenDpNoise  # noqa: PLC0415 - an extra

    return OpenDpNoise()


def recall_plan(settings: Settings, counter: Callable[[str], int] | None = None) -> RecallPlan:
    """Return how recall is done under the settings.

    Raises:
        SettingsError: a weight is named that is no signal.
    """
    recall = settings.recall
    try:
        weights = weights_from(recall.weights)
    except KeyError as error:
        raise SettingsError(
            f"recall.weights names {error.args[0]!r}, which is no signal."
        ) from None
    plan = RecallPlan(
        weights=weights,
        hydration=Hydration(
            turns=recall.source_turns,
            whole=recall.source_turns_whole,
            lines=recall.source_turn_lines,
            pool=recall.source_turn_pool,
        ),
        relevance_floor=recall.relevance_floor,
        zone=settings.remember.zone,
        fuses_ranks=recall.fusion is Fusion.RRF,
        hops=recall.hops,
    )
    return plan if counter is None else replace(plan, counter=counter)


def retention_plan(settings: Settings) -> RetentionPlan:
    """Return how facts are kept where a tenant says nothing, as the settings say."""
    given = settings.retention
    plan = PLANS[given.plan.value]
    return replace(
        plan,
        archive_below=plan.archive_below if given.archive_below is None else given.archive_below,
        relevance=tuple(
            (kind.value, float(getattr(given, f"relevance_{kind.value}"))) for kind in Kind
        ),
    )


def card_plan(settings: Settings, counter: Callable[[str], int] | None) -> CardPlan:
    """Return how preferences are learned, ranked, shown and acted on, as the settings say."""
    given = settings.preferences
    plan = CardPlan(
        rates=Rates(
            learning_rate=given.learning_rate,
            confidence_rate=given.confidence_rate,
            floor_weight=given.floor_weight,
        ),
        ranking=RankingPlan(context_floor=given.context_floor),
        actions=ActionPlan(
            act_confidence=given.known_confidence,
            act_weight=given.act_weight,
            verify_confidence=given.verify_confidence,
            ask_weight=given.ask_weight,
            questions_a_day=given.questions_a_day,
            ask_again_days=given.ask_again_days,
        ),
        known_confidence=given.known_confidence,
        lines=given.card_lines,
        budget_tokens=given.card_tokens,
        zone=settings.remember.zone,
    )
    return plan if counter is None else replace(plan, counter=counter)


def examine_store(
    store: SqlStore,
    *,
    mends: bool,
    is_full: bool,
    progress: Callable[[int], None] | None,
) -> "tuple[Finding, ...]":
    """Return what is wrong with a store; after mending what can be mended, what is wrong still."""
    from remanent.governance.audit import first_break  # noqa: PLC0415 - only doctors need it
    from remanent.store.upkeep import examine, mend  # noqa: PLC0415 - the same

    found = examine(store, full=is_full, verify_chain=first_break, progress=progress)
    if not mends or not mend(store, found, progress=progress):
        return found
    return examine(store, full=is_full, verify_chain=first_break, progress=progress)


def rebuild_store(store: SqlStore, *, progress: Callable[[int], None] | None) -> None:
    """Make again everything that is derived, in every scope."""
    from remanent.store.upkeep import rebuild  # noqa: PLC0415 - seldom needed

    for scope in store.scopes():
        rebuild(store, scope, progress=progress)


def copy_to(
    store: SqlStore,
    settings: Settings,
    address: str,
    *,
    clock: Clock,
    progress: Callable[[int, int], None] | None,
    should_stop: Callable[[], bool] | None,
) -> "CopyReport":
    """Copy a store into the empty one at an address, or go on with a copy to it."""
    from remanent.store.copy import copy_store  # noqa: PLC0415 - seldom needed

    there = replace(settings, store=replace(settings.store, path=address))
    target = open_store(there, clock=clock)
    try:
        return copy_store(store, target, progress=progress, should_stop=should_stop)
    finally:
        target.close()
