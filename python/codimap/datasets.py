"""Test data with known geometry: the shapes of `codimap generate`, row for row.

>>> from codimap import datasets
>>> datasets.circle(4).round(3) + 0.0
array([[ 1.,  0.],
       [ 0.,  1.],
       [-1.,  0.],
       [ 0., -1.]])
"""

from ._core import generate
from ._running import seed_of

__all__ = ["blobs", "circle", "sphere", "swiss_roll", "torus", "tree"]


def _shape(name, doc):
    def made(n_samples=1000, *, n_features=None, noise=0.0, random_state=0):
        return generate(name, n_samples, n_features, noise, seed_of(random_state))

    made.__name__ = made.__qualname__ = name.replace("-", "_")
    made.__doc__ = f"{doc}\n\n    `n_features` beyond those of the shape are 0, but for Gaussian `noise`."
    return made


swiss_roll = _shape("swiss-roll", "(t·cos t, y, t·sin t), t uniform in [3π/2, 9π/2], y uniform in [0, 21].")
circle = _shape("circle", "Row i at the angle 2πi/n_samples of the unit circle.")
sphere = _shape("sphere", "Uniform on the unit sphere.")
torus = _shape("torus", "Uniform on the surface with radii 2 and 1.")
tree = _shape("tree", "A trunk that forks twice; row i on arm i mod 7.")
blobs = _shape("blobs", "Unit Gaussians around five centres; row i in blob i mod 5.")
