import codimap
import numpy as np
import pytest
import scipy.sparse as sp

sc = pytest.importorskip("scanpy")
ad = pytest.importorskip("anndata")
import codimap.scanpy as cs

pytestmark = pytest.mark.filterwarnings("ignore")


def with_neighbors(X, n_neighbors=15):
    adata = ad.AnnData(X.astype(np.float32))
    sc.pp.neighbors(adata, n_neighbors=n_neighbors, use_rep="X")
    adata.uns["iroot"] = 0
    return adata


def in_pieces():
    """Six groups, far from each other; the smallest two have little more points than neighbours."""
    rng = np.random.default_rng(0)
    centres = 40 * rng.normal(size=(6, 8))
    return np.concatenate(
        [centre + rng.normal(size=(size, 8)) for centre, size in zip(centres, (400, 300, 200, 60, 16, 17))]
    )


@pytest.mark.parametrize(
    "X",
    [codimap.datasets.tree(1500, noise=0.3), codimap.datasets.blobs(1000), in_pieces()],
    ids=["tree", "blobs", "six"],
)
def test_diffmap_and_pseudotime_are_scanpy_s(X):
    theirs = with_neighbors(X, 10)
    ours = theirs.copy()
    sc.tl.diffmap(theirs)
    assert cs.diffmap(ours) is None
    assert np.abs(theirs.uns["diffmap_evals"] - ours.uns["diffmap_evals"]).max() < 1e-5
    assert ours.obsm["X_diffmap"].shape == (len(X), 15) and ours.obsm["X_diffmap"].dtype == np.float32
    for adata in theirs, ours:
        sc.tl.dpt(adata)
    a, b = (adata.obs["dpt_pseudotime"].to_numpy() for adata in (theirs, ours))
    reached = np.isfinite(a)
    assert np.array_equal(reached, np.isfinite(b)) and np.abs(a - b)[reached].max() < 1e-5


def test_negative_eigenvalues_of_small_components_are_there():
    pair, ring = sp.csr_matrix([[0, 1.0], [1, 0]]), sp.diags([np.ones(39), np.ones(39)], [-1, 1]).tocsr()
    graph = sp.block_diag([ring + sp.eye(40) * 2, pair], format="csr")
    theirs = ad.AnnData(np.zeros((42, 1), np.float32), obsp={"connectivities": graph, "distances": graph})
    theirs.uns["neighbors"] = {
        "connectivities_key": "connectivities",
        "distances_key": "distances",
        "params": {"n_neighbors": 2},
    }
    ours = theirs.copy()
    sc.tl.diffmap(theirs, n_comps=6)
    cs.diffmap(ours, n_comps=6)
    assert ours.uns["diffmap_evals"][-1] == pytest.approx(-1)
    assert np.abs(theirs.uns["diffmap_evals"] - ours.uns["diffmap_evals"]).max() < 1e-5


def test_neighbors_are_scanpy_s():
    X = codimap.datasets.tree(1200, noise=0.3).astype(np.float32)
    theirs, ours, through = (ad.AnnData(X) for _ in range(3))
    sc.pp.neighbors(theirs, use_rep="X", transformer="sklearn")
    cs.neighbors(ours, use_rep="X")
    sc.pp.neighbors(through, use_rep="X", transformer=codimap.KNeighborsTransformer(n_neighbors=15))
    for adata in ours, through:
        assert abs(theirs.obsp["connectivities"] - adata.obsp["connectivities"]).max() < 1e-5
    assert abs(theirs.obsp["distances"] - ours.obsp["distances"]).max() < 1e-5
    assert theirs.uns["neighbors"] == ours.uns["neighbors"]


def test_embed_and_transform_fill_obsm(tmp_path):
    X = codimap.datasets.swiss_roll(700)
    adata = ad.AnnData(np.zeros((600, 1), np.float32), obsm={"X_pca": X[:600], "X_scVI": X[:600] * 2})
    map = cs.embed(adata, n_components=4, n_regions=50)
    assert np.array_equal(adata.obsm["X_codimap"], map.embedding_)
    assert "of exact" in adata.uns["X_codimap"]["certificate"]
    cs.embed(adata, use_rep="X_scVI", key_added="scvi", n_components=4, n_regions=50)
    assert codimap.compare(adata.obsm["X_codimap"], adata.obsm["scvi"])["subspace_error"] < 1e-6
    new = ad.AnnData(np.zeros((100, 1), np.float32), obsm={"X_pca": X[600:]})
    cs.transform(new, map)
    assert new.obsm["X_codimap"].shape == (100, 4)
    adata.write_h5ad(tmp_path / "a.h5ad")
    backed = ad.read_h5ad(tmp_path / "a.h5ad", backed="r")
    assert np.array_equal(cs.embed(backed, n_components=4, n_regions=50).embedding_, map.embedding_)
    with pytest.raises(ValueError, match="use_rep must be 'X', a key of obsm .*; got 'X_none'"):
        cs.embed(adata, use_rep="X_none")


def test_the_picture_pseudotime_and_smoothed_genes_come_along():
    X = codimap.datasets.tree(600, n_features=300, noise=0.2).astype(np.float32)
    adata = ad.AnnData(X, obsm={"X_pca": X[:, :10]}, layers={"sparse": sp.csr_matrix(X)})
    map = cs.embed(adata, n_components=4)
    assert np.array_equal(adata.obsm["X_codimap_layout"], map.layout_)
    with pytest.raises(ValueError, match="root must be a row of the cells"):
        cs.pseudotime(adata, map)
    adata.uns["iroot"] = 5
    cs.pseudotime(adata, map)
    assert np.array_equal(adata.obs["codimap_pseudotime"], map.pseudotime(5))
    cs.smooth(adata, map)
    cs.smooth(adata, map, use_rep="sparse", layer_added="again")
    assert np.allclose(adata.layers["codimap_smoothed"], map.smooth(X), atol=1e-6)
    assert np.array_equal(adata.layers["codimap_smoothed"], adata.layers["again"])


def test_the_estimator_takes_anndata():
    X = codimap.datasets.swiss_roll(500)
    adata = ad.AnnData(np.zeros((500, 1), np.float32), obsm={"X_pca": X})
    of_pca = codimap.CompressedDiffusionMap(n_components=2).fit(adata)
    assert np.array_equal(of_pca.embedding_, codimap.CompressedDiffusionMap(n_components=2).fit(X).embedding_)


def test_diffmap_says_what_is_missing():
    with pytest.raises(ValueError, match="run codimap.scanpy.neighbors or sc.pp.neighbors first"):
        cs.diffmap(ad.AnnData(np.zeros((10, 2), np.float32)))
    with pytest.raises(ValueError, match="n_comps must be at least 3"):
        cs.diffmap(ad.AnnData(np.zeros((10, 2), np.float32)), n_comps=2)


def test_palantir_goes_on_from_our_maps():
    X = codimap.datasets.tree(800, noise=0.3)
    adata = ad.AnnData(np.zeros((800, 1), np.float32), obsm={"X_pca": X})
    found = codimap.palantir.run_diffusion_maps(adata, n_components=6)
    transitions, vectors = adata.obsp["DM_Similarity"], adata.obsm["DM_EigenVectors"]
    assert np.allclose(transitions.sum(axis=1), 1) and abs(adata.obsp["DM_Kernel"] - found["kernel"]).max() == 0
    assert np.abs(transitions @ vectors - vectors * adata.uns["DM_EigenValues"]).max() < 1e-5
    assert np.allclose(np.linalg.norm(vectors, axis=0), 1) and np.allclose(vectors[:, 0], vectors[0, 0])
    assert list(found["EigenVectors"].index) == list(adata.obs_names)
    palantir = pytest.importorskip("palantir")
    theirs = ad.AnnData(np.zeros((800, 1), np.float32), obsm={"X_pca": X})
    palantir.utils.run_diffusion_maps(theirs, n_components=6)
    assert np.abs(theirs.uns["DM_EigenValues"] - adata.uns["DM_EigenValues"]).max() < 1e-5
    palantir.utils.determine_multiscale_space(adata)
