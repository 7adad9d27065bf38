"""The words of the simulator: attributes of three invented businesses, and facts about people."""

from collections.abc import Mapping
from typing import Final


def _tags(namespace: str, words: str) -> tuple[str, ...]:
    return tuple(f"{namespace}:{word}" for word in words.split())


SHOP: Final = (
    *_tags(
        "pref",
        "organic fair-trade gluten-free low-sugar spicy local bulk premium ready-meals seasonal "
        "refillable crunchy high-protein fermented",
    ),
    *_tags(
        "product",
        "oat-milk espresso sourdough olives tofu kimchi granola mango lentils halloumi honey "
        "ginger-tea pistachios rice-noodles",
    ),
    *_tags(
        "brand",
        "norrvik lumea tessaro brindle oakhollow maris quillon sundrop fenwick aruna telmo "
        "birkdal vallis pomello",
    ),
)
MEDIA: Final = (
    *_tags(
        "genre",
        "jazz ambient folk techno baroque afrobeat bossa-nova synthwave gospel bluegrass opera "
        "dub flamenco metal",
    ),
    *_tags(
        "topic",
        "astronomy gardening chess sailing ceramics philosophy cycling linguistics architecture "
        "economics birding cooking archaeology robotics",
    ),
    *_tags(
        "format",
        "podcast long-read audiobook live-session documentary newsletter short-story interview "
        "lecture playlist photo-essay comic quiz series",
    ),
)
DESK: Final = (
    *_tags(
        "style",
        "concise bullet-points step-by-step formal casual examples tables british-spelling emoji "
        "no-preamble sources metric code-first summary",
    ),
    *_tags(
        "tool",
        "pytest ruff docker terraform pandas polars neovim make github-actions postgres redis "
        "kubernetes grafana poetry",
    ),
    *_tags(
        "practice",
        "type-hints small-commits pair-review trunk-based feature-flags tdd dataclasses async "
        "functional logging changelog benchmarks pinned-versions docstrings",
    ),
)
BUSINESSES: Final[Mapping[str, tuple[str, ...]]] = {"shop": SHOP, "media": MEDIA, "desk": DESK}

SLOTS: Final[Mapping[str, tuple[str, ...]]] = {
    "city": _tags("city", "Berlin Lyon Zürich Kraków Porto Oslo Leeds Nagoya"),
    "size": _tags("size", "36 38 40 42 44"),
    "language": _tags("language", "german french polish english japanese portuguese"),
    "plan": _tags("plan", "free basic plus family business"),
    "device": _tags("device", "phone-s phone-xl tablet laptop e-reader"),
}
DIETS: Final = _tags("diet", "vegan vegetarian pescatarian omnivore")

DAYTIMES: Final = ("ctx:morning", "ctx:evening", "ctx:weekend")
SEASONS: Final = ("ctx:summer", "ctx:winter")

FORMS: Final[Mapping[str, tuple[str, ...]]] = {
    # An attribute, then the other ways in which it arrives in the log.
    "product:oat-milk": ("product:oat_milk", "product:oat milk", "product:Oat-Milk"),
    "product:sneaker": ("product:sneakers", "product:Sneaker"),
    "product:yoghurt": ("product:yogurt", "product:yoghurts"),
    "product:coffee": ("product:Coffee", "product:ｃｏｆｆｅｅ", "product:coffees"),
    "product:crème-brûlée": ("product:cre\u0300me-bru\u0302le\u0301e", "product:creme-brulee"),
    "product:日本茶": ("product:日本-茶", "product:Nihoncha"),
    "product:ラーメン": ("product:ﾗｰﾒﾝ", "product:ramen"),
    "topic:machine-learning": ("topic:machine_learning", "topic:Machine Learning"),
    "topic:board-games": ("topic:board-game", "topic:boardgames", "topic:board_games"),
    "topic:e-bikes": ("topic:ebikes", "topic:e-bike", "topic:E-Bikes"),
    "pref:organic": ("pref:bio", "pref:Organic"),
    "pref:colourful": ("pref:colorful", "pref:Colourful"),
    "pref:take-away": ("pref:takeaway", "pref:take_away", "pref:to-go"),
    "pref:low-sugar": ("pref:low_sugar", "pref:low sugar", "pref:sugar-reduced"),
    "brand:norrvik": ("brand:Norrvik", "brand:NORRVIK"),
    "brand:müller-hof": ("brand:mueller-hof", "brand:müllerhof", "brand:Müller-Hof"),
}
SYNONYMS: Final[Mapping[str, str]] = {
    # What the operator of the aliases' world has declared: no rule of spelling could know these.
    "product:Nihoncha": "product:日本茶",
    "product:ramen": "product:ラーメン",
    "pref:bio": "pref:organic",
    "pref:to-go": "pref:take-away",
    "pref:sugar-reduced": "pref:low-sugar",
    "product:yogurt": "product:yoghurt",
    "pref:colorful": "pref:colourful",
    "brand:mueller-hof": "brand:müller-hof",
}
LOOKALIKES: Final = (
    # Alike to the eye, and different things: whoever merges them errs.
    ("product:tea", "product:teak"),
    ("product:plan", "product:plane"),
    ("topic:news", "topic:new"),
    ("brand:tessaro", "brand:tessara"),
    ("product:desert-lamp", "product:dessert-lamp"),
    ("pref:2-door", "pref:3-door"),
    ("product:vitamin-b", "product:vitamin-c"),
    ("topic:baking", "topic:banking"),
)
