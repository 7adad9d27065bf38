"""One tree of errors. Every message says what happened, why, and the remedy.

    RemanentError
    ├── InputError              the caller gave something that cannot be used
    │   ├── ScopeError          a tenant, user or space that cannot name a scope
    │   ├── TimeError           a time that cannot be read
    │   ├── SettingsError       a setting that is unknown or outside its range
    │   ├── TooLargeError       over a stated bound
    │   ├── ImportFormatError   a file that is none of the formats we read
    │   ├── NotFoundError       an id that this scope does not hold
    │   ├── IdempotencyError    the same key was used for another request
    │   ├── CatalogError        a catalog whose text cannot be used
    │   └── AttributeRefusedError  a text that cannot be an attribute
    ├── AccessError             the actor may not do this here
    ├── StoreError              the store cannot be used as it stands
    │   ├── StoreBusyError      another process kept the lock too long
    │   ├── StoreFullError      the disk is full
    │   ├── StoreReadOnlyError  the file or folder cannot be written
    │   ├── StoreDamagedError   the file is damaged
    │   ├── StoreForeignError   the file is not one of ours
    │   ├── StoreNewerError     written by a newer version
    │   ├── StoreUnreachableError  no server answers
    │   └── StoreClosedError    the memory was closed
    ├── ProviderError           an embedder or a model failed
    │   ├── EmbedderError
    │   ├── ModelError          a model failed
    │   │   ├── ModelTimeoutError  it gave no answer in time
    │   │   ├── ModelBusyError  the service has no room now
    │   │   ├── ModelRefusedError  the service, or the model, declined
    │   │   ├── ModelReplyError  a reply that cannot be read, or was cut off
    │   │   └── ModelBudgetError  the day's calls or tokens are used up
    │   └── MissingExtraError   an optional package is not installed
    └── Interrupted             long work was stopped by the user; it can be resumed

Codes are stable: they never change their meaning and are never used again.
"""

from typing import ClassVar


class RemanentError(Exception):
    """The root of everything that Remanent raises on purpose."""

    code: ClassVar[str] = "RM000"
    remedy_hint: ClassVar[str] = "Read the message; it names what to do."

    def __init__(self, what: str, *, remedy: str | None = None) -> None:
        """Keep what happened (and why) apart from the remedy, and show both."""
        self.what = what
        self.remedy = remedy or self.remedy_hint
        super().__init__(f"{what} {self.remedy}" if self.remedy else what)


class InputError(RemanentError):
    """The caller gave something that cannot be used; nothing was stored."""

    code = "RM100"
    remedy_hint = "Correct the value and call again; nothing was stored."


class ScopeError(InputError):
    """A tenant, user or space that cannot name a scope."""

    code = "RM101"
    remedy_hint = "Give a non-empty string of at most 1,024 characters for each."


class TimeError(InputError):
    """A time that cannot be read."""

    code = "RM102"
    remedy_hint = "Give a datetime, an ISO 8601 string, or seconds since 1970."


class SettingsError(InputError):
    """A setting that is unknown, of the wrong type or outside its range."""

    code = "RM103"
    remedy_hint = "See `remanent config show` for every setting with its unit and range."


class TooLargeError(InputError):
    """More than a stated bound."""

    code = "RM104"
    remedy_hint = "Split the input; the bound is named in the message."


class ImportFormatError(InputError):
    """A file that is none of the formats we read."""

    code = "RM105"
    remedy_hint = "See docs/guides/transcripts.md for the formats that are read."


class NotFoundError(InputError):
    """An id that this scope does not hold."""

    code = "RM106"
    remedy_hint = "Use an id that recall, facts or history gave for the same scope."


class IdempotencyError(InputError):
    """The idempotency key was already used for another request."""

    code = "RM108"
    remedy_hint = "Use a new key for new content, or send the first content again."


class CatalogError(InputError):
    """A catalog whose text cannot be used; the one in force stays.

    `problems` holds a line for each thing that is wrong, with its place and its remedy.
    """

    code = "RM109"
    remedy_hint = "Mend each place that is named; `remanent catalog check` reads it again."

    def __init__(
        self, what: str, *, remedy: str | None = None, problems: tuple[str, ...] = ()
    ) -> None:
        """Keep every problem beside the message, which may name only the first of them."""
        self.problems = problems
        super().__init__(what, remedy=remedy)


class AttributeRefusedError(InputError):
    """A text that cannot be an attribute.

    `rule` is the stable name of the rule that refuses it.
    """

    code = "RM110"
    remedy_hint = "Write an attribute as 'namespace:name', such as 'pref:organic'."

    def __init__(self, what: str, *, remedy: str | None = None, rule: str = "") -> None:
        """Keep the name of the rule beside the message."""
        self.rule = rule
        super().__init__(what, remedy=remedy)


class AccessError(RemanentError):
    """The actor may not do this here."""

    code = "RM200"
    remedy_hint = "Ask the owner or the operator of this memory."


class StoreError(RemanentError):
    """The store cannot be used as it stands; nothing was written."""

    code = "RM300"
    remedy_hint = "Run `remanent doctor` on the store."


class StoreBusyError(StoreError):
    """Another process held the write lock longer than we wait."""

    code = "RM301"
    remedy_hint = "Try again; if it lasts, find the process that holds the file open."


class StoreFullError(StoreError):
    """The disk is full; the write was undone."""

    code = "RM302"
    remedy_hint = "Free some space and call again with the same idempotency key."


class StoreReadOnlyError(StoreError):
    """The file or its folder cannot be written."""

    code = "RM303"
    remedy_hint = "Give write permission on the file and its folder, or choose another path."


class StoreDamagedError(StoreError):
    """The file is damaged; it was left as it is."""

    code = "RM304"
    remedy_hint = "Copy the file away, then run `remanent doctor`, or restore a backup."


class StoreForeignError(StoreError):
    """The file is not a Remanent memory; it was left as it is."""

    code = "RM305"
    remedy_hint = "Choose another path; Remanent never overwrites a file it did not make."


class StoreNewerError(StoreError):
    """The store was written by a newer version; it was left as it is."""

    code = "RM306"
    remedy_hint = "Upgrade with `pip install -U remanent`."


class StoreUnreachableError(StoreError):
    """No database server answered."""

    code = "RM307"
    remedy_hint = "Check the address, and that the server runs and lets this user in."


class StoreClosedError(StoreError):
    """The memory was closed."""

    code = "RM308"
    remedy_hint = "Open it again with Memory(path)."


class ProviderError(RemanentError):
    """An embedder or a model failed; what was remembered is safe."""

    code = "RM400"
    remedy_hint = "Mend the provider, then run `remanent reindex`."


class EmbedderError(ProviderError):
    """An embedder failed or gave vectors that cannot be used."""

    code = "RM401"
    remedy_hint = "Mend the embedder, then run `remanent reindex`; keyword recall works meanwhile."


class MissingExtraError(ProviderError):
    """An optional package is not installed."""

    code = "RM402"
    remedy_hint = "Install the extra that the message names."


class ModelError(ProviderError):
    """A model failed; what was said is stored, and waits to be read."""

    code = "RM403"
    remedy_hint = "Mend the model's settings, then run `remanent work`; nothing is lost meanwhile."


class ModelTimeoutError(ModelError):
    """A model gave no answer in time."""

    code = "RM404"
    remedy_hint = "Run `remanent work` later, or raise models.timeout_seconds."


class ModelBusyError(ModelError):
    """The service has no room now."""

    code = "RM405"
    remedy_hint = "Wait, or raise the provider's limit, then run `remanent work`."


class ModelRefusedError(ModelError):
    """The service or the model declined to answer."""

    code = "RM406"
    remedy_hint = "Another model may accept the text; `remanent queue` shows what waits."


class ModelReplyError(ModelError):
    """A model gave a reply that cannot be read, or that was cut off; none of it was stored."""

    code = "RM407"
    remedy_hint = "Run `remanent work` again, or choose a model that keeps to a format."


class ModelBudgetError(ModelError):
    """The calls or tokens that a scope may use in a day are used up."""

    code = "RM408"
    remedy_hint = "Wait for the next day (UTC), or raise models.calls_a_day or models.tokens_a_day."


class Interrupted(RemanentError):  # noqa: N818 - it is no error: a person asked for it
    """Long work was stopped on request; what was done is kept."""

    code = "RM500"
    remedy_hint = "Run the same command again to go on where it stopped."
