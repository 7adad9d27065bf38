"""The catalog of a tenant that has given none, on which every other one builds.

Half-lives are the classes of the `fern` preset; see `dynamics/retention.py`.
"""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from remanent.dynamics.retention import FERN_HALF_LIVES_DAYS
from remanent.model.catalog import Behaviour, Catalog, Namespace

_POSITIVE: Final = """
purchase 1      order 1        book 1         subscribe 1    state 1
like .8         rate .8        recommend .8   save .6        share .6
add_to_cart .5  use .5         visit .5       repeat .5
search .3       click .3       ask .3         play .3        listen .3     read .3     watch .3
view .1
"""

_NEGATIVE: Final = """
return .8       cancel .8      unsubscribe .8 complain .8    dislike .8
decline .5      remove .5      dismiss .3     skip .2
"""

_NAMESPACES: Final = {
    "permanent": "name birthday allergy origin family religion ethnicity sexuality gender genetics",
    "slow": """
        address age city country currency device diet disability email employer finance health home
        income language medication occupation os partner payment phone plan politics relationship
        school size timezone union work
        """,
    "habit": """
        airline brand channel ctx cuisine editor genre habit hobby place routine seat sport stack
        store surface tool
        """,
    "style": "format style theme tone units",
    "preference": "category color favorite flavor interest item likes material pref topic",
    "volatile": "cart goal intent mood search task trip",
}

_SINGLE_VALUED: Final = """
    address age birthday city country currency diet email employer format gender home income
    language name occupation partner payment phone plan relationship size timezone tone units
    """

_SENSITIVE: Final = """
    address allergy birthday criminal disability email ethnicity finance gender genetics health
    income medication name partner phone politics pregnancy religion sexuality union
    """


def _behaviours() -> Iterator[Behaviour]:
    for table, is_negative in ((_POSITIVE, False), (_NEGATIVE, True)):
        words = table.split()
        for name, weight in zip(words[::2], words[1::2], strict=True):
            yield Behaviour(name, float(weight), is_negative=is_negative)


def _namespaces() -> Iterator[Namespace]:
    class_of = {
        name: FERN_HALF_LIVES_DAYS[half_life]
        for half_life, names in _NAMESPACES.items()
        for name in names.split()
    }
    single_valued, sensitive = frozenset(_SINGLE_VALUED.split()), frozenset(_SENSITIVE.split())
    for name in sorted({*class_of, *single_valued, *sensitive}):
        yield Namespace(
            name,
            half_life_days=class_of.get(name, FERN_HALF_LIVES_DAYS["slow"]),
            is_sensitive=name in sensitive,
            is_single_valued=name in single_valued,
        )


DEFAULT_CATALOG: Final = Catalog(
    kinds=MappingProxyType({each.name: each for each in _behaviours()}),
    namespaces=MappingProxyType({each.name: each for each in _namespaces()}),
)
"""Kinds of event that most surfaces share, and what is known of common namespaces; no items."""

EXAMPLE_CATALOGS: Final = ("shop", "help_desk", "coding_agent")
"""Names of the examples beside this file: `builtin/<name>.toml` and `builtin/<name>_items.csv`."""
