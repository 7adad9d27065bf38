"""Noise comes from OpenDP, or the remedy is named."""

import builtins
import math
import sys
from typing import Any

import pytest

from remanent.errors import MissingExtraError
from remanent.providers.opendp import OpenDpNoise


def test_without_the_extra_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.partition(".")[0] == "opendp":
            raise ImportError(name)
        return real(name, *rest, **named)

    for module in [name for name in sys.modules if name.partition(".")[0] == "opendp"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "opendp", None)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtraError) as caught:
        OpenDpNoise()
    assert 'pip install "remanent[privacy]"' in str(caught.value)


@pytest.fixture
def noise() -> OpenDpNoise:
    pytest.importorskip("opendp")
    return OpenDpNoise()


def test_noise_has_the_size_that_sensitivity_and_epsilon_ask_for(noise: OpenDpNoise) -> None:
    found = noise.noised([100.0] * 4000, sensitivity=17, epsilon=2)
    apart = [value - 100 for value in found]
    # The mean of |Laplace(b)| is b, its standard error b/√n: six of them are one in 10^9.
    assert sum(map(abs, apart)) / 4000 == pytest.approx(8.5, abs=6 * 8.5 / math.sqrt(4000))
    assert sum(apart) / 4000 == pytest.approx(0, abs=6 * 8.5 * math.sqrt(2 / 4000))


def test_noise_is_never_the_same_twice(noise: OpenDpNoise) -> None:
    values = [0.0] * 8
    first, second = (noise.noised(values, sensitivity=1, epsilon=1) for _ in range(2))
    assert first != second
    assert len(set(first)) == 8


def test_nothing_has_no_noise(noise: OpenDpNoise) -> None:
    assert noise.noised([], sensitivity=1, epsilon=1) == ()


@pytest.mark.parametrize("epsilon", [0.1, 0.3, 0.7, 1.0, 1.1, 3.3, 99.9])
@pytest.mark.parametrize("sensitivity", [1.0, 11.0, 17.0, 33.0])
def test_the_library_itself_says_that_no_more_than_epsilon_is_spent(
    noise: OpenDpNoise, sensitivity: float, epsilon: float
) -> None:
    assert noise._laplace(sensitivity, epsilon).map(sensitivity) <= epsilon
