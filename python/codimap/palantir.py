"""In place of Palantir's first step: `palantir.utils.determine_multiscale_space` and `run_palantir` go on from here."""

import numpy as np
import scipy.sparse as sp

from . import _core
from ._arrays import csr, dense
from ._neighbors import nearest_neighbors
from ._running import running, seed_of

__all__ = ["kernel", "run_diffusion_maps"]


def kernel(X, knn=30, alpha=0.0, *, n_jobs=None):
    """Palantir's kernel as a sparse matrix: exp(−d/s(x)) + exp(−d/s(y)), s the distance to neighbour number knn // 3.

    `knn` counts the point itself, as the search of Palantir does.
    """
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
    data,
    n_components=10,
    knn=30,
    alpha=0.0,
    seed=0,
    *,
    pca_key="X_pca",
    kernel_key="DM_Kernel",
    sim_key="DM_Similarity",
    eigval_key="DM_EigenValues",
    eigvec_key="DM_EigenVectors",
    refine=1e-6,
    n_jobs=None,
):
    """What `palantir.utils.run_diffusion_maps` gives, and fills in an AnnData.

    Parameters
    ----------
    data : AnnData, DataFrame or array
        Of an AnnData `obsm[pca_key]` is taken.
    n_components : int
        The trivial one included.

    Returns
    -------
    dict with "T", "EigenVectors" and "EigenValues", as frames where `data` has names, and "kernel"
    """
    is_adata = hasattr(data, "obsm")
    X = dense(data.obsm[pca_key] if is_adata else data)
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
    found = {"T": sp.diags(1 / degree) @ affinities, "EigenVectors": vectors, "EigenValues": eigenvalues}
    if is_adata:
        data.obsp[kernel_key], data.obsp[sim_key] = affinities, found["T"]
        data.obsm[eigvec_key], data.uns[eigval_key] = vectors, eigenvalues
    names = data.obs_names if is_adata else getattr(data, "index", None)
    if names is not None:
        import pandas as pd

        found["EigenVectors"] = pd.DataFrame(vectors, index=names)
        found["EigenValues"] = pd.Series(eigenvalues)
    return found | {"kernel": affinities}
