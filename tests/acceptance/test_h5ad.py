"""h5ad files in and out, held against what the real anndata makes of them."""

import gzip
import json
import pathlib

from environment import run_with

run_with(["anndata>=0.12,<0.13"])

import anndata
import h5py
import numpy
import scipy.sparse

from program import ProgramTest, main, ring

DATA = pathlib.Path(__file__).resolve().parent.parent / "data" / "h5ad"
FEW = ("--components", "2", "--quiet")


def cells(points=60):
    """Points, names, a layer, coordinates, and a graph of five neighbours each way round the ring."""
    values = numpy.array(ring(points))
    made = anndata.AnnData(X=values.astype("float32"))
    made.obs_names = ["cell %d" % i for i in range(points)]
    made.var_names = ["x", "y", "z"]
    made.layers["doubled"] = scipy.sparse.csr_matrix(2 * values)
    made.obsm["X_pca"] = values[:, :2]
    near = scipy.sparse.lil_matrix((points, points))
    for i in range(points):
        for step in range(1, 6):
            near[i, (i + step) % points] = near[(i + step) % points, i] = 1 / step + (i * i % 17) / 50
    made.obsp["connectivities"] = near.tocsr()
    made.obsp["distances"] = near.tocsr()
    made.uns["title"] = "a ring"
    return made


class H5ad(ProgramTest):
    def setUp(self):
        super().setUp()
        self.cells = cells()
        self.cells.write_h5ad(self.folder / "x.h5ad")

    def embedding(self, *arguments):
        self.succeed("embed", *arguments, "-o", "one.npy", "--force", *FEW)
        return numpy.load(self.folder / "one.npy")

    def test_a_smoothed_layer_is_what_the_same_run_writes_as_npy(self):
        self.succeed("embed", "x.h5ad", "--key", "X", "-o", "y.npy", "--model", "m.codimap", *FEW)
        for key in ("X", "layers/doubled"):
            self.succeed("smooth", "m.codimap", "x.h5ad", "--key", key, "-o", "s.npy", "--force")
            self.succeed("smooth", "m.codimap", "x.h5ad", "--key", key, "-o", "s.h5ad", "--force")
            found = anndata.read_h5ad(self.folder / "s.h5ad")
            expected = numpy.load(self.folder / "s.npy")
            self.assertEqual(found.layers["codimap_smoothed"].dtype, expected.dtype)
            numpy.testing.assert_array_equal(found.layers["codimap_smoothed"], expected)
            numpy.testing.assert_array_equal(found.X, self.cells.X)
            self.assertEqual(found.uns["title"], "a ring")
        self.succeed("smooth", "m.codimap", "s.h5ad", "--key", "X", "-o", "again.h5ad")  # in place of the layer there
        self.assertEqual(list(anndata.read_h5ad(self.folder / "again.h5ad").layers), ["codimap_smoothed", "doubled"])

    def test_a_table_is_what_anndata_reads(self):
        numpy.save(self.folder / "x.npy", self.cells.X)
        numpy.save(self.folder / "pca.npy", self.cells.obsm["X_pca"])
        self.assertEqual(self.embedding("x.npy").tobytes(), self.embedding("x.h5ad", "--key", "X").tobytes())
        self.assertEqual(self.embedding("pca.npy").tobytes(),
                         self.embedding("x.h5ad", "--key", "obsm/X_pca").tobytes())

    def test_without_a_key_principal_components_are_taken_where_there_are_any(self):
        pca, x = (self.embedding("x.h5ad", "--key", key) for key in ("obsm/X_pca", "X"))
        outcome = self.succeed("embed", "x.h5ad", "-o", "y.npy", "--components", "2", "--model", "pca.codimap",
                               "--summary", "s.json")
        self.assertEqual(numpy.load(self.folder / "y.npy").tobytes(), pca.tobytes())
        self.assertIn("x.h5ad: obsm/X_pca: 60 points, 2 columns used\n  obsm/X_pca was read, as scanpy does; --key X "
                      "reads the variables themselves\n", outcome.words)
        self.assertEqual(self.summary("s.json")["options"]["key"], "obsm/X_pca")
        del self.cells.obsm["X_pca"]
        self.cells.write_h5ad(self.folder / "bare.h5ad")
        outcome = self.succeed("embed", "bare.h5ad", "-o", "y.npy", "--components", "2", "--force", "--model",
                               "bare.codimap")
        self.assertEqual(numpy.load(self.folder / "y.npy").tobytes(), x.tobytes())
        self.assertIn("bare.h5ad: X: 60 points, 3 columns used: x, y, z\n", outcome.words)
        for model, expected in (("pca.codimap", pca), ("bare.codimap", x)):  # of a file that has both
            self.succeed("transform", model, "x.h5ad", "-o", "t.npy", "--quiet", "--force")
            numpy.testing.assert_allclose(numpy.load(self.folder / "t.npy"), expected, rtol=1e-4, atol=1e-5)

    def test_options_that_prepare_or_choose_columns_are_for_those_of_x(self):
        for options in (("--standardize",), ("--arcsinh", "5"), ("--pca", "2"), ("--columns", "x,z"), ("--exclude", "y")):
            self.assertEqual(self.embedding("x.h5ad", *options).tobytes(),
                             self.embedding("x.h5ad", "--key", "X", *options).tobytes())
        (self.folder / "again.h5ad").write_bytes(self.read("x.h5ad"))
        self.assertEqual(self.embedding("x.h5ad", "again.h5ad").tobytes(),
                         self.embedding("x.h5ad", "again.h5ad", "--key", "X").tobytes())

    def test_real_files_are_what_anndata_reads(self):
        for name, key in (("cellxgene-records-nan", "obsm/X_pca"), ("cellxgene-records-nan", "obsm/X_umap"),
                          ("anndata-0.7.0-lzf", "layers/array"), ("anndata-0.7.0-lzf", "obsm/array"),
                          ("scvelo-pancreas-50", "layers/Ms"), ("scvelo-pancreas-50", "obsm/X_pca")):
            with self.subTest(file=name, key=key):
                self.write("real.h5ad", gzip.decompress((DATA / (name + ".h5ad.gz")).read_bytes()))
                real = anndata.read_h5ad(self.folder / "real.h5ad")
                folder, member = key.split("/")
                numpy.save(self.folder / "real.npy", numpy.asarray(getattr(real, folder)[member]))
                expected = self.embedding("real.npy")
                self.assertEqual(expected.tobytes(), self.embedding("real.h5ad", "--key", key).tobytes())
                self.assertEqual(expected.tobytes(),
                                 self.embedding(DATA / (name + ".h5ad.gz"), "--key", key).tobytes())

    def test_real_files_are_described(self):
        for path in sorted(DATA.glob("*.gz")):
            with self.subTest(file=path.name):
                self.assertIn(b"h5ad", self.succeed("info", path).output)
        words = self.succeed("info", DATA / "anndata-0.7.0-lzf.h5ad.gz").output.decode()
        self.assertRegex(words, r"X +30 × 20, float32, CSR of 228 values, lzf\n")
        self.refuse(65, ["has no 'X'"], "embed", DATA / "anndata-0.11.4-no-x.h5ad.gz", "-o", "y.csv")

    def test_names_go_to_text(self):
        self.succeed("embed", "x.h5ad", "-o", "y.csv", *FEW)
        self.assertEqual([row[0] for row in self.table("y.csv")], ["name", *self.cells.obs_names])

    def test_the_output_is_the_input_with_the_map(self):
        self.succeed("embed", "x.h5ad", "-o", "y.h5ad", "--summary", "s.json", *FEW)
        made = anndata.read_h5ad(self.folder / "y.h5ad")
        self.assertEqual(made.obsm["X_codimap"].tobytes(), self.embedding("x.h5ad").tobytes())
        summary = self.summary("s.json")
        self.assertEqual(list(made.uns["codimap"]["eigenvalues"]), summary["eigenvalues"])
        self.assertEqual(list(made.uns["codimap"]["residuals"]), summary["residuals"])
        self.assertEqual(made.uns["codimap"]["version"], summary["version"])
        self.assertEqual(json.loads(made.uns["codimap"]["options"]), summary["options"])
        self.assertEqual(made.X.tobytes(), self.cells.X.tobytes())
        self.assertEqual((made.layers["doubled"] != self.cells.layers["doubled"]).nnz, 0)
        self.assertEqual(made.uns["title"], "a ring")
        self.assertEqual(list(made.obs_names), list(self.cells.obs_names))
        with h5py.File(self.folder / "y.h5ad") as file:  # no time of day, so that another run gives the same bytes
            self.assertEqual(h5py.h5o.get_info(file["obsm/X_codimap"].id).mtime, 0)
        made.write_h5ad(self.folder / "again.h5ad")

    def test_an_output_becomes_an_input_and_its_map_is_replaced(self):
        self.succeed("embed", "x.h5ad", "-o", "y.h5ad", *FEW)
        self.succeed("embed", "y.h5ad", "-o", "z.h5ad", "--components", "3", "--write-diffmap", "--quiet")
        self.assertEqual(anndata.read_h5ad(self.folder / "z.h5ad").obsm["X_codimap"].shape, (60, 3))
        self.refuse(73, ["z.h5ad", "--force"], "embed", "y.h5ad", "-o", "z.h5ad", *FEW)
        self.refuse(73, ["also the input"], "embed", "z.h5ad", "-o", "z.h5ad", "--force", *FEW)
        self.succeed("embed", "z.h5ad", "-o", "y.h5ad", "--force", *FEW)
        self.assertEqual(anndata.read_h5ad(self.folder / "y.h5ad").obsm["X_codimap"].shape, (60, 2))

    def test_the_diffmap_is_that_of_scanpy(self):
        self.succeed("embed", "x.h5ad", "--graph", "--method", "exact", "--density-normalization", "1", "-o", "y.h5ad",
                     "--write-diffmap", "--components", "4", "--quiet")
        made = anndata.read_h5ad(self.folder / "y.h5ad")
        vectors, values = made.obsm["X_diffmap"], made.uns["diffmap_evals"]
        self.assertEqual((vectors.dtype, values.dtype), (numpy.float32, numpy.float32))
        # As scanpy has it: K = W/(q qᵀ), then the eigenvectors of Z^-½ K Z^-½.
        weights = self.cells.obsp["connectivities"].toarray()
        weights /= numpy.outer(weights.sum(0), weights.sum(0))
        roots = numpy.sqrt(weights.sum(0))
        symmetric = weights / numpy.outer(roots, roots)
        exact = numpy.sort(numpy.linalg.eigvalsh(symmetric))[::-1]
        numpy.testing.assert_allclose(values, exact[:5], atol=1e-6)
        numpy.testing.assert_allclose(symmetric @ vectors, vectors * values, atol=1e-6)
        numpy.testing.assert_allclose(vectors.T @ vectors, numpy.eye(5), atol=1e-5)
        numpy.testing.assert_allclose(vectors[:, 0], roots / numpy.linalg.norm(roots), atol=1e-6)

    def test_the_diffmap_of_a_graph_in_pieces_has_the_eigenvalues_of_all(self):
        pieces = self.cells.copy()
        weights = pieces.obsp["connectivities"].toarray()
        weights[:40, 40:] = weights[40:, :40] = 0
        weights += numpy.diag((weights.sum(0) == 0).astype(float))
        pieces.obsp["connectivities"] = scipy.sparse.csr_matrix(weights)
        pieces.write_h5ad(self.folder / "pieces.h5ad")
        self.succeed("embed", "pieces.h5ad", "--graph", "--method", "exact", "--density-normalization", "1", "-o", "y.h5ad",
                     "--write-diffmap", "--components", "4", "--quiet")
        made = anndata.read_h5ad(self.folder / "y.h5ad")
        vectors, values = made.obsm["X_diffmap"], made.uns["diffmap_evals"]
        weights /= numpy.outer(weights.sum(0), weights.sum(0))
        roots = numpy.sqrt(weights.sum(0))
        symmetric = weights / numpy.outer(roots, roots)
        self.assertAlmostEqual(float(values[1]), 1, places=6)
        numpy.testing.assert_allclose(values, numpy.sort(numpy.linalg.eigvalsh(symmetric))[::-1][:5], atol=1e-6)
        numpy.testing.assert_allclose(symmetric @ vectors, vectors * values, atol=1e-6)

    def test_graphs_come_from_obsp(self):
        links = self.cells.obsp["connectivities"].tocoo()
        self.write("g.txt", "".join("%d %d %r\n" % (i, j, float(w)) for i, j, w in
                                    sorted(zip(links.row, links.col, links.data), key=lambda edge: edge[:2])))
        for flag in ("--graph", "--distances"):
            for name in ("g.txt", "x.h5ad"):
                self.succeed("embed", name, flag, "--method", "exact", "-o", name + ".csv", "--force", *FEW)
            by_node = dict(zip((int(row[0]) for row in self.table("g.txt.csv")[1:]), self.coordinates("g.txt.csv")))
            expected = numpy.array([by_node[i] for i in range(60)])
            numpy.testing.assert_allclose(numpy.array(self.coordinates("x.h5ad.csv")), expected, rtol=1e-6, atol=1e-9)

    def test_rows_that_were_left_out_are_nan(self):
        broken = self.cells.copy()
        del broken.obsm["X_pca"]
        broken.X[7, 1] = numpy.nan
        broken.write_h5ad(self.folder / "n.h5ad")
        self.refuse(65, ["n.h5ad: X: row 8 column 2"], "embed", "n.h5ad", "-o", "y.h5ad")
        self.succeed("embed", "n.h5ad", "-o", "y.h5ad", "--drop-nonfinite", *FEW)
        found = anndata.read_h5ad(self.folder / "y.h5ad").obsm["X_codimap"]
        self.assertEqual(list(numpy.flatnonzero(numpy.isnan(found).any(axis=1))), [7])

    def test_a_model_takes_the_same_key_again(self):
        self.succeed("embed", "x.h5ad", "--key", "obsm/X_pca", "-o", "y.csv", "--model", "m.codimap", *FEW)
        self.assertIn(b"obsm/X_pca", self.succeed("info", "m.codimap").output)
        self.succeed("transform", "m.codimap", "x.h5ad", "-o", "t.h5ad", "--quiet")
        found = anndata.read_h5ad(self.folder / "t.h5ad").obsm["X_codimap"]
        numpy.testing.assert_allclose(found, self.coordinates("y.csv"), rtol=1e-6, atol=1e-9)

    def test_an_h5ad_is_only_made_of_an_h5ad(self):
        numpy.save(self.folder / "x.npy", self.cells.X)
        self.refuse(2, [".h5ad", "x.npy is not"], "embed", "x.npy", "-o", "y.h5ad")
        self.refuse(2, ["--write-diffmap", "y.csv"], "embed", "x.h5ad", "-o", "y.csv", "--write-diffmap")
        self.refuse(2, ["x.npy", "--key"], "embed", "x.npy", "--key", "X", "-o", "y.csv")
        self.refuse(2, ["obsm", "current anndata"], "embed", DATA / "cellxgene-records-nan.h5ad.gz", "--key", "obsm/X_pca",
                    "-o", "y.h5ad")
        self.refuse(65, ["has no 'obsm/X_umap'", "'obsm/X_pca'"], "embed", "x.h5ad", "--key", "obsm/X_umap", "-o", "y.csv")

    def test_43_names_are_data(self):
        names = ["</script><img onerror=x>", "=cmd()", "\x1b[31mred"]
        odd = self.cells.copy()
        odd.obs_names = names + list(odd.obs_names[3:])
        odd.var_names = names
        odd.obsm[names[2]] = odd.obsm["X_pca"]
        odd.write_h5ad(self.folder / "odd.h5ad")
        words = self.succeed("embed", "odd.h5ad", "--key", "X", "-o", "y.csv", "--components", "2").words
        self.assertIn("</script><img onerror=x>, =cmd(), \\x1b[31mred", words)
        self.assertNotIn("\x1b", words)
        self.assertEqual([row[0] for row in self.table("y.csv")[1:4]], names)
        self.assertNotIn(b"\x1b", self.succeed("info", "odd.h5ad").output)
        self.refuse(65, ["\\x1b[31mred"], "embed", "odd.h5ad", "--key", "obsm/gone", "-o", "z.csv")
        self.succeed("embed", "odd.h5ad", "-o", "y.h5ad", *FEW)
        self.assertEqual(list(anndata.read_h5ad(self.folder / "y.h5ad").obs_names[:3]), names)

    def test_24_to_27_what_is_broken_or_leads_outside_is_refused(self):
        whole = self.read("x.h5ad")
        self.write("cut.h5ad", whole[:-100])
        with h5py.File(self.folder / "link.h5ad", "w") as made:
            made["X"] = h5py.ExternalLink("x.h5ad", "X")
        with h5py.File(self.folder / "outside.h5ad", "w") as made:
            made.create_dataset("X", (60, 3), "f4", external=[("x.h5ad", 0, 720)])
        with h5py.File(self.folder / "virtual.h5ad", "w") as made:
            layout = h5py.VirtualLayout((60, 3), "f4")
            layout[:] = h5py.VirtualSource("x.h5ad", "X", (60, 3))
            made.create_virtual_dataset("X", layout)
        with h5py.File(self.folder / "huge.h5ad", "w") as made:
            made.create_dataset("X", (2 ** 40, 2 ** 20), "f4", chunks=(8, 8), compression="gzip")
        for name, part, value in (("falls", "indptr", (2, 1)), ("beyond", "indices", (0, 3))):
            self.write(name + ".h5ad", whole)
            with h5py.File(self.folder / (name + ".h5ad"), "r+") as made:
                made["layers/doubled/" + part][value[0]] = value[1]
        for name, key, words in (("cut", "X", ["damaged or not complete"]), ("link", "X", ["X", "another file"]),
                                 ("outside", "X", ["X", "another file"]), ("virtual", "X", ["X", "virtual"]),
                                 ("huge", "X", ["X", "declares"]), ("falls", "layers/doubled", ["indptr", "falls"]),
                                 ("beyond", "layers/doubled", ["indices", "column 3"])):
            with self.subTest(file=name):
                self.refuse(65, [name + ".h5ad", *words], "embed", name + ".h5ad", "--key", key, "-o", "y.csv")


if __name__ == "__main__":
    main()
