"""Compressed diffusion maps: the diffusion map of millions of points, with an error bound for every coordinate.

>>> import codimap
>>> X = codimap.datasets.swiss_roll(n_samples=1000)
>>> map = codimap.CompressedDiffusionMap(n_components=2).fit(X)
>>> map.embedding_.shape
(1000, 2)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._core import ConvergenceError, Model, __version__

_homes = {
    "CompressedDiffusionMap": "_estimator",
    "load": "files",
    "save": "files",
    "KNeighborsTransformer": "_neighbors",
    "nearest_neighbors": "_search",
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
if TYPE_CHECKING:  # the same, for type checkers
    from . import datasets, files, palantir, plot, scanpy, stages
    from ._estimator import CompressedDiffusionMap
    from ._neighbors import KNeighborsTransformer
    from ._search import nearest_neighbors
    from .files import load, read, read_fcs, save
    from .stages import (
        coherence,
        compare,
        gaussian_kernel,
        graph_kernel,
        interpolate,
        kernel,
        multiscale_space,
        nearest_centroid,
        region_map,
        sample_centroids,
    )

_modules = ("datasets", "files", "palantir", "plot", "scanpy", "stages")

__all__ = [
    "CompressedDiffusionMap",
    "ConvergenceError",
    "KNeighborsTransformer",
    "Model",
    "__version__",
    "coherence",
    "compare",
    "datasets",
    "files",
    "gaussian_kernel",
    "graph_kernel",
    "interpolate",
    "kernel",
    "load",
    "multiscale_space",
    "nearest_centroid",
    "nearest_neighbors",
    "palantir",
    "plot",
    "read",
    "read_fcs",
    "region_map",
    "sample_centroids",
    "save",
    "scanpy",
    "stages",
]


# scikit-learn and scipy take longer to import than most maps take to compute, so each part comes when it is asked for.
def __getattr__(name: str) -> Any:
    if name in _homes:
        try:
            return getattr(import_module(f".{_homes[name]}", __name__), name)
        except ModuleNotFoundError as missing:
            if missing.name != "sklearn":
                raise
            raise ImportError(f"codimap.{name} needs scikit-learn; pip install 'codimap[sklearn]'") from missing
    if name in _modules:
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
