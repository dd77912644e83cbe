"""The stages of the method, one function each.

>>> from codimap import datasets, stages
>>> kernel = stages.kernel(datasets.swiss_roll(500))
>>> rho = stages.coherence(kernel)
>>> centroids = stages.sample_centroids(rho, 50)
>>> labels, centroids = stages.nearest_centroid(kernel, rho, centroids)
>>> regions = stages.region_map(kernel, labels, n_components=3)
>>> stages.interpolate(regions).shape
(500, 3)
"""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arrays import MatrixLike, csr, dense
from ._core import Kernel, RegionMap
from ._running import RandomState, running, seed_of

__all__ = [
    "coherence",
    "compare",
    "gaussian_kernel",
    "graph_kernel",
    "interpolate",
    "kernel",
    "multiscale_space",
    "nearest_centroid",
    "region_map",
    "sample_centroids",
]


def kernel(X: ArrayLike, *, n_jobs: SupportsIndex | None = None, **options: Any) -> Kernel:
    """G of points.

    Parameters
    ----------
    X : array of shape (n_samples, n_features)
    **options
        `kernel`, `metric`, `n_neighbors`, `neighbor_recall`, `bandwidth_neighbor`, `epsilon`, `decay`, `self_affinity`,
        `density_normalization` and `precision`, as of CompressedDiffusionMap.

    Returns
    -------
    Kernel with `size`, `degree`, `component_of`, `multiply(block)` and `graph()`
    """
    with running(n_jobs) as run:
        return _core.point_kernel(dense(X), options, run)


def gaussian_kernel(
    X: ArrayLike,
    *,
    epsilon: float | str | None = None,
    n_neighbors: int | str | None = None,
    n_jobs: SupportsIndex | None = None,
) -> Kernel:
    """exp(−‖x−y‖²/ε); ε, a squared length, is chosen from the data where it is None.

    >>> from codimap import stages
    >>> stages.gaussian_kernel([[0.0], [1.0]], epsilon=1, n_neighbors="dense").degree.round(4)
    array([1.3679, 1.3679])
    """
    return kernel(X, kernel="gaussian", epsilon=epsilon, n_neighbors=n_neighbors, n_jobs=n_jobs)


def graph_kernel(
    affinities: MatrixLike, *, density_normalization: float = 0.0, n_jobs: SupportsIndex | None = None
) -> Kernel:
    """G given as a symmetric matrix of affinities, dense or sparse.

    >>> from codimap import stages
    >>> stages.graph_kernel([[2, 1, 0], [1, 0, 1], [0, 1, 2]]).degree
    array([3., 2., 3.])
    """
    offsets, columns, values, size = csr(affinities, np.float64)
    with running(n_jobs) as run:
        return _core.graph_kernel(
            offsets.astype(np.int64, copy=False), columns, values, size, float(density_normalization), run
        )


def coherence(
    kernel: Kernel, t: int = 1, *, random_state: RandomState = 0, n_jobs: SupportsIndex | None = None
) -> NDArray[np.float64]:
    """ρ_t(x), the t-step diffusion coherence of each point."""
    with running(n_jobs) as run:
        return _core.coherence(kernel, int(t), seed_of(random_state), run)


def sample_centroids(coherence: ArrayLike, n_regions: int, *, random_state: RandomState = 0) -> NDArray[np.int64]:
    """Rows drawn without replacement, with probability ∝ ρ, ascending."""
    return _core.sample_centroids(np.ascontiguousarray(coherence, float), int(n_regions), seed_of(random_state))


def nearest_centroid(
    kernel: Kernel,
    coherence: ArrayLike,
    centroids: ArrayLike,
    t: int = 1,
    *,
    n_jobs: SupportsIndex | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(region of each point, centroids): every point with the centroid of smallest angular diffusion distance.
    Connected components without a centroid are given one."""
    values, rows = np.ascontiguousarray(coherence, float), np.ascontiguousarray(centroids, np.int64)
    with running(n_jobs) as run:
        labels, found = _core.nearest_centroid(kernel, values, rows, int(t), run)
    return labels, found


def region_map(
    kernel: Kernel, labels: ArrayLike, *, n_components: int | None = None, n_jobs: SupportsIndex | None = None
) -> RegionMap:
    """The kernel compressed to regions, and its diffusion map: `eigenvalues` in steps between points, `vectors`,
    `degree`, `transition`."""
    regions = np.ascontiguousarray(labels, np.int64)
    with running(n_jobs) as run:
        return _core.region_map(kernel, regions, int(regions.max()) + 1, n_components, run)


def interpolate(
    region_map: RegionMap, *, interpolation: str = "point-to-region", n_jobs: SupportsIndex | None = None
) -> NDArray[np.float64]:
    """Coordinates of the points from those of the regions."""
    with running(n_jobs) as run:
        return _core.interpolate(region_map, interpolation, run)


def compare(exact: ArrayLike, approximation: ArrayLike) -> dict[str, Any]:
    """How far two embeddings of the same points are apart, whatever the signs and the order of their columns.

    Returns
    -------
    dict with "sse", "sse_per_component", "subspace_error" and "matching"

    Examples
    --------
    >>> import codimap, numpy as np
    >>> Y = np.random.default_rng(0).normal(size=(50, 2))
    >>> found = codimap.compare(Y, -Y[:, ::-1])
    >>> found["matching"].tolist(), abs(found["sse"]) < 1e-12
    ([1, 0], True)
    """
    both = (np.asarray(dense(Y), np.float64) for Y in (exact, approximation))
    return _core.compare(*both)


def multiscale_space(
    eigenvectors: MatrixLike, eigenvalues: ArrayLike, n_components: int | None = None
) -> NDArray[np.float64]:
    """Palantir's multiscale coordinates, φ·λ/(1 − λ), without the trivial component.

    Parameters
    ----------
    eigenvectors : array of shape (n_samples, n_components)
        The trivial one first.
    eigenvalues : array of shape (n_components,)
    n_components : int, optional
        How many to use, the trivial one included; by default up to the largest gap between eigenvalues.

    Examples
    --------
    >>> import codimap
    >>> codimap.multiscale_space([[1.0, 2.0, 3.0]], [1.0, 0.5, 0.75])
    array([[2., 9.]])
    """
    values = np.ravel(eigenvalues)
    if n_components is None:
        gaps = values[:-1] - values[1:]
        n_components = int(np.argsort(gaps)[-1]) + 1
        if n_components < 3 and len(gaps) > 1:
            n_components = int(np.argsort(gaps)[-2]) + 1
        n_components = max(n_components, 3)
    kept = slice(1, n_components)
    vectors: Any = eigenvectors
    vectors = np.asarray(vectors.todense() if sp.issparse(vectors) else vectors)[:, kept]
    scaled: NDArray[np.float64] = vectors * (values[kept] / (1 - values[kept]))
    return scaled
