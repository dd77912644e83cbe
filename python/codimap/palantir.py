"""In place of Palantir's first step: `palantir.utils.determine_multiscale_space` and `run_palantir` go on from here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from . import _core
from ._arrays import csr, dense, is_anndata
from ._running import RandomState, running, seed_of
from ._search import nearest_neighbors

if TYPE_CHECKING:
    from anndata import AnnData
    from pandas import DataFrame

__all__ = ["kernel", "run_diffusion_maps"]


def kernel(X: ArrayLike, knn: int = 30, alpha: float = 0.0, *, n_jobs: SupportsIndex | None = None) -> sp.csr_matrix:
    """Palantir's kernel as a sparse matrix: exp(−d/s(x)) + exp(−d/s(y)), s the distance to neighbour number knn // 3.

    `knn` counts the point itself, as the search of Palantir does.

    >>> from codimap import datasets, palantir
    >>> palantir.kernel(datasets.circle(6), knn=3).toarray().round(3)[0]
    array([0.   , 0.736, 0.   , 0.   , 0.   , 0.736])
    """
    X = dense(X)
    distances, indices = nearest_neighbors(X, min(knn, len(X)), n_jobs=n_jobs)
    n, k = len(indices), indices.shape[1] - 1
    scale = distances[:, min(max(1, knn // 3), k)]
    scale = np.where(scale > 0, scale, 1)
    rows = np.repeat(np.arange(n), k)
    near = sp.csr_matrix((np.exp(-distances[:, 1:] / scale[:, None]).ravel(), (rows, indices[:, 1:].ravel())), (n, n))
    affinities = (near + near.T).tocsr()
    if alpha > 0:
        weight = sp.diags(np.asarray(affinities.sum(axis=1)).ravel() ** -alpha)
        affinities = weight @ affinities @ weight
    return affinities


def run_diffusion_maps(
    data: AnnData | DataFrame | ArrayLike,
    n_components: int = 10,
    knn: int = 30,
    alpha: float = 0.0,
    seed: RandomState = 0,
    *,
    pca_key: str = "X_pca",
    kernel_key: str = "DM_Kernel",
    sim_key: str = "DM_Similarity",
    eigval_key: str = "DM_EigenValues",
    eigvec_key: str = "DM_EigenVectors",
    refine: float = 1e-6,
    n_jobs: SupportsIndex | None = None,
) -> dict[str, Any]:
    """What `palantir.utils.run_diffusion_maps` gives, and fills in an AnnData.

    Parameters
    ----------
    data : AnnData, DataFrame or array
        Of an AnnData `obsm[pca_key]` is taken.
    n_components : int
        The trivial one included.
    knn, alpha, seed
        As Palantir's.

    Returns
    -------
    dict with "T", "EigenVectors" and "EigenValues", as frames where `data` has names, and "kernel"

    Examples
    --------
    >>> from codimap import datasets, palantir
    >>> found = palantir.run_diffusion_maps(datasets.tree(500), n_components=5)
    >>> found["EigenVectors"].shape, bool(abs(found["EigenValues"][0] - 1) < 1e-9)
    ((500, 5), True)
    """
    source: Any = data
    X = dense(source.obsm[pca_key] if is_anndata(source) else source)
    affinities = kernel(X, knn, alpha, n_jobs=n_jobs)
    degree = np.asarray(affinities.sum(axis=1)).ravel()
    options = {
        "n_components": n_components - 1,
        "eigenvectors": "symmetric",
        "refine": refine,
        "layout_dimensions": "off",
        "seed": seed_of(seed),
    }
    with running(n_jobs) as run:
        model = _core.fit_graph(*csr(affinities, np.float64), False, options, run)
    eigenvalues, vectors = model.merged_map(n_components)
    vectors = vectors / np.sqrt(degree)[:, None]
    vectors /= np.linalg.norm(vectors, axis=0)
    found: dict[str, Any] = {"T": sp.diags(1 / degree) @ affinities, "EigenVectors": vectors, "EigenValues": eigenvalues}
    if is_anndata(source):
        source.obsp[kernel_key], source.obsp[sim_key] = affinities, found["T"]
        source.obsm[eigvec_key], source.uns[eigval_key] = vectors, eigenvalues
    names = source.obs_names if is_anndata(source) else getattr(source, "index", None)
    if names is not None:
        import pandas as pd

        found["EigenVectors"] = pd.DataFrame(vectors, index=names)
        found["EigenValues"] = pd.Series(eigenvalues)
    return found | {"kernel": affinities}
