"""Pseudotime beside scanpy's tl.dpt, on the same graph, in one piece and in two."""

import csv

import environment

environment.run_with(["scanpy==1.11.5", "pynndescent==0.5.13"])

import anndata  # noqa: E402
import numpy  # noqa: E402
import scanpy  # noqa: E402
from program import ProgramTest, main  # noqa: E402

SYMMETRIC = ("--graph", "--density-normalization", 1, "--eigenvectors", "symmetric", "--time", 0)


class Scanpy(ProgramTest):
    def cells(self, points):
        """Cells with scanpy's own neighbours and pseudotime, from cell 11 on."""
        cells = anndata.AnnData(points)
        scanpy.pp.neighbors(cells, n_neighbors=15, use_rep="X")
        scanpy.tl.diffmap(cells, n_comps=10)
        cells.uns["iroot"] = 11
        scanpy.tl.dpt(cells, n_dcs=10)
        cells.write_h5ad(self.folder / "x.h5ad")
        return cells.obs["dpt_pseudotime"].to_numpy()

    def pseudotime(self, *options):
        self.succeed("embed", "x.h5ad", "-o", "y.csv", "--components", 9, "--refine", "1e-9", "--root", 11, "--force", *options)
        with open(self.folder / "y.csv", encoding="utf-8") as file:
            return numpy.array([float(row["pseudotime"] or "inf") for row in csv.DictReader(file)])

    def assert_alike(self, expected, found):
        numpy.testing.assert_array_equal(numpy.isinf(found), numpy.isinf(expected))
        reached = numpy.isfinite(expected)
        numpy.testing.assert_allclose(found[reached], expected[reached], atol=1e-5)

    def test_it_is_dpt(self):
        random = numpy.random.default_rng(1)
        points = random.normal(size=(600, 10)) * numpy.linspace(3, 0.5, 10)
        for name, shifted in (("one", points), ("two", points + numpy.repeat([[0], [100]], 300, axis=0))):
            with self.subTest(name):
                expected = self.cells(shifted)
                self.assert_alike(expected, self.pseudotime("--preset", "scanpy", "--key", "X"))
                self.assert_alike(expected, self.pseudotime("--key", "obsp/connectivities", *SYMMETRIC))


if __name__ == "__main__":
    main()
