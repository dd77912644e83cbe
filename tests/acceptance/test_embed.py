"""What embed, transform, compare, generate and info give for input that is as it should be."""

import gzip
import math
import re
import unittest

from program import ProgramTest, csv_text, main, npy_table, read_npy, ring

METHODS = ("compressed", "exact", "nystrom", "centroids", "roseland", "landmarks")
SUMMARY_KEYS = {"eigenvalues", "residuals", "points", "features", "regions", "epsilon", "neighbor_recall",
                "graph_components", "method", "seed", "options", "stages", "seconds", "peak_memory_bytes", "version"}
OPTION_KEYS = {"format", "graph", "key", "distances", "columns", "exclude", "transpose", "arcsinh", "log1p", "standardize",
               "pca", "drop_nonfinite", "compensate", "linearize", "kernel",
               "preset", "bandwidth_neighbor", "decay", "epsilon", "neighbors", "neighbor_recall", "self_affinity", "density_normalization",
               "regions", "partition", "coherence_time", "seed", "components", "time", "eigenvectors", "interpolation",
               "method", "precision", "metric", "refine", "tolerance", "layout_dimensions"}
TWO_TRIANGLES = "a b 1\nb c 2\nc a 3\nd e 1\ne f 1\nf d 2\n"


class Tables(ProgramTest):
    def setUp(self):
        super().setUp()
        self.rows = ring()
        self.write("x.csv", csv_text(self.rows))
        self.succeed("embed", "x.csv", "-o", "plain.csv", "--components", "3", "--quiet")

    def embeds_alike(self, name, content, *options):
        self.write(name, content)
        self.succeed("embed", name, "-o", "again.csv", "--components", "3", "--quiet", "--force", *options)
        self.assertEqual(self.read("again.csv"), self.read("plain.csv"))

    def test_one_row_a_point_and_one_named_column_a_coordinate(self):
        table = self.table("plain.csv")
        self.assertEqual(table[0], ["c1", "c2", "c3", "x", "y"])
        self.assertEqual(len(table), 61)

    def test_the_largest_entry_of_a_column_by_magnitude_is_positive(self):
        for column in zip(*self.coordinates("plain.csv")):
            self.assertGreater(max(column, key=abs), 0)

    def test_byte_order_mark_crlf_and_no_final_newline_change_nothing(self):
        self.embeds_alike("bom.csv", b"\xef\xbb\xbf" + csv_text(self.rows).encode())
        self.embeds_alike("crlf.csv", csv_text(self.rows).replace("\n", "\r\n"))
        self.embeds_alike("open.csv", csv_text(self.rows).rstrip("\n"))

    def test_no_header_tabs_and_gzip_change_nothing(self):
        self.embeds_alike("bare.csv", csv_text(self.rows, header=None))
        self.embeds_alike("x.tsv", csv_text(self.rows).replace(",", "\t"))
        self.embeds_alike("x.csv.gz", gzip.compress(csv_text(self.rows).encode()))
        self.embeds_alike("x.txt", csv_text(self.rows).replace(",", "\t"))
        self.embeds_alike("odd.name", csv_text(self.rows), "--format", "csv")

    def test_an_array_embeds_as_its_table_does(self):
        self.embeds_alike("x.npy", npy_table(self.rows))

    def test_an_unrefined_map_says_what_its_residuals_prove(self):
        outcome = self.succeed("embed", "x.csv", "-o", "m.csv", "--regions", "12", "--components", "3", "--refine", "off",
                               "--summary", "off.json", "--model", "m.codimap")
        summary = self.summary("off.json")
        said = re.search(r"every eigenvalue is within (\S+) of an exact one; .* not known", outcome.words)
        self.assertGreaterEqual(float(said[1]), max(summary["residuals"]))
        self.assertEqual(summary["certificate"]["words"], said[0])
        self.assertIn(said[0], self.succeed("info", "m.codimap").output.decode())
        self.succeed("embed", "x.csv", "-o", "e.csv", "--method", "exact", "--components", "59", "--summary", "all.json")
        exact = self.summary("all.json")["eigenvalues"]
        for value in summary["eigenvalues"]:
            self.assertLess(min(abs(value - other) for other in exact), float(said[1]))

    def test_the_cosine_metric_does_not_see_the_lengths_of_rows(self):
        options = ["--metric", "cosine", "--components", "2", "--force", "--summary", "s.json"]
        self.succeed("embed", "x.csv", "-o", "cosine.csv", *options)
        self.assertEqual(self.summary("s.json")["options"]["metric"], "cosine")
        longer = [[value * 2 ** (i % 5) for value in row] for i, row in enumerate(self.rows)]
        self.write("longer.csv", csv_text(longer))
        self.succeed("embed", "longer.csv", "-o", "longer_map.csv", *options)
        self.assertEqual(self.read("longer_map.csv"), self.read("cosine.csv"))
        self.write("zero.csv", csv_text([*self.rows, [0.0] * len(self.rows[0])]))
        self.refuse(65, ["row %d" % (len(self.rows) + 1), "cosine"], "embed", "zero.csv", "-o", "z.csv", "--metric",
                    "cosine")

    def test_the_baseline_instructions_give_the_same_map_to_rounding(self):
        self.succeed("embed", "x.csv", "-o", "widest.csv", "--components", "3")
        self.succeed("embed", "x.csv", "-o", "baseline.csv", "--components", "3", "--instructions", "x86-64")
        self.assertLess(self.compare("widest.csv", "baseline.csv")["sse"], 1e-20)

    def test_distances_of_neighbours_give_the_map_of_the_points(self):
        names = ["p%03d" % i for i in range(len(self.rows))]
        lines = []
        for i, x in enumerate(self.rows):
            near = sorted((math.dist(x, y), j) for j, y in enumerate(self.rows) if j != i)
            lines += ["%s %s %r" % (names[i], names[j], distance) for distance, j in near[:11]]
        self.write("near.txt", "\n".join(lines) + "\n")
        self.succeed("embed", "near.txt", "--distances", "-o", "near.csv", "--components", "3",
                     "--method", "exact")
        self.succeed("embed", "x.csv", "--neighbors", "12", "-o", "points.csv", "--components",
                     "3", "--method", "exact")
        order = sorted(range(len(names)), key=[row[0] for row in self.table("near.csv")[1:]].__getitem__)
        near = self.coordinates("near.csv")
        for i, point in zip(order, self.coordinates("points.csv"), strict=True):
            for a, b in zip(near[i], point, strict=True):
                self.assertAlmostEqual(a, b, 9)

    def test_columns_and_exclude_choose_by_name_and_number(self):
        wide = csv_text([("a%d" % i, *row, 7.0) for i, row in enumerate(self.rows)], "id,x,y,z,w")
        wide = wide.replace("'", "")
        self.write("wide.csv", wide)
        for options in (["--columns", "x,y,z"], ["--columns", "2", "--columns", "y,4"], ["--exclude", "w"]):
            self.succeed("embed", "wide.csv", "-o", "w.csv", "--components", "3", "--quiet", "--force", *options)
            table = self.table("w.csv")
            self.assertEqual(table[0], ["name", "c1", "c2", "c3", "x", "y"])
            self.assertEqual([row[1:] for row in table], self.table("plain.csv"))
            self.assertEqual([table[1][0], table[60][0]], ["a0", "a59"])

    def test_dropped_rows_leave_the_numbers_of_those_kept(self):
        text = csv_text(self.rows).splitlines()
        text.insert(3, "nan,1,2")
        text.insert(7, "1,,2")
        self.write("holes.csv", "\n".join(text))
        outcome = self.succeed("embed", "holes.csv", "-o", "h.csv", "--components", "3", "--drop-nonfinite",
                               "--summary", "h.json")
        table = self.table("h.csv")
        self.assertEqual([row[1:] for row in table], self.table("plain.csv"))
        kept = [i for i in range(1, 63) if i not in (3, 7)]
        self.assertEqual([row[0] for row in table], ["row"] + [str(i) for i in kept])
        self.assertEqual(self.summary("h.json")["kept_rows"], kept)
        self.assertIn("3, 7", outcome.words)
        self.succeed("embed", "x.csv", "-o", "all.csv", "--components", "3", "--drop-nonfinite")
        self.assertEqual(self.table("all.csv")[0][0], "row")
        self.assertLess(self.compare("plain.csv", "h.csv")["sse"], 1e-20)

    def test_standard_input_and_output_are_dashes(self):
        outcome = self.succeed("embed", "-", "-o", "-", "--components", "3", stdin=self.read("x.csv"))
        self.assertEqual(outcome.output, self.read("plain.csv"))
        self.assertIn("standard input", outcome.words)

    def test_outputs_by_ending(self):
        for name in ("y.npy", "y.tsv", "y.csv.gz"):
            self.succeed("embed", "x.csv", "-o", name, "--components", "3", "--quiet")
        self.assertEqual(read_npy(self.read("y.npy")), self.coordinates("plain.csv"))
        self.assertEqual(self.read("y.tsv").replace(b"\t", b","), self.read("plain.csv"))
        self.assertEqual(gzip.decompress(self.read("y.csv.gz")), self.read("plain.csv"))

    def test_float_precision_gives_a_float_array_near_the_double_one(self):
        self.succeed("embed", "x.csv", "-o", "f.npy", "--components", "3", "--precision", "float", "--quiet")
        self.assertIn(b"<f4", self.read("f.npy"))
        self.write("single.npy", npy_table(self.rows, "f"))
        self.succeed("embed", "single.npy", "-o", "s.npy", "--summary", "s.json", "--quiet")
        self.assertEqual(self.summary("s.json")["options"]["precision"], "float")
        self.assertLess(self.compare("plain.csv", "f.npy")["sse"], 1e-8)

    def test_preparation_is_the_arithmetic_it_says(self):
        self.write("asinh.csv", csv_text([[math.asinh(value / 0.5) for value in row] for row in self.rows]))
        self.succeed("embed", "asinh.csv", "-o", "a.csv", "--quiet")
        self.succeed("embed", "x.csv", "--arcsinh", "0.5", "-o", "b.csv", "--quiet")
        self.assertLess(self.compare("a.csv", "b.csv")["sse"], 1e-12)

    def test_words_say_what_was_read_chosen_and_written(self):
        words = self.succeed("embed", "x.csv", "-o", "y.csv").words.splitlines()
        for part, line in zip(("60 points, 3 columns used: x, y, z", "joined to its 15 nearest others",
                               "all points are connected", "of exact", "y.csv"), words, strict=True):
            self.assertIn(part, line)
        more = self.succeed("embed", "x.csv", "-o", "y.csv", "--force", "-v").words
        for part in (*words, "(chosen)", "regions", "--root", "total"):
            self.assertIn(part, more)
        self.assertEqual(self.succeed("embed", "x.csv", "-o", "z.csv", "--quiet").words, "")

    def test_the_summary_has_the_promised_keys(self):
        self.succeed("embed", "x.csv", "-o", "y.csv", "--summary", "s.json", "--components", "4", "--neighbors", "20",
                     "--regions", "15", "--seed", "3")
        summary = self.summary("s.json")
        self.assertLessEqual(SUMMARY_KEYS, set(summary))
        self.assertEqual(set(summary["options"]), OPTION_KEYS)
        self.assertEqual([summary[key] for key in ("points", "features", "regions", "method", "seed")],
                         [60, 3, 15, "compressed", 3])
        self.assertEqual(len(set(summary["centroids"]) & set(range(1, 61))), 15)
        self.assertEqual(summary["neighbor_recall"], 1.0)
        self.assertEqual(summary["graph_components"], {"count": 1, "sizes": [60], "isolated": [], "others": []})
        self.assertEqual(summary["options"]["bandwidth_neighbor"], 7)
        self.assertIsNone(summary["epsilon"])
        self.assertEqual(summary["options"]["columns"], ["x", "y", "z"])
        self.assertEqual(len(summary["eigenvalues"]), 4)
        self.assertEqual(len(summary["residuals"]), 4)
        self.assertEqual(sorted(summary["eigenvalues"], reverse=True), summary["eigenvalues"])
        self.assertTrue(all(set(stage) == {"name", "seconds", "peak_bytes"} for stage in summary["stages"]))
        self.assertTrue(summary["stages"])

    def test_a_dense_kernel_has_no_recall(self):
        self.succeed("embed", "x.csv", "-o", "y.csv", "--summary", "s.json", "--neighbors", "dense")
        self.assertIsNone(self.summary("s.json")["neighbor_recall"])
        self.assertEqual(self.summary("s.json")["options"]["neighbors"], "dense")

    def test_a_region_for_each_point_is_the_exact_map(self):
        common = ("--components", "5", "--neighbors", "dense", "--kernel", "gaussian", "--epsilon", "0.5", "--quiet")
        self.succeed("embed", "x.csv", "-o", "exact.npy", "--method", "exact", *common)
        self.succeed("embed", "x.csv", "-o", "all.npy", "--regions", "60", *common)
        self.assertLess(self.compare("exact.npy", "all.npy")["sse"], 1e-8)


class Graphs(ProgramTest):
    def test_nodes_keep_their_names_and_components_are_told(self):
        self.write("g.txt", TWO_TRIANGLES)
        outcome = self.succeed("embed", "g.txt", "--graph", "--components", "2", "--regions", "4", "-o", "g.csv",
                               "--summary", "g.json")
        table = self.table("g.csv")
        self.assertEqual([row[0] for row in table], ["name", "a", "b", "c", "d", "e", "f"])
        self.assertIn("6 nodes and 6 edges", outcome.words)
        self.assertIn("2 connected components", outcome.words)
        summary = self.summary("g.json")
        self.assertEqual(summary["graph_components"]["sizes"], [3, 3])
        self.assertEqual(len(summary["graph_components"]["others"]), 1)
        self.assertIsNone(summary["epsilon"])
        self.assertIsNone(summary["neighbor_recall"])
        # Weights 1, 2, 3: each node's degree is the sum of two; the eigenvalues sum to a trace of 0.
        self.assertAlmostEqual(1 + sum(summary["eigenvalues"]), 0)
        self.assertIn("components 1–2 are within", summary["certificate"]["words"])

    def test_an_edge_list_may_be_named_by_its_format(self):
        self.write("g.txt", TWO_TRIANGLES)
        for i, options in enumerate((["--graph"], ["--format", "edges"])):
            self.succeed("embed", "g.txt", *options, "--components", "2", "-o", "%d.csv" % i, "--method", "exact")
        self.assertEqual(self.read("0.csv"), self.read("1.csv"))

    def test_nodes_named_by_numbers_compare_by_their_coordinates_alone(self):
        self.write("g.txt", "1 2 1\n2 3 2\n3 4 3\n4 1 4\n1 3 5\n1 1 1\n")
        self.succeed("embed", "g.txt", "--graph", "--components", "2", "--method", "exact", "-o", "g.csv")
        self.assertEqual(len(self.compare("g.csv", "g.csv")["matching"]), 2)


class Models(ProgramTest):
    def setUp(self):
        super().setUp()
        self.rows = ring()
        self.write("x.csv", csv_text(self.rows))

    def near(self, one, other):
        for left, right in zip(self.coordinates(one), self.coordinates(other), strict=True):
            for a, b in zip(left, right, strict=True):
                self.assertAlmostEqual(a, b, places=8)

    def test_training_points_get_their_own_coordinates_again(self):
        for method in METHODS:
            with self.subTest(method):
                self.succeed("embed", "x.csv", "--method", method, "--components", "3", "--regions", "20",
                             "--standardize", "--neighbors", "dense", "-o", "y.csv", "--model", "m.codimap", "--force")
                self.succeed("transform", "m.codimap", "x.csv", "-o", "again.csv", "--force")
                self.near("y.csv", "again.csv")

    def test_columns_are_found_by_name_and_others_dropped_with_a_word(self):
        self.succeed("embed", "x.csv", "--columns", "z,x", "--components", "2", "-o", "y.csv", "--model", "m.codimap")
        shuffled = [(row[1], row[0], 5.0, row[2]) for row in self.rows]
        self.write("other.csv", csv_text(shuffled, "y,x,extra,z"))
        outcome = self.succeed("transform", "m.codimap", "other.csv", "-o", "again.csv")
        self.near("y.csv", "again.csv")
        self.assertIn("2 columns used: z, x", outcome.words)
        self.assertIn("dropped", outcome.words)
        self.assertIn("of where the exact map would put them", outcome.words)

    def test_the_first_missing_column_is_named(self):
        self.succeed("embed", "x.csv", "-o", "y.csv", "--model", "m.codimap")
        self.write("other.csv", csv_text([row[:2] for row in self.rows], "x,y"))
        self.refuse(65, ["other.csv", "z"], "transform", "m.codimap", "other.csv", "-o", "again.csv")
        self.write("bare.csv", csv_text(self.rows, header=None))
        self.refuse(65, ["bare.csv", "x"], "transform", "m.codimap", "bare.csv", "-o", "again.csv")

    def test_an_array_must_have_as_many_columns_as_the_model(self):
        self.succeed("embed", "x.csv", "-o", "y.csv", "--model", "m.codimap", "--components", "3")
        self.write("x.npy", npy_table(self.rows))
        self.succeed("transform", "m.codimap", "x.npy", "-o", "again.csv")
        self.near("y.csv", "again.csv")
        self.write("narrow.npy", npy_table([row[:2] for row in self.rows]))
        self.refuse(65, ["narrow.npy", "3 columns", "2"], "transform", "m.codimap", "narrow.npy", "-o", "n.csv")

    def test_a_model_of_a_graph_takes_no_points(self):
        self.write("g.txt", TWO_TRIANGLES)
        self.succeed("embed", "g.txt", "--graph", "--components", "2", "-o", "g.csv", "--model", "g.codimap")
        self.refuse(65, ["g.codimap", "graph"], "transform", "g.codimap", "x.csv", "-o", "y.csv")
        self.assertIn(b"graph", self.succeed("info", "g.codimap").output)

    def test_info_tells_what_a_model_holds(self):
        self.succeed("embed", "x.csv", "-o", "y.csv", "--model", "m.codimap", "--components", "3", "--regions", "20")
        facts = self.succeed("info", "m.codimap").output.decode()
        for fact in ("compressed", "x, y, z", "eigenvalues", "adaptive"):
            self.assertIn(fact, facts)
        self.assertRegex(facts, r"points +60\n")
        self.assertRegex(facts, r"regions +20\n")


class Comparing(ProgramTest):
    def test_signs_and_order_do_not_count(self):
        rows = ring()
        self.write("a.csv", csv_text(rows))
        self.write("b.csv", csv_text([(row[2], -row[0], row[1]) for row in rows]))
        found = self.compare("a.csv", "b.csv")
        self.assertEqual(set(found), {"sse", "sse_per_component", "subspace_error", "matching"})
        self.assertLess(found["sse"], 1e-20)
        self.assertEqual(found["matching"], [1, 2, 0])
        text = self.succeed("compare", "a.csv", "b.csv").output.decode()
        self.assertRegex(text, r"x +y +")
        self.assertIn("subspace error", text)

    def test_other_shapes_are_refused(self):
        self.write("a.csv", csv_text(ring()))
        self.write("b.csv", csv_text(ring(50)))
        self.write("c.csv", csv_text([row[:2] for row in ring()], "x,y"))
        self.refuse(65, ["b.csv", "60", "50"], "compare", "a.csv", "b.csv")
        self.refuse(65, ["c.csv", "60"], "compare", "a.csv", "c.csv")


class Generating(ProgramTest):
    def test_shapes_have_the_size_asked_for(self):
        for shape in ("swiss-roll", "circle", "sphere", "torus", "tree", "blobs"):
            self.succeed("generate", shape, "--points", "12", "--dimensions", "5", "--noise", "0.1", "-o", "p.csv",
                         "--force")
            rows = self.coordinates("p.csv")
            self.assertEqual((len(rows), len(rows[0])), (12, 5))

    def test_info_tells_what_a_table_holds(self):
        self.succeed("generate", "sphere", "--points", "12", "-o", "p.npy")
        facts = self.succeed("info", "p.npy").output.decode()
        self.assertIn("npy", facts)
        self.assertIn("12", facts)


if __name__ == "__main__":
    main()
