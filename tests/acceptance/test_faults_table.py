"""Every fault that the program answers for, by its number in the list of faults: a row for each that is refused.

A row is refused with its exit code, in one line that has its words, and leaves the folder as it was. What is accepted,
and what takes more than one run to see, has a test elsewhere, and ELSEWHERE says where: no number may be without either.
"""

import ast
import gzip
import pathlib
from collections import namedtuple

import test_fcs
from program import ProgramTest, csv_text, main, npy_bytes, npy_table, ring

LAST_NUMBER = 43
NAN, INFINITY = float("nan"), float("inf")
GOOD = csv_text(ring(12))
LINES = GOOD.splitlines()
SHAPE = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }"
COORDINATES = "%%MatrixMarket matrix coordinate "
ARRAY = "%%MatrixMarket matrix array real "
ESCAPE = "\x1b[31m"

Row = namedtuple("Row", "number what file content words options code beside")


def row(number, what, file, content, words, *options, code=65, **beside):
    return Row(number, what, file, content, words, options, code, beside)


def with_line(number, line):
    """The table with another line in the place of one of its own, counted from 1."""
    return "\n".join(LINES[:number - 1] + [line] + LINES[number:]) + "\n"


def packed(text):
    return gzip.compress(text.encode(), mtime=0)


MISSING = "a,b\n1,2\n,3\ninf,3\n4,-Infinity\nNA,3\nnan,2\n,\n3,4\n"
BOMB = gzip.compress(b"0" * (1 << 24), mtime=0) * 20
MARKET = COORDINATES + "real general\n"
PATH = "".join("%d %d\n" % (i, i + 1) for i in range(1500))

TEXT = (
    row(1, "a row that is too short", "x.csv", with_line(5, "1,2"), ["x.csv:5: 2 values", "have 3"]),
    row(1, "a row that is too long", "x.csv", with_line(5, "1,2,3,4"), ["x.csv:5: 4 values", "have 3"]),
    row(1, "a ragged edge list", "g.txt", "a b 1\nb c\n", ["g.txt:2: 2 values", "have 3"], "--graph"),
    row(2, "text among numbers", "x.csv", with_line(6, "1,high,3"), ["x.csv:6:2: 'high'", "--exclude y"]),
    row(2, "text below a name of two lines", "x.csv", 'id,a,b\n"two\nlines",1,2\nz,1,bad\n', ["x.csv:4:3: 'bad'"]),
    row(2, "text among entries", "x.mtx", MARKET + "2 2 2\n1 1 1\n2 2 high\n", ["x.mtx:4:3: 'high'"]),
    row(3, "NaN", "x.csv", with_line(4, "1,nan,3"), ["x.csv:4:2: 1 value is", "--drop-nonfinite"]),
    row(3, "infinity", "x.csv", with_line(4, "1,2,-inf"), ["x.csv:4:3: 1 value is", "--drop-nonfinite"]),
    row(3, "an empty cell", "x.csv", with_line(4, "1,,3"), ["x.csv:4:2: 1 value is", "--drop-nonfinite"]),
    row(3, "many of every kind", "x.csv", MISSING,
        ["x.csv:3:1: 7 values are", "the first five at 3:1, 4:1, 5:2, 6:1, 7:1;", "--drop-nonfinite"]),
    row(3, "NaN in every row", "x.csv", "a,b\nnan,1\nnan,2\n", ["x.csv: every row"], "--drop-nonfinite"),
    row(3, "NaN in an array", "x.npy", npy_table([(1.0, 2.0), (NAN, 3.0), (3.0, INFINITY)]),
        ["x.npy: row 2 column 1: 2 values are", "row 3 column 2", "--drop-nonfinite"]),
    row(3, "NaN among events", "x.fcs", test_fcs.fcs_bytes([(1.0, 2.0), (NAN, 3.0)], "xy"),
        ["x.fcs: ", "1 value is", "--drop-nonfinite"]),
    row(3, "NaN among entries", "x.mtx", MARKET + "2 2 2\n1 1 1\n2 2 nan\n", ["x.mtx:", "1 value is", "--drop-nonfinite"]),
    row(4, "decimal commas between semicolons", "x.csv", "a;b\n1,5;2,5\n2,5;3,5\n", ["x.csv:2:1: '1,5'", "decimal point"]),
    row(4, "decimal commas between commas", "x.csv", "a,b\n1,5,2,5\n2,5,3,5\n", ["x.csv:2: 4 values", "decimal point"]),
    row(4, "decimal commas between tabs", "x.tsv", "a\tb\n1\t2,5\n", ["x.tsv:2:2: '2,5'", "decimal point"]),
    row(4, "decimal commas between blanks", "x.txt", "1,5 2,5\n2,5 3,5\n", ["x.txt:1:1: '1,5'", "decimal point"]),
    row(4, "decimal commas in quotes", "x.csv", 'a,b\n1,"2,5"\n', ["x.csv:2:2: '2,5'", "decimal point"]),
    row(4, "a weight with a decimal comma", "g.txt", "a b 1,5\n", ["g.txt:1: 4 values", "decimal point"], "--graph"),
    row(4, "an entry with a decimal comma", "x.mtx", MARKET + "1 1 1\n1 1 1,5\n", ["x.mtx:3:3: '1,5'", "decimal point"]),
    row(6, "a quote that never closes", "x.csv", with_line(3, '1,"2,3'), ["x.csv:3:2: a quote", "never closed"]),
    row(6, "a newline in a number", "x.csv", with_line(3, '1,"2\n5",3'), ["x.csv:3:2: '2\\x0a5'", "not a number"]),
    row(6, "an edge whose quote never closes", "g.txt", 'a b 1\nb "c 1\n', ["g.txt:2:2: a quote"], "--graph"),
    row(7, "a number beyond all bounds", "x.csv", with_line(3, "1,1e999,3"), ["x.csv:3:2: '1e999'", "out of range"]),
    row(7, "a number beyond float", "x.csv", with_line(3, "1,1e99,3"), ["x.csv:3:2: '1e99'", "--precision double"],
        "--precision", "float"),
    row(7, "a weight beyond all bounds", "g.txt", "a b 1e999\n", ["g.txt:1:3:", "1e999", "out of range"], "--graph"),
    row(8, "a NUL byte", "x.csv", with_line(3, "1,2\0,3"), ["x.csv:3: a NUL byte at byte"]),
    row(8, "a NUL byte among edges", "g.txt", "a b 1\nb\0 c 1\n", ["g.txt:2: a NUL byte at byte 7"], "--graph"),
    row(8, "UTF-16", "x.csv", GOOD.encode("utf-16"), ["x.csv: is UTF-16", "save it as UTF-8"]),
    row(8, "UTF-16 without a mark", "x.csv", GOOD.encode("utf-16-be"), ["x.csv: is UTF-16", "save it as UTF-8"]),
    row(8, "edges in UTF-16", "g.txt", "a b 1\n".encode("utf-16"), ["g.txt: is UTF-16"], "--graph"),
    row(8, "entries in UTF-16", "x.mtx", (MARKET + "1 1 1\n1 1 1\n").encode("utf-16"), ["x.mtx: is UTF-16"]),
    row(9, "an empty table", "x.csv", "", ["x.csv: is empty"]),
    row(9, "an empty table in gzip", "x.csv.gz", packed(""), ["x.csv.gz: is empty"]),
    row(9, "an empty edge list", "g.txt", "", ["g.txt: is empty"], "--graph"),
    row(9, "an empty Matrix Market file", "x.mtx", "", ["x.mtx: is empty"]),
    row(9, "an empty array", "x.npy", "", ["x.npy: is not an NPY file"]),
    row(9, "an empty FCS file", "x.fcs", "", ["x.fcs: is not an FCS file"]),
    row(9, "an empty h5ad", "x.h5ad", "", ["x.h5ad: is not an HDF5 file"]),
    row(9, "a header alone", "x.csv", "x,y,z\n", ["x.csv: holds a header and no rows"]),
    row(10, "a name that two columns share", "x.csv", csv_text(ring(12), "a,a,b"), ["x.csv: 2 columns", "by number"],
        "--columns", "a", code=2),
    row(11, "a negative weight", "g.txt", "a b 1\nb c -2\n", ["g.txt:2:3:", "'-2' is negative"], "--graph"),
    row(11, "a weight that is no number", "g.txt", "a b 1\nb c heavy\n", ["g.txt:2:3:", "'heavy' is not"], "--graph"),
    row(11, "a weight that is NaN", "g.txt", "a b 1\nb c nan\n", ["g.txt:2:3:", "'nan' is NaN"], "--graph"),
    row(11, "a negative entry of a graph", "x.mtx", MARKET + "2 2 1\n2 1 -1\n", ["x.mtx:3:3: '-1' is negative"], "--graph"),
    row(12, "gzip that breaks off", "x.csv.gz", packed(GOOD)[:-20], ["x.csv.gz: ", "break off at byte", "copy it again"]),
    row(12, "gzip that breaks off, of entries", "x.mtx.gz", packed(MARKET)[:-9], ["x.mtx.gz: ", "break off at byte"]),
    row(12, "gzip with a changed byte", "x.csv.gz", packed(GOOD)[:-6] + b"\1\2\3\4\5\6", ["x.csv.gz: ", "gzip"]),
    row(12, "a gzip bomb", "x.csv.gz", BOMB, ["x.csv.gz: ", "over 250 times their size", "gunzip"]),
)

ARRAYS = (
    row(13, "a header of gigabytes", "x.npy", b"\x93NUMPY\x02\x00\xff\xff\xff\x7f{'descr': '<f8'",
        ["x.npy: byte 12: 2147483647 bytes of NPY header", "and 15 do"]),
    row(14, "80 bytes that declare 65536 squared values", "x.npy", npy_bytes(SHAPE % ("<f8", "65536, 65536"), b"\0" * 8),
        ["x.npy: declares 65536 × 65536", "34359738368 bytes, and holds 8"]),
    row(15, "a shape beyond 64 bits", "x.npy", npy_bytes(SHAPE % ("<f8", "4611686018427387904, 16")), ["x.npy: ", "64 bits"]),
    row(15, "a size beyond 64 bits", "x.npy", npy_bytes(SHAPE % ("<f8", "99999999999999999999, 4")),
        ["x.npy: byte 61: ", "64 bits"]),
    row(15, "a negative shape", "x.npy", npy_bytes(SHAPE % ("<f8", "-3, 4")), ["x.npy: byte 61: ", "negative size -3"]),
    row(16, "Python objects", "x.npy", npy_bytes(SHAPE % ("|O", "3, 4"), b"\x80\x04."), ["x.npy: ", "never unpickled"]),
    row(17, "an array that breaks off", "x.npy", npy_table(ring(12))[:-9], ["x.npy: ", "288 bytes, and holds 279"]),
)

MARKETS = (
    row(26, "an index beyond the columns", "x.mtx", MARKET + "2 2 1\n1 3 1\n", ["x.mtx:3:2: the column '3'", "2 columns"]),
    row(27, "sizes beyond 64 bits", "x.mtx", MARKET + "99999999999999999999 2 1\n1 1 1\n", ["x.mtx:2:1: ", "64 bits"]),
    row(27, "sizes whose product overflows", "x.mtx", MARKET + "9223372036854775807 9223372036854775807 1\n1 1 1\n",
        ["x.mtx:2: announces 9223372036854775807"]),
    row(27, "more entries than the file has bytes", "x.mtx", MARKET + "4 4 999999999999\n1 1 1\n", ["x.mtx:2: ", "6 bytes follow"]),
    row(27, "an array of more than the file has", "x.mtx", ARRAY + "general\n1000000000 1000000000\n1\n", ["x.mtx:2: ", "2 bytes follow"]),
    row(24, "fewer entries than announced", "x.mtx", MARKET + "2 2 3\n1 1 1\n", ["x.mtx:4: ends after 1 of the 3 entries"]),
    row(28, "indices that count from zero", "x.mtx", MARKET + "2 2 1\n0 1 1\n", ["x.mtx:3:1: the row is 0", "add 1"]),
    row(29, "a symmetric matrix that is not square", "x.mtx", COORDINATES + "real symmetric\n2 3 1\n1 1 1\n",
        ["x.mtx:2: ", "symmetric", "square"]),
    row(29, "an entry above the diagonal", "x.mtx", COORDINATES + "real symmetric\n2 2 2\n1 1 1\n1 2 1\n",
        ["x.mtx:4:2: entry (1, 2)", "above the diagonal"]),
    row(29, "a pattern with values", "x.mtx", COORDINATES + "pattern general\n2 2 1\n2 1 1\n", ["x.mtx:3: ", "pattern"]),
    row(29, "a skew-symmetric matrix", "x.mtx", COORDINATES + "real skew-symmetric\n2 2 1\n2 1 1\n", ["x.mtx:1:5: "]),
    row(29, "complex numbers", "x.mtx", COORDINATES + "complex general\n2 2 1\n2 1 1 0\n", ["x.mtx:1:4: ", "complex"]),
    row(29, "an array that breaks off", "x.mtx", ARRAY + "general\n2 2\n1\n2\n3\n", ["x.mtx:6: ends after 3 of the 4"]),
    row(29, "an array of a pattern", "x.mtx", ARRAY.replace("real", "pattern") + "general\n1 1\n1\n", ["x.mtx:1:4: "]),
    row(29, "a graph that is not square", "x.mtx", MARKET + "2 3 1\n2 1 1\n", ["x.mtx:2: ", "square"], "--graph"),
)

SHAPES = (
    row(30, "no point", "x.npy", npy_bytes(SHAPE % ("<f8", "0, 3")), ["x.npy: ", "at least one row"]),
    row(30, "one point", "x.csv", "a,b\n1,2\n", ["at least 2 points", "got 1"]),
    row(30, "more neighbours than points", "x.csv", GOOD, ["neighbors", "(12); got 13"], "--neighbors", "13"),
    row(30, "more regions than points", "x.csv", GOOD, ["regions", "(12); got 13"], "--regions", "13"),
    row(30, "as many components as regions", "x.csv", GOOD, ["components", "regions (5); got 5"], "--regions", "5",
        "--components", "5"),
    row(31, "points that are all one", "x.csv", csv_text([(1.0, 2.0, 3.0)] * 20), ["rank 1", "all points are alike"]),
    row(33, "an epsilon that underflows", "x.csv", GOOD, ["epsilon 1e-09", "rows 1, 2, 3, 4, 5", "the smallest epsilon"],
        "--kernel", "gaussian", "--epsilon", "1e-9", "--components", "1"),
    row(34, "a graph without an edge", "g.txt", "a b 0\n", ["no point has an affinity to any other"], "--graph"),
    row(35, "an eigensolver that stalls", "g.txt", PATH, ["the residuals are", "fewer components"], "--graph", "--refine",
        "1e-18", "--components", "2", code=70),
)

RUNS = (
    row(37, "no folder for the output", "x.csv", GOOD, ["gone/s.json", "no directory"], "--summary", "gone/s.json", code=73),
    row(38, "an output that exists", "x.csv", GOOD, ["y.csv: exists already", "--force"], code=73, **{"y.csv": "old"}),
    row(38, "an output that is the input", "x.csv", GOOD, ["x.csv: ", "input"], "--summary", "x.csv", "--force", code=73),
    row(41, "less memory than anything needs", "x.csv", GOOD, ["the smallest limit that would do is"], "--max-memory",
        "100K", code=71),
    row(43, "an escape among numbers", "x.csv", with_line(3, "1,%s,3" % ESCAPE), ["x.csv:3:2: '\\x1b[31m'"]),
    row(43, "an escape in a header", "x.csv", csv_text([(1.0, NAN)], "a," + ESCAPE), ["x.csv:2:2: "]),
    row(43, "an escape in a column to leave out", "x.csv", csv_text([(1, 2)], ESCAPE + ",=cmd()"), ["\\x1b[31m", "=cmd()"],
        "--columns", "gone", code=2),
    row(43, "an escape among weights", "g.txt", "a b %s\nb c %s\n" % (ESCAPE, ESCAPE), ["g.txt:2:3: ", "'\\x1b[31m'"], "--graph"),
    row(43, "an escape among entries", "x.mtx", MARKET + "1 1 1\n1 1 %s\n" % ESCAPE, ["x.mtx:3:3: '\\x1b[31m'"]),
)

ROWS = TEXT + ARRAYS + MARKETS + SHAPES + RUNS

# Fault: file and test.
ELSEWHERE = {
    3: ["test_embed.test_dropped_rows_leave_the_numbers_of_those_kept"],
    5: ["test_embed.test_byte_order_mark_crlf_and_no_final_newline_change_nothing"],
    7: ["test_odd_files.test_7_denormal_numbers_are_numbers"],
    9: ["test_odd_files.test_9_one_column_is_a_table"],
    10: ["test_odd_files.test_10_a_name_that_two_columns_share_selects_neither"],
    11: ["test_odd_files.test_11_zero_weights_self_loops_and_repeats_have_a_rule"],
    17: ["test_odd_files.test_17_arrays_of_every_kind_of_number_are_read"],
    22: ["test_fcs.test_the_report_says_which_columns_are_used"],
    24: ["test_h5ad.test_24_to_27_what_is_broken_or_leads_outside_is_refused"],
    25: ["test_h5ad.test_24_to_27_what_is_broken_or_leads_outside_is_refused"],
    26: ["test_h5ad.test_24_to_27_what_is_broken_or_leads_outside_is_refused"],
    27: ["test_h5ad.test_24_to_27_what_is_broken_or_leads_outside_is_refused"],
    29: ["test_inputs.test_a_square_matrix_market_file_is_a_graph", "test_h5ad.test_real_files_are_what_anndata_reads",
         "test_h5ad.test_real_files_are_described"],
    30: ["test_shape_of_data.test_30_two_points_have_one_coordinate", "test_shape_of_data.test_30_zero_of_anything_is_refused"],
    31: ["test_shape_of_data.test_31_copies_of_a_point_get_the_same_coordinates_and_none_is_dropped"],
    32: ["test_shape_of_data.test_32_a_constant_column_changes_nothing",
         "test_shape_of_data.test_32_huge_columns_and_far_away_points_give_finite_maps",
         "test_shape_of_data.test_32_far_away_points_in_float32_are_embedded_as_in_double"],
    33: ["test_shape_of_data.test_33_an_epsilon_that_underflows_names_points_and_one_that_works"],
    34: ["test_shape_of_data.test_34_islands_are_counted_and_each_gets_a_map_of_its_own",
         "test_shape_of_data.test_34_a_node_without_edges_keeps_its_row"],
    36: ["test_outputs.test_36_a_full_disk_is_never_a_success", "test_outputs.test_36_a_file_that_cannot_grow_is_removed",
         "test_faults_while_running.test_36_writes", "test_faults_while_running.test_36_flushes_to_disk"],
    37: ["test_outputs.test_37_an_output_that_cannot_be_created_is_known_before_the_input_is_read",
         "test_outputs.test_37_a_read_only_folder_is_refused", "test_faults_while_running.test_37_opening_files"],
    38: ["test_outputs.test_38_an_output_that_exists_is_replaced_only_when_forced",
         "test_outputs.test_38_an_output_is_never_the_input", "test_faults_while_running.test_38_renames"],
    39: ["test_signals.test_39_an_interrupt_leaves_the_old_output_and_nothing_else",
         "test_signals.test_39_a_termination_leaves_the_old_output_and_nothing_else",
         "test_signals.test_39_a_kill_leaves_the_old_output", "test_signals.test_39_a_signal_at_any_moment_ends_the_run"],
    40: ["test_odd_files.test_40_a_damaged_model_is_refused"],
    41: ["test_outputs.test_41_work_that_would_not_fit_is_refused_before_it_starts",
         "test_faults_while_running.test_41_allocations"],
    42: ["test_outputs.test_42_paths_with_spaces_other_letters_and_a_leading_dash",
         "test_outputs.test_42_standard_output_by_its_other_name_may_be_a_file",
         "test_outputs.test_42_a_reader_that_goes_away_is_a_failed_write",
         "test_embed.test_standard_input_and_output_are_dashes"],
    43: ["test_outputs.test_43_escapes_in_names_are_shown_and_not_obeyed",
         "test_outputs.test_43_labels_are_carried_through_as_they_are", "test_h5ad.test_43_names_are_data",
         "test_odd_files.test_43_names_in_other_files_are_data"],
}


def tests_of(file):
    tree = ast.parse((pathlib.Path(__file__).parent / (file + ".py")).read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


class FaultsTable(ProgramTest):
    def fill_folder(self, row):
        for path in self.folder.iterdir():
            path.unlink()
        for name, content in {row.file: row.content, **row.beside}.items():
            self.write(name, content)

    def test_each_is_refused_with_its_code_and_words_and_leaves_the_folder_as_it_was(self):
        for row in ROWS:
            with self.subTest(number=row.number, what=row.what):
                self.fill_folder(row)
                outputs = ("-o", "y.csv", "--model", "m") + (() if "--summary" in row.options else ("--summary", "s.json"))
                words = self.refuse(row.code, row.words, "embed", row.file, *outputs, *row.options).words
                self.assertTrue(words[:-1].isprintable(), words)

    def test_each_is_described_or_refused_in_one_line(self):
        for row in ROWS:
            with self.subTest(number=row.number, what=row.what):
                self.fill_folder(row)
                outcome = self.run_program("info", row.file, *(("--format", "edges") if row.file == "g.txt" else ()))
                self.assertIn((outcome.code, outcome.words.count("\n")), ((0, 0), (65, 1)), outcome.words)
                self.assertNotIn(b"\x1b", outcome.output)

    def test_no_number_is_missing(self):
        in_rows = {row.number for row in ROWS}
        of_fcs = {row[0] for row in test_fcs.REFUSED + test_fcs.ACCEPTED}
        self.assertEqual((in_rows | of_fcs | set(ELSEWHERE)) - {0}, set(range(1, LAST_NUMBER + 1)))

    def test_what_is_tested_elsewhere_is(self):
        for number, tests in ELSEWHERE.items():
            for file, test in (name.split(".") for name in tests):
                self.assertIn(test, tests_of(file), number)


if __name__ == "__main__":
    main()
