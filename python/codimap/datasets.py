"""Test data with known geometry: the shapes of `codimap generate`, row for row.

>>> from codimap import datasets
>>> datasets.circle(4).round(3) + 0.0
array([[ 1.,  0.],
       [ 0.,  1.],
       [-1.,  0.],
       [ 0., -1.]])
>>> datasets.tree(300, n_features=50, noise=0.1, random_state=1).shape
(300, 50)
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ._core import generate
from ._running import RandomState, seed_of

__all__ = ["blobs", "circle", "sphere", "swiss_roll", "torus", "tree"]


class Shape(Protocol):
    """What all shapes have in common."""

    def __call__(
        self,
        n_samples: int = 1000,
        *,
        n_features: int | None = None,
        noise: float = 0.0,
        random_state: RandomState = 0,
    ) -> NDArray[np.float64]: ...


def _shape(name: str, doc: str) -> Shape:
    def made(
        n_samples: int = 1000,
        *,
        n_features: int | None = None,
        noise: float = 0.0,
        random_state: RandomState = 0,
    ) -> NDArray[np.float64]:
        return generate(name, n_samples, n_features, noise, seed_of(random_state))

    made.__name__ = made.__qualname__ = name.replace("-", "_")
    made.__doc__ = f"{doc}\n\n    `n_features` beyond those of the shape are 0, but for Gaussian `noise`."
    return made


swiss_roll: Shape = _shape("swiss-roll", "(t·cos t, y, t·sin t), t uniform in [3π/2, 9π/2], y uniform in [0, 21].")
circle: Shape = _shape("circle", "Row i at the angle 2πi/n_samples of the unit circle.")
sphere: Shape = _shape("sphere", "Uniform on the unit sphere.")
torus: Shape = _shape("torus", "Uniform on the surface with radii 2 and 1.")
tree: Shape = _shape("tree", "A trunk that forks twice; row i on arm i mod 7.")
blobs: Shape = _shape("blobs", "Unit Gaussians around five centres; row i in blob i mod 5.")
