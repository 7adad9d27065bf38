"""Every tunable in one place, each with its unit, range, reason and default.

A setting is declared once, in the file of its group. Its check, its environment variable, its
lines in the commented `remanent.toml`, its row in `remanent config show` and in the docs all follow
from that declaration.

    rules.py      what a value may be, and how a wrong one is refused
    values.py     how texts are read: paths, addresses, zones, names
    store.py, recall.py, remember.py, retention.py, embedder.py, preferences.py, models.py,
    lessons.py, serving.py  the settings themselves, a file for each group
    groups.py     all of them together
    loading.py    code > REMANENT_… variables > remanent.toml > defaults
    showing.py    rows, the TOML template and the table of the docs
    places.py     addresses of stores: files, servers, default folder, synchronised folders
"""

from remanent.settings.embedder import EmbedderSettings
from remanent.settings.groups import SETTINGS, Settings, setting_named
from remanent.settings.lessons import LessonsSettings
from remanent.settings.loading import CONFIG_VARIABLE, TOKEN_VARIABLE, load_settings
from remanent.settings.models import ModelsSettings
from remanent.settings.places import (
    cloud_synced_folder,
    default_path,
    is_server,
    masked,
    without_password,
)
from remanent.settings.preferences import PreferencesSettings
from remanent.settings.recall import Fusion, RecallSettings
from remanent.settings.remember import RememberSettings
from remanent.settings.retention import PlanName, RetentionSettings
from remanent.settings.rules import Setting
from remanent.settings.serving import McpSettings, ProfileSettings
from remanent.settings.showing import (
    SettingRow,
    describe,
    render_template,
    settings_table_markdown,
)
from remanent.settings.store import Durability, StoreSettings

__all__ = [
    "CONFIG_VARIABLE",
    "SETTINGS",
    "TOKEN_VARIABLE",
    "Durability",
    "EmbedderSettings",
    "Fusion",
    "LessonsSettings",
    "McpSettings",
    "ModelsSettings",
    "PlanName",
    "PreferencesSettings",
    "ProfileSettings",
    "RecallSettings",
    "RememberSettings",
    "RetentionSettings",
    "Setting",
    "SettingRow",
    "Settings",
    "StoreSettings",
    "cloud_synced_folder",
    "default_path",
    "describe",
    "is_server",
    "load_settings",
    "masked",
    "render_template",
    "setting_named",
    "settings_table_markdown",
    "without_password",
]
