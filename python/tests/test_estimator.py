import pickle

import codimap
import numpy as np
import pytest
import scipy.sparse as sp

pytest.importorskip("sklearn")
from codimap import CompressedDiffusionMap, KNeighborsTransformer
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.metrics import pairwise_distances
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier, kneighbors_graph
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator


@pytest.mark.parametrize(
    "estimator",
    [
        CompressedDiffusionMap(),
        CompressedDiffusionMap(n_components=2, kernel="gaussian", n_neighbors="dense"),
        CompressedDiffusionMap(preset="phate", n_neighbors=5),
        CompressedDiffusionMap(metric="precomputed"),
        KNeighborsTransformer(n_neighbors=3),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore:the affinities of metric='precomputed' look like distances")
def test_every_check_of_scikit_learn_passes(estimator):
    results = check_estimator(estimator, on_skip=None, on_fail=None)
    assert {r["check_name"]: r["exception"] for r in results if r["status"] not in ("passed", "skipped")} == {}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_training_rows_get_their_own_coordinates_again(roll, dtype):
    map = CompressedDiffusionMap(n_components=4)
    embedding = map.fit_transform(roll.astype(dtype))
    assert embedding.dtype == dtype
    again = map.transform(roll.astype(dtype))
    assert np.abs(again - embedding).max() < (1e-5 if dtype == np.float32 else 1e-10)


def test_attributes_fit_together(roll):
    map = CompressedDiffusionMap(n_components=5, n_regions=60).fit(roll)
    assert map.embedding_.shape == (800, 5) and map.embedding_.flags.writeable
    assert np.all(np.diff(map.eigenvalues_) <= 0) and map.residuals_.shape == (5,)
    assert map.labels_.shape == (800,) and len(map.centroid_indices_) == 60
    assert map.region_embedding_.shape == (60, 5)
    assert np.allclose(map.region_embedding_[7], np.average(
        map.embedding_[map.labels_ == 7], axis=0, weights=map.stationary_[map.labels_ == 7]))  # fmt: skip
    transitions = map.region_transitions_
    assert np.allclose(transitions.sum(axis=1), 1) and transitions.min() >= 0
    two_steps = map.smooth((map.labels_ == 9).astype(float), t=2)[map.labels_ == 7]
    assert np.isclose(transitions[7, 9], np.average(two_steps, weights=map.stationary_[map.labels_ == 7]))
    assert np.isclose(map.stationary_.sum(), 1) and np.all(map.component_labels_ == 0)
    assert 1.5 < map.intrinsic_dimension_ < 2.5
    assert {"neighbors", "refinement"} <= {stage["name"] for stage in map.stages_}
    assert "of exact" in str(map.certificate_) and map.certificate_.angles.shape == (5,)


def test_the_map_is_the_exact_one(roll):
    exact = CompressedDiffusionMap(n_components=3, method="exact").fit(roll)
    map = CompressedDiffusionMap(n_components=3, refine=1e-9).fit(roll)
    assert np.abs(map.eigenvalues_ - exact.eigenvalues_).max() < 1e-8
    assert codimap.compare(exact.embedding_, map.embedding_)["subspace_error"] < 1e-8


def test_pickle_and_clone_and_file_keep_the_map(roll, tmp_path):
    map = CompressedDiffusionMap(n_components=3, n_regions=40).fit(roll)
    map.save(tmp_path / "map.codimap")
    for copy in pickle.loads(pickle.dumps(map)), codimap.load(tmp_path / "map.codimap"):
        assert np.allclose(copy.embedding_, map.embedding_, rtol=0, atol=1e-11)  # made anew from the walk
        assert np.array_equal(copy.transform(roll[:9]), map.transform(roll[:9]))
        assert np.array_equal(copy.stationary_, map.stationary_)
    assert pickle.loads(pickle.dumps(map)).stages_ == map.stages_ and len(map.stages_) > 3
    assert clone(map).get_params() == map.get_params()
    codimap.save(map, tmp_path / "same.codimap")
    assert (tmp_path / "same.codimap").read_bytes() == (tmp_path / "map.codimap").read_bytes()
    with pytest.raises(ValueError, match="is not a codimap model"):
        (tmp_path / "no.codimap").write_text("x" * 100)
        codimap.load(tmp_path / "no.codimap")


def test_sparse_counts_need_no_dense_copy(rng):
    counts = sp.random(300, 150, density=0.1, random_state=0, format="csr", dtype=np.float32)
    sparse = CompressedDiffusionMap(n_components=2, pca=20, log1p=True).fit(counts)
    full = CompressedDiffusionMap(n_components=2, pca=20, log1p=True).fit(counts.toarray())
    assert sparse.embedding_.dtype == np.float32
    assert codimap.compare(full.embedding_, sparse.embedding_)["subspace_error"] < 1e-6


def test_graphs_come_as_affinities_or_as_distances(roll):
    distances = kneighbors_graph(roll, 15, mode="distance")
    near = CompressedDiffusionMap(n_components=3, metric="precomputed_nearest_neighbors").fit(distances)
    direct = CompressedDiffusionMap(n_components=3).fit(roll)
    assert codimap.compare(direct.embedding_, near.embedding_)["subspace_error"] < 1e-6
    every = CompressedDiffusionMap(n_components=3, metric="precomputed_distance").fit(pairwise_distances(roll))
    assert codimap.compare(direct.embedding_, every.embedding_)["subspace_error"] < 1e-6
    with pytest.warns(UserWarning, match="look like distances"):
        CompressedDiffusionMap(n_components=3, metric="precomputed").fit(pairwise_distances(roll[:100]))
    with pytest.raises(ValueError, match="a map of distances .* cannot place new points"):
        near.transform(distances[:5])
    affinities = distances.copy()
    affinities.data = np.exp(-(affinities.data**2))
    affinities = affinities.maximum(affinities.T)
    for graph in affinities, affinities.toarray():
        map = CompressedDiffusionMap(n_components=3, metric="precomputed").fit(graph)
        assert np.abs(map.transform(graph[:20]) - map.embedding_[:20]).max() < 1e-10


def test_a_pipeline_searches_over_regions_and_names_its_columns(roll):
    labels = (roll[:, 1] > 10).astype(int)
    pipeline = make_pipeline(CompressedDiffusionMap(n_components=4), KNeighborsClassifier())
    search = GridSearchCV(pipeline, {"compresseddiffusionmap__n_regions": [20, 80]}, cv=2).fit(roll, labels)
    assert search.best_score_ > 0.9
    for library in "pandas", "polars":
        pytest.importorskip(library)
        frame = CompressedDiffusionMap(n_components=2).set_output(transform=library).fit_transform(roll)
        assert list(frame.columns) == ["compresseddiffusionmap0", "compresseddiffusionmap1"]


def test_neighbours_serve_other_estimators(roll):
    graph = KNeighborsTransformer(n_neighbors=5).fit_transform(np.vstack([roll, roll[:3]]))
    assert np.all(np.diff(graph.indptr) == 6)
    assert np.array_equal(graph.indices[graph.indptr[:-1]], np.arange(803)) and np.all(graph.data[::6] == 0)
    exact = kneighbors_graph(roll, 5, mode="distance")
    mine = KNeighborsTransformer(n_neighbors=5).fit_transform(roll)
    assert np.allclose(np.sort(exact.data), np.sort(mine.data[mine.data > 0]))
    other = KNeighborsTransformer(n_neighbors=5).fit(roll).transform(roll[:4] + 1e-3)
    assert other.shape == (4, 800)


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"n_regions": 10**6}, ValueError, r"^n_regions must be between 1 and the number of points \(800\)"),
        ({"n_components": 800}, ValueError, r"^n_components must be less than"),
        ({"n_components": 0}, ValueError, r"^n_components must be at least 1; got 0"),
        ({"n_neighbors": "all"}, ValueError, r"^n_neighbors must be a whole number, 'auto' or 'dense'; got 'all'"),
        ({"kernel": "round"}, ValueError, r"^kernel must be adaptive or gaussian .*; got 'round'"),
        ({"time": -1}, ValueError, r"^time must not be negative"),
        ({"layout_dimensions": 5}, ValueError, r"^layout_dimensions must be 2, 3 or 'off'; got 5"),
        ({"metric": "manhattan"}, ValueError, r"^metric must be euclidean .* or precomputed or .*; got 'manhattan'"),
        ({"random_state": 1.5}, ValueError, r"^random_state must be a whole number from 0 on, .*; got 1.5"),
        ({"epsilon": 1e-300, "kernel": "gaussian"}, ValueError, r"^epsilon .* is too small"),
        ({"max_memory": "1K"}, MemoryError, r"smallest limit that would do"),
        ({"n_jobs": 0}, ValueError, r"^n_jobs must be"),
    ],
)
def test_errors_are_python_s_kinds_with_python_s_names(roll, options, kind, words):
    with pytest.raises(kind, match=words):
        CompressedDiffusionMap(**options).fit(roll)


def test_a_fitted_map_shows_itself(roll):
    map = CompressedDiffusionMap(n_components=3).fit(roll)
    html = map._repr_html_()
    assert html.count("<svg") == 2 and map.certificate_.words in html
    assert map._repr_mimebundle_()["text/html"] == html
    assert "<svg width=" not in CompressedDiffusionMap()._repr_html_()
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    assert map.plot(color=roll[:, 1]).get_xlabel() == "coordinate 1"
    assert map.plot(color=KMeans(3, n_init=1).fit_predict(roll).astype(str)).get_legend() is not None
    assert len(map.plot_spectrum().lines) > 0
    assert map.plot_layout(color=roll[:, 1]).collections[0].get_offsets().shape == (800, 2)
    with pytest.raises(ValueError, match="the map must have a layout"):
        CompressedDiffusionMap(layout_dimensions="off").fit(roll).plot_layout()
    assert codimap.plot.certificate(map).get_yscale() == "log"


def test_pictures_pseudotime_and_smoothing_come_with_the_map(roll):
    map = CompressedDiffusionMap(n_components=5).fit(roll)
    assert map.layout_.shape == (800, 2)
    assert CompressedDiffusionMap(layout_dimensions="off").fit(roll).layout_.size == 0
    time = map.pseudotime(3)
    assert time[3] == 0 and time.max() == 1
    with pytest.raises(ValueError, match="root must be a row of the points, from 0 to 799; got 800"):
        map.pseudotime(800)
    assert np.allclose(map.smooth(np.ones(800)), 1)
    noise = np.random.default_rng(0).normal(size=(800, 2))
    assert map.smooth(noise).shape == (800, 2) and map.smooth(noise).std() < 0.7 * noise.std()
