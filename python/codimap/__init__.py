"""Compressed diffusion maps: the diffusion map of millions of points, with an error bound for every coordinate.

>>> import codimap
>>> X = codimap.datasets.swiss_roll(n_samples=1000)
>>> map = codimap.CompressedDiffusionMap(n_components=2).fit(X)
>>> map.embedding_.shape
(1000, 2)
"""

from importlib import import_module

from ._core import ConvergenceError, Model, __version__

_homes = {
    "CompressedDiffusionMap": "_estimator",
    "load": "files",
    "KNeighborsTransformer": "_neighbors",
    "nearest_neighbors": "_neighbors",
    "read": "files",
    "read_fcs": "files",
    "compare": "stages",
    "kernel": "stages",
    "gaussian_kernel": "stages",
    "graph_kernel": "stages",
    "coherence": "stages",
    "sample_centroids": "stages",
    "nearest_centroid": "stages",
    "region_map": "stages",
    "interpolate": "stages",
    "multiscale_space": "stages",
}
_modules = ("datasets", "files", "palantir", "plot", "scanpy", "stages")

__all__ = ["ConvergenceError", "Model", "__version__", *_homes, *_modules]


# scikit-learn and scipy take longer to import than most maps take to compute, so each part comes when it is asked for.
def __getattr__(name):
    if name in _homes:
        return getattr(import_module(f".{_homes[name]}", __name__), name)
    if name in _modules:
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *__all__})
