"""What a fitted map knows, and what it does with it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, DTypeLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from ._arrays import FloatArray, IndexArray, dense
from ._certificate import Certificate
from ._core import Model
from ._running import running

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_columns = 32  # of regions whose transitions are computed at once


class FittedMap(BaseEstimator):
    """The part of CompressedDiffusionMap that follows from a model, which alone is pickled and saved."""

    n_jobs: Any
    n_features_in_: int
    stages_: list[dict[str, Any]]

    def pseudotime(self, root: ArrayLike) -> NDArray[np.float64]:
        """Distance along the process from the nearest of the rows `root`, an int or several; the largest is 1."""
        check_is_fitted(self)
        roots = np.atleast_1d(np.asarray(root))
        if roots.dtype.kind not in "iu" or np.any((roots < 0) | (roots >= self._model.points)):
            raise ValueError(f"root must be a row of the points, from 0 to {self._model.points - 1}; got {root!r}")
        return self._model.pseudotime(roots.astype(np.int64))

    def smooth(self, values: ArrayLike, t: int = 3) -> NDArray[np.float64]:
        """Values of the points, one a row, averaged along `t` steps of the walk: Pᵗ·values."""
        check_is_fitted(self)
        values = np.asarray(values)
        with running(self.n_jobs) as run:
            smoothed = self._model.smooth(dense(values.reshape(len(values), -1)), int(t), run)
        return smoothed.reshape(values.shape)

    @property
    def region_transitions_(self) -> NDArray[np.float64]:
        """P_S, the walk between regions; one of its steps is two steps between points. Computed when asked for."""
        check_is_fitted(self)
        n_regions = self._model.n_regions
        found = np.empty((n_regions, n_regions))
        for first in range(0, n_regions, _columns):
            regions = np.arange(first, min(first + _columns, n_regions))
            members = (self.labels_[:, None] == regions).astype(float)
            found[:, regions] = self._region_means(self.smooth(members, t=2))
        return found

    def _region_means(self, values: FloatArray) -> NDArray[np.float64]:
        """Means over the points of each region by the stationary distribution."""
        n_regions = self._model.n_regions
        if n_regions == 0:
            return np.empty((0, values.shape[1]))
        entries = (self.stationary_, (self.labels_, np.arange(len(self.labels_))))
        members = sp.csr_matrix(entries, shape=(n_regions, len(self.labels_)))
        weight = np.maximum(np.asarray(members.sum(axis=1)), np.finfo(float).tiny)
        return np.asarray(members @ values.astype(np.float64, copy=False) / weight)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the map as a file; see `codimap.save`."""
        from .files import save

        check_is_fitted(self)
        save(self, path)

    def plot(
        self,
        color: ArrayLike | None = None,
        *,
        components: tuple[int, int] = (1, 2),
        ax: Axes | None = None,
        **kwargs: Any,
    ) -> Axes:
        """Scatter two coordinates, counted from 1; see `codimap.plot.embedding`."""
        from .plot import embedding

        return embedding(self, color=color, components=components, ax=ax, **kwargs)

    def plot_layout(self, color: ArrayLike | None = None, *, ax: Axes | None = None, **kwargs: Any) -> Axes:
        """Scatter the layout; see `codimap.plot.layout`."""
        from .plot import layout

        return layout(self, color=color, ax=ax, **kwargs)

    def plot_spectrum(self, *, ax: Axes | None = None) -> Axes:
        """The eigenvalues; see `codimap.plot.spectrum`."""
        from .plot import spectrum

        return spectrum(self, ax=ax)

    def _learn(self, model: Model, dtype: DTypeLike) -> None:
        spectrum = model.spectra[0]
        self._model = model
        self._dtype: np.dtype[Any] = np.dtype(dtype)
        self.embedding_: FloatArray = model.embedding.astype(self._dtype, copy=False)
        self._n_features_out = self.embedding_.shape[1]
        self.layout_: NDArray[np.float64] = model.layout
        self.eigenvalues_: NDArray[np.float64] = spectrum["eigenvalues"]
        self.residuals_: NDArray[np.float64] = spectrum["residuals"]
        self.certificate_ = Certificate(model.spectra)
        self.labels_: IndexArray = model.labels
        self.centroid_indices_: IndexArray = model.centroids
        components = model.component_of
        self.component_labels_: IndexArray = components if len(components) else np.zeros(model.points, np.int64)
        self.outlying_: IndexArray = model.outlying
        self.notes_: list[str] = model.notes
        self.stationary_: NDArray[np.float64] = model.stationary
        self.region_embedding_ = self._region_means(self.embedding_).astype(self._dtype, copy=False)
        self.intrinsic_dimension_: float | None = model.intrinsic_dimension
        self.epsilon_: float | None = model.epsilon
        self.n_neighbors_: int | None = model.n_neighbors
        self.neighbor_recall_: float | None = model.neighbor_recall

    def __getstate__(self) -> dict[str, Any]:
        state: Any = super().__getstate__()
        if "_model" not in state:
            return dict(state)
        kept = {"_model", "_dtype", "stages_", "n_features_in_", "feature_names_in_", "_sklearn_version"}
        kept |= self.get_params(deep=False).keys()  # the rest _learn finds in the model again
        return {name: value for name, value in state.items() if name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        if "_model" in state:
            self._learn(self._model, self._dtype)

    def _repr_html_inner(self) -> str:
        from ._html import page

        return page(self) if hasattr(self, "_model") else str(super()._repr_html_inner())

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        if hasattr(self, "_model") and "text/html" in bundle:
            bundle["text/html"] = self._repr_html_inner()
        return bundle
