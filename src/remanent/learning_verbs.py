"""The public face of a tenant's learning: its vocabulary mended, its numbers fitted."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from remanent.errors import InputError
from remanent.flows.card import tuned_plan
from remanent.flows.inputs import read_query, several, whole_number
from remanent.flows.tune import apply_tuning, reset_tuning, tune
from remanent.flows.vocabulary import (
    accept,
    enrich,
    read_vocabulary,
    reject,
    vocabulary_suggestions,
)
from remanent.model.catalog import Suggestion, Suggestions
from remanent.model.governance import Actor
from remanent.model.scope import Scope
from remanent.model.tuning import Tuning, TuningReport
from remanent.model.vocabulary import Accepted, Decisions, NewItem
from remanent.preference_verbs import PreferenceDesk
from remanent.quoting import shown

MAX_SUGGESTED = 1_000
MAX_TUNED_ON = 2_000
Progress = Callable[[int, int], None]


class LearningVerbs:
    """What an operator lets a tenant learn: names for what is one, and how fast tastes fade."""

    tenant: str
    actor: Actor
    _desk: PreferenceDesk
    _scopes: Callable[[], Sequence[Scope]]

    def vocabulary_suggestions(
        self, limit: int = 200, *, progress: Progress | None = None
    ) -> Suggestions:
        """Suggest what would mend the vocabulary, surest first; nothing is changed.

        Args:
            limit: 1 to 1,000.
            progress: called with how many scopes are done, and how many there are.

        Raises:
            AccessError: the actor is no operator.
        """
        return vocabulary_suggestions(
            self._desk.door,
            self.tenant,
            self.actor,
            self._scopes(),
            catalog=self._desk.catalogs.of(self.tenant),
            limit=whole_number(limit, "limit", least=1, most=MAX_SUGGESTED),
            progress=progress,
        )

    def enrich_catalog(
        self, items: Iterable[NewItem] = (), *, progress: Progress | None = None
    ) -> Suggestions:
        """Propose attributes for items that have none, by rules, into the review.

        Args:
            items: further ones, beside those that the catalog lists or that events named.

        Raises:
            InputError: one is no `NewItem`.
        """
        return enrich(
            self._desk.door,
            self.tenant,
            self.actor,
            self._scopes(),
            tuple(_item(each) for each in several(items, "items")),
            catalog=self._desk.catalogs.of(self.tenant),
            progress=progress,
        )

    def accept(self, suggestion_id: str, *, progress: Progress | None = None) -> Accepted:
        """Take a suggestion into the catalog, for good.

        Where two attributes are one, each person's evidence of both is put together. Stopped, and
        called again, it goes on.

        Raises:
            AccessError: the actor is no operator. NotFoundError: nothing of that id waits.
            InputError: it was rejected, or fits no longer.
        """
        try:
            return accept(
                self._desk.door,
                self.tenant,
                self.actor,
                self._scopes(),
                read_query(suggestion_id),
                catalog_of=lambda: self._desk.catalogs.of(self.tenant),
                rates=self._desk.plan.rates,
                progress=progress,
            )
        finally:
            self._desk.catalogs.look_again(self.tenant)

    def reject(self, suggestion_id: str) -> Suggestion:
        """Turn a suggestion down: it never returns, whatever the counts.

        Raises:
            AccessError: the actor is no operator. NotFoundError: nothing of that id waits.
            InputError: it was accepted.
        """
        found = reject(self._desk.door, self.tenant, self.actor, read_query(suggestion_id))
        self._desk.catalogs.look_again(self.tenant)
        return found

    def vocabulary(self) -> Decisions:
        """Return what was accepted and rejected."""
        return read_vocabulary(self._desk.door, self.tenant, self.actor)

    def tune(
        self, *, users: int = 100, apply: bool = False, progress: Progress | None = None
    ) -> TuningReport:
        """Fit half-lives, context floor and threshold by predicting held-out next events.

        Args:
            users: people that are read at most, 1 to 2,000.
            apply: put what was found in force; without it nothing is written.
            progress: called with the steps that are done, and how many there may be. What it
                raises stops the work; nothing is changed then.

        Raises:
            AccessError: the actor is no operator.
        """
        catalogs = self._desk.catalogs
        report = tune(
            self._desk.door,
            self.tenant,
            self.actor,
            self._scopes(),
            catalog=catalogs.of(self.tenant),
            plan=tuned_plan(self._desk.plan, catalogs.tuning_of(self.tenant)),
            users=whole_number(users, "users", least=1, most=MAX_TUNED_ON),
            progress=progress,
        )
        if not apply or report.tuning.is_empty:
            return report
        self.apply_tuning(report.tuning)
        return replace(report, is_applied=True)

    def apply_tuning(self, tuning: Tuning) -> None:
        """Put fitted numbers in force, beside those that were applied before.

        Raises:
            InputError: it is no `Tuning`.
        """
        if not isinstance(tuning, Tuning):
            raise InputError(
                f"The tuning is {shown(tuning)}.", remedy="Give what `tune` returned as `tuning`."
            )
        apply_tuning(self._desk.door, self.tenant, self.actor, tuning)
        self._desk.catalogs.look_again(self.tenant)

    def tuning(self) -> Tuning:
        """Return what was fitted and applied."""
        return self._desk.catalogs.tuning_of(self.tenant)

    def reset_tuning(self) -> bool:
        """Let the catalog and the settings hold again; say whether anything was tuned."""
        was_tuned = reset_tuning(self._desk.door, self.tenant, self.actor)
        self._desk.catalogs.look_again(self.tenant)
        return was_tuned


def _item(given: object) -> NewItem:
    if isinstance(given, NewItem):
        return given
    raise InputError(f"items holds {shown(given)}.", remedy="Give each as a `NewItem`.")
