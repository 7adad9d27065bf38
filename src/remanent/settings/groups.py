"""All settings together, group by group.

The owner has no settings: his secret is set by `remanent init` and only its hash is kept, in the
store, never in a file or a variable that a coding agent could read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from remanent.settings.embedder import EmbedderSettings
from remanent.settings.lessons import LessonsSettings
from remanent.settings.models import ModelsSettings
from remanent.settings.preferences import PreferencesSettings
from remanent.settings.recall import RecallSettings
from remanent.settings.remember import RememberSettings
from remanent.settings.retention import RetentionSettings
from remanent.settings.rules import Group, Setting, settings_of
from remanent.settings.serving import McpSettings, ProfileSettings
from remanent.settings.store import StoreSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every setting of one memory; always valid.

    Args:
        origins: where each given value came from, by name; for showing only, and no part of
            what makes two settings equal.
    """

    store: StoreSettings = field(default_factory=StoreSettings)
    recall: RecallSettings = field(default_factory=RecallSettings)
    remember: RememberSettings = field(default_factory=RememberSettings)
    preferences: PreferencesSettings = field(default_factory=PreferencesSettings)
    retention: RetentionSettings = field(default_factory=RetentionSettings)
    embedder: EmbedderSettings = field(default_factory=EmbedderSettings)
    models: ModelsSettings = field(default_factory=ModelsSettings)
    lessons: LessonsSettings = field(default_factory=LessonsSettings)
    profile: ProfileSettings = field(default_factory=ProfileSettings)
    mcp: McpSettings = field(default_factory=McpSettings)
    origins: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)


GROUPS: dict[str, type[Group]] = {
    group.name: group.type
    for group in fields(Settings)
    if isinstance(group.type, type) and issubclass(group.type, Group)
}

SETTINGS: dict[str, Setting] = {
    setting.name: setting for group in GROUPS.values() for setting in settings_of(group)
}


def setting_named(settings: Settings, name: str) -> object:
    """The value of one setting by its name, "recall.limit"."""
    group, _, field_name = name.partition(".")
    value: object = getattr(getattr(settings, group), field_name)
    return value
