"""In place of scanpy's own steps, on AnnData: `import codimap.scanpy as cs`.

`cs.diffmap(adata)` for `sc.tl.diffmap(adata)`, `cs.neighbors(adata)` for `sc.pp.neighbors(adata)`; `sc.tl.dpt`,
`sc.pl.diffmap`, `sc.tl.paga` and the rest go on from there.

>>> import anndata, numpy as np
>>> import codimap.scanpy as cs
>>> from codimap import datasets
>>> adata = anndata.AnnData(datasets.tree(500, n_features=20, noise=0.1).astype(np.float32))
>>> cs.neighbors(adata, use_rep="X")
>>> cs.diffmap(adata)
>>> adata.obsm["X_diffmap"].shape, float(adata.uns["diffmap_evals"][0].round(4))
((500, 15), 1.0)
>>> map = cs.embed(adata, use_rep="X", n_components=5)
>>> adata.obsm["X_codimap"].shape, adata.obsm["X_codimap_layout"].shape
((500, 5), (500, 2))
>>> cs.pseudotime(adata, map, root=0)
>>> float(adata.obs["codimap_pseudotime"].max())
1.0
>>> cs.smooth(adata, map)
>>> adata.layers["codimap_smoothed"].shape
(500, 20)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from . import _core
from ._arrays import csr, dense, representation
from ._running import Memory, RandomState, running, seed_of
from ._search import nearest_neighbors

if TYPE_CHECKING:
    from anndata import AnnData

    from ._estimator import CompressedDiffusionMap

__all__ = ["diffmap", "embed", "neighbors", "pseudotime", "smooth", "transform"]

_genes = 256  # that are smoothed at once


def diffmap(
    adata: AnnData,
    n_comps: int = 15,
    *,
    neighbors_key: str | None = None,
    random_state: RandomState = 0,
    copy: bool = False,
    use_rep: str | None = None,
    refine: float = 1e-6,
    n_jobs: SupportsIndex | None = None,
    max_memory: Memory = None,
) -> AnnData | None:
    """Fill `obsm["X_diffmap"]` and `uns["diffmap_evals"]` as `sc.tl.diffmap` does, from the stored graph.

    Where the graph has several connected components, each has its own eigenvalue 1, as in scanpy. Of negative
    eigenvalues only those of components of at most `n_comps` points are known; scanpy takes the largest by magnitude of
    all. A graph of nearest neighbours has none among its first.

    Parameters
    ----------
    adata : AnnData
        With neighbours, unless `use_rep` is given.
    n_comps : int
        Columns, the trivial one included.
    neighbors_key : str, optional
        Of `uns`; by default "neighbors".
    use_rep : str, optional
        Search neighbours in this representation first, and store them under `neighbors_key`.
    refine : float
        Residual of each eigenvector.
    """
    if n_comps <= 2:
        raise ValueError(f"n_comps must be at least 3, the trivial component included; got {n_comps}")
    adata = adata.copy() if copy else adata
    key = "neighbors" if neighbors_key is None else neighbors_key
    if use_rep is not None:
        neighbors(adata, use_rep=use_rep, key_added=neighbors_key, n_jobs=n_jobs)
    if key not in adata.uns:
        raise ValueError(
            f"adata.uns[{key!r}] must hold a graph of neighbours; run codimap.scanpy.neighbors or sc.pp.neighbors first"
        )
    graph = adata.obsp[adata.uns[key].get("connectivities_key", "connectivities")]
    options: dict[str, Any] = {
        "n_components": int(min(n_comps, adata.n_obs - 1) - 1),
        "density_normalization": 1.0,
        "eigenvectors": "symmetric",
        "refine": refine,
        "layout_dimensions": "off",
        "seed": seed_of(random_state),
    }
    with running(n_jobs, max_memory) as run:
        model = _core.fit_graph(*csr(graph, np.float64), False, options, run)
    eigenvalues, vectors = model.merged_map(int(n_comps))
    adata.obsm["X_diffmap"] = vectors.astype(np.float32)
    adata.uns["diffmap_evals"] = eigenvalues.astype(np.float32)
    return adata if copy else None


def embed(
    adata: AnnData, *, use_rep: str | None = None, key_added: str = "X_codimap", copy: bool = False, **options: Any
) -> Any:
    """Make a diffusion map of the points in `obsm[use_rep]`, a layer or "X" (by default `X_pca`, else X).

    Fills `obsm[key_added]`, `obsm[key_added + "_layout"]` and `uns[key_added]` (eigenvalues, residuals and the words of
    the certificate), and returns the fitted CompressedDiffusionMap, whose parameters `options` are; with `copy=True`
    (adata, map).
    """
    from ._estimator import CompressedDiffusionMap

    adata = adata.copy() if copy else adata
    map = CompressedDiffusionMap(**options).fit(representation(adata, use_rep))
    adata.obsm[key_added] = map.embedding_
    if map.layout_.size:
        adata.obsm[f"{key_added}_layout"] = map.layout_
    adata.uns[key_added] = {
        "eigenvalues": map.eigenvalues_,
        "residuals": map.residuals_,
        "certificate": str(map.certificate_),
    }
    return (adata, map) if copy else map


def transform(
    adata: AnnData, map: CompressedDiffusionMap, *, use_rep: str | None = None, key_added: str = "X_codimap"
) -> None:
    """Fill `obsm[key_added]` with the coordinates of new cells in a map that `embed` made of others."""
    adata.obsm[key_added] = map.transform(representation(adata, use_rep))


def pseudotime(
    adata: AnnData,
    map: CompressedDiffusionMap,
    root: ArrayLike | None = None,
    *,
    key_added: str = "codimap_pseudotime",
) -> None:
    """Fill `obs[key_added]` with the distance along the process from the rows `root`, by default `uns["iroot"]`."""
    if root is None:
        if "iroot" not in adata.uns:
            raise ValueError("root must be a row of the cells, or be set in adata.uns['iroot']; got None")
        root = adata.uns["iroot"]
    adata.obs[key_added] = map.pseudotime(root)


def smooth(
    adata: AnnData,
    map: CompressedDiffusionMap,
    *,
    use_rep: str = "X",
    layer_added: str = "codimap_smoothed",
    t: int = 3,
) -> None:
    """Fill `layers[layer_added]` with the genes of X, or of a layer, averaged along `t` steps of the walk, as float32."""
    values = representation(adata, use_rep)
    values = values.tocsc() if sp.issparse(values) else values
    smoothed = np.empty(values.shape, np.float32)
    for first in range(0, values.shape[1], _genes):  # so that sparse counts are never dense at once
        block = values[:, first : first + _genes]
        smoothed[:, first : first + _genes] = map.smooth(block.toarray() if sp.issparse(block) else block, t)
    adata.layers[layer_added] = smoothed


def neighbors(
    adata: AnnData,
    n_neighbors: int = 15,
    n_pcs: int | None = None,
    *,
    use_rep: str | None = None,
    metric: str = "euclidean",
    random_state: RandomState = 0,
    key_added: str | None = None,
    copy: bool = False,
    n_jobs: SupportsIndex | None = None,
) -> AnnData | None:
    """Write distances and UMAP's connectivities to `obsp` and `uns` as `sc.pp.neighbors` does.

    `n_neighbors` counts the cell itself, as there. Distances of "cosine" and "correlation" are 1 − cos.
    """
    adata = adata.copy() if copy else adata
    X = representation(adata, use_rep)
    X = dense(X.toarray() if sp.issparse(X) else X)
    if n_pcs is not None:
        X = dense(X[:, :n_pcs])
    n_neighbors = min(n_neighbors, adata.n_obs)
    options: dict[str, Any] = {"preset": "scanpy", "n_neighbors": n_neighbors, "metric": metric, "density_normalization": 0.0}
    distances, indices = nearest_neighbors(X, n_neighbors, metric=metric, n_jobs=n_jobs)
    with running(n_jobs) as run:
        connectivities = _core.point_kernel(X, options, run).graph()
    if metric != "euclidean":
        distances = distances**2 / 2
    n_obs, k = indices.shape
    rows = np.repeat(np.arange(n_obs), k - 1)
    graph = sp.csr_matrix((distances[:, 1:].ravel(), (rows, indices[:, 1:].ravel())), shape=(n_obs, n_obs))
    offsets, columns, values = connectivities
    key = "neighbors" if key_added is None else key_added
    prefix = "" if key_added is None else f"{key_added}_"
    adata.obsp[f"{prefix}distances"] = graph
    adata.obsp[f"{prefix}connectivities"] = sp.csr_matrix(
        (values.astype(np.float32), columns, offsets), shape=(n_obs, n_obs)
    )
    params: dict[str, Any] = {"n_neighbors": n_neighbors, "method": "umap", "random_state": random_state, "metric": metric}
    if use_rep is not None:
        params["use_rep"] = use_rep
    if n_pcs is not None:
        params["n_pcs"] = n_pcs
    adata.uns[key] = {
        "connectivities_key": f"{prefix}connectivities",
        "distances_key": f"{prefix}distances",
        "params": params,
    }
    return adata if copy else None
