"""The same bytes for any number of threads, and for a second run."""

from program import ProgramTest, csv_text, main, ring

METHODS = ("compressed", "exact", "nystrom", "centroids", "roseland", "landmarks")


def without_measures(summary):
    """A summary less what is measured of a run rather than computed."""
    for stage in summary["stages"]:
        del stage["seconds"], stage["peak_bytes"]
    del summary["seconds"], summary["peak_memory_bytes"]
    return summary


class SameBytes(ProgramTest):
    THREADS = (1, 2, 8, 2)

    def embed_with_all(self, *options):
        runs = []
        for threads in self.THREADS:
            self.succeed("embed", "x.csv", "-o", "y.npy", "--model", "m.codimap", "--summary", "s.json", "--force",
                         "--quiet", "--threads", threads, *options)
            runs.append((self.read("y.npy"), self.read("m.codimap"), without_measures(self.summary("s.json"))))
        for run in runs[1:]:
            self.assertEqual(run[0], runs[0][0])
            self.assertEqual(run[1], runs[0][1])
            self.assertEqual(run[2], runs[0][2])

    def test_every_method_with_a_dense_kernel(self):
        self.write("x.csv", csv_text(ring(400)))
        for method in METHODS:
            with self.subTest(method):
                self.embed_with_all("--method", method, "--regions", "50", "--neighbors", "dense")

    def test_every_method_with_a_sparse_kernel(self):
        self.write("x.csv", csv_text(ring(400)))
        for method in METHODS:
            with self.subTest(method):
                self.embed_with_all("--method", method, "--regions", "120", "--kernel", "adaptive", "--neighbors",
                                    "40", "--density-normalization", "1")

    def test_refined_maps_of_dense_and_sparse_kernels(self):
        self.succeed("generate", "swiss-roll", "--points", "1500", "-o", "x.csv")
        for options in (("--neighbors", "dense"), ("--neighbors", "20"), ("--neighbors", "20", "--refine", "1e-9"),
                        ("--neighbors", "20", "--tolerance", "0.001", "--precision", "float")):
            with self.subTest(options):
                self.embed_with_all("--components", "12", *options)
                self.assertIn("refinement", [stage["name"] for stage in self.summary("s.json")["stages"]])

    def test_the_paper_s_interpolation_and_float_precision(self):
        self.write("x.csv", csv_text(ring(400)))
        self.embed_with_all("--interpolation", "region-to-point", "--coherence-time", "2", "--precision", "float")

    def test_transform_and_generate(self):
        self.succeed("generate", "swiss-roll", "--points", "600", "--seed", "4", "-o", "x.csv")
        self.succeed("generate", "swiss-roll", "--points", "600", "--seed", "4", "-o", "again.csv")
        self.assertEqual(self.read("x.csv"), self.read("again.csv"))
        self.succeed("embed", "x.csv", "-o", "y.csv", "--model", "m.codimap", "--neighbors", "15", "--quiet")
        found = set()
        for threads in self.THREADS:
            self.succeed("transform", "m.codimap", "x.csv", "-o", "t.csv", "--force", "--threads", threads)
            found.add(self.read("t.csv"))
        self.assertEqual(len(found), 1)

    def test_another_seed_gives_another_answer(self):
        self.write("x.csv", csv_text(ring(300)))
        for seed in ("1", "2"):
            self.succeed("embed", "x.csv", "-o", seed + ".npy", "--regions", "20", "--seed", seed, "--refine", "off",
                         "--quiet")
        self.assertNotEqual(self.read("1.npy"), self.read("2.npy"))


if __name__ == "__main__":
    main()
