"""Nearest neighbours behind scikit-learn's contract."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from ._arrays import FloatArray
from ._search import nearest_neighbors

__all__ = ["KNeighborsTransformer"]


class KNeighborsTransformer(TransformerMixin, BaseEstimator):
    """Sparse graph of distances to nearest neighbours, for scikit-learn, UMAP and `sc.pp.neighbors(transformer=…)`.

    Rows of the training points hold the point itself first, at distance 0, then its `n_neighbors` nearest others,
    nearest first; there are never fewer.

    Parameters
    ----------
    n_neighbors : int, default=15
    metric : {"euclidean", "cosine", "correlation"}, default="euclidean"
    n_jobs : int, optional

    Examples
    --------
    >>> import codimap
    >>> X = codimap.datasets.circle(100)
    >>> graph = codimap.KNeighborsTransformer(n_neighbors=2).fit_transform(X)
    >>> graph.shape, graph.nnz
    ((100, 100), 300)
    >>> sorted(graph[0].indices.tolist())
    [0, 1, 99]
    """

    def __init__(
        self, n_neighbors: int = 15, *, metric: str = "euclidean", n_jobs: SupportsIndex | None = None
    ) -> None:
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: object = None) -> KNeighborsTransformer:
        """Keep the points."""
        self._fit_X: FloatArray = validate_data(self, X, dtype=[np.float64, np.float32], order="C", ensure_min_samples=2)
        self.n_samples_fit_ = self._fit_X.shape[0]
        if self.n_neighbors >= self.n_samples_fit_:
            raise ValueError(
                f"n_neighbors must be less than the number of points ({self.n_samples_fit_}); got {self.n_neighbors}"
            )
        return self

    def fit_transform(self, X: Any, y: object = None) -> sp.csr_matrix:
        """The graph of the points among themselves."""
        return self._graph(self.fit(X), None)

    def transform(self, X: Any) -> sp.csr_matrix:
        """The graph from the rows of X to the points of `fit`; those of `fit` themselves give `fit_transform`'s."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=self._fit_X.dtype, order="C", reset=False)
        same = X.shape == self._fit_X.shape and np.array_equal(X, self._fit_X)
        return self._graph(self, None if same else X)

    def _graph(self, fitted: KNeighborsTransformer, queries: FloatArray | None) -> sp.csr_matrix:
        k = self.n_neighbors + 1
        distances, indices = nearest_neighbors(
            fitted._fit_X, k, queries=queries, metric=self.metric, n_jobs=self.n_jobs
        )
        if self.metric != "euclidean":
            distances = distances**2 / 2  # 1 − cos, as scikit-learn has it
        rows = len(indices)
        offsets = np.arange(0, rows * k + 1, k)
        graph = sp.csr_matrix((rows, fitted.n_samples_fit_), dtype=fitted._fit_X.dtype)
        graph.data, graph.indices, graph.indptr = (
            distances.astype(fitted._fit_X.dtype).ravel(),
            indices.ravel(),
            offsets.astype(np.int32 if offsets[-1] < 2**31 else np.int64),
        )
        return graph

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags
