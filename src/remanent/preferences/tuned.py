"""A catalog as it is in force where numbers were fitted for a tenant.

Apart from the fitting itself, which every reader of a catalog would otherwise have to load.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from remanent.model.catalog import Catalog


def with_half_lives(catalog: Catalog, days: Mapping[str, float]) -> Catalog:
    """Return a catalog in which namespaces fade as given, in days by name."""
    if not days:
        return catalog
    changed = {
        name: replace(catalog.namespace(name), half_life_days=each) for name, each in days.items()
    }
    return replace(catalog, namespaces=MappingProxyType({**catalog.namespaces, **changed}))
