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

import numpy as np
import scipy.sparse as sp

from . import _core
from ._arrays import csr, dense
from ._running import running, seed_of

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


def kernel(X, *, n_jobs=None, **options):
    """G of points, by the options `kernel`, `metric`, `n_neighbors`, `bandwidth_neighbor`, `epsilon`, `decay`,
    `self_affinity`, `density_normalization` and `precision` of CompressedDiffusionMap."""
    with running(n_jobs) as run:
        return _core.point_kernel(dense(X), options, run)


def gaussian_kernel(X, *, epsilon=None, n_neighbors=None, n_jobs=None):
    """exp(−‖x−y‖²/ε); ε, a squared length, is chosen from the data where it is None."""
    return kernel(X, kernel="gaussian", epsilon=epsilon, n_neighbors=n_neighbors, n_jobs=n_jobs)


def graph_kernel(affinities, *, density_normalization=0.0, n_jobs=None):
    """G given as a symmetric matrix of affinities, dense or sparse."""
    with running(n_jobs) as run:
        return _core.graph_kernel(*csr(affinities, np.float64), float(density_normalization), run)


def coherence(kernel, t=1, *, random_state=0, n_jobs=None):
    """ρ_t(x), the t-step diffusion coherence of each point."""
    with running(n_jobs) as run:
        return _core.coherence(kernel, int(t), seed_of(random_state), run)


def sample_centroids(coherence, n_regions, *, random_state=0):
    """Rows drawn without replacement, with probability ∝ ρ, ascending."""
    return _core.sample_centroids(np.ascontiguousarray(coherence, float), int(n_regions), seed_of(random_state))


def nearest_centroid(kernel, coherence, centroids, t=1, *, n_jobs=None):
    """(region of each point, centroids): every point with the centroid of smallest angular diffusion distance.
    Connected components without a centroid are given one."""
    values = np.ascontiguousarray(coherence, float)
    with running(n_jobs) as run:
        return _core.nearest_centroid(kernel, values, np.ascontiguousarray(centroids, np.int64), int(t), run)


def region_map(kernel, labels, *, n_components=None, n_jobs=None):
    """The kernel compressed to regions, and its diffusion map: `eigenvalues` in steps between points, `vectors`,
    `degree`, `transition`."""
    labels = np.ascontiguousarray(labels, np.int64)
    with running(n_jobs) as run:
        return _core.region_map(kernel, labels, int(labels.max()) + 1, n_components, run)


def interpolate(region_map, *, interpolation="point-to-region", n_jobs=None):
    """Coordinates of the points from those of the regions."""
    with running(n_jobs) as run:
        return _core.interpolate(region_map, interpolation, run)


def compare(exact, approximation):
    """How far two embeddings of the same points are apart, whatever the signs and the order of their columns:
    {"sse", "sse_per_component", "subspace_error", "matching"}."""
    return _core.compare(dense(exact).astype(float, copy=False), dense(approximation).astype(float, copy=False))


def multiscale_space(eigenvectors, eigenvalues, n_components=None):
    """Palantir's multiscale coordinates, φ·λ/(1 − λ), without the trivial component.

    `n_components`, the trivial one included, is by default where the gap between eigenvalues is largest.
    """
    eigenvalues = np.ravel(eigenvalues)
    if n_components is None:
        gaps = eigenvalues[:-1] - eigenvalues[1:]
        n_components = int(np.argsort(gaps)[-1]) + 1
        if n_components < 3 and len(gaps) > 1:
            n_components = int(np.argsort(gaps)[-2]) + 1
        n_components = max(n_components, 3)
    kept = slice(1, n_components)
    values = np.asarray(eigenvectors.todense() if sp.issparse(eigenvectors) else eigenvectors)[:, kept]
    return values * (eigenvalues[kept] / (1 - eigenvalues[kept]))
