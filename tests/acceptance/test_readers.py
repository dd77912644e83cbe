"""Files as codimap reads them, held to the bit against what independent readers make of them.

The files are the project's own and some that other libraries write, or all in the folder that the environment variable
CODIMAP_DATA names (`make readers DATA=folder`). Each of them also goes through info and embed, which do their work or
refuse it in one sentence. Text in a folder named graphs is an edge list.
"""

import os
import pathlib
import subprocess
import tempfile
import warnings

from environment import run_with

run_with(["anndata>=0.12,<0.13", "flowio>=1.4,<2", "fcsparser==0.2.8", "six", "networkx>=3.4,<4"])

import networkx
import numpy
import pandas
import scipy.io
import scipy.sparse

from independent_readers import READERS, by_fcsparser, ending, words_of_text
from program import SANITIZED, ProgramTest, main

DUMP_TABLE = os.environ.get("CODIMAP_DUMP_TABLE", "dump_table")
GIVEN = os.environ.get("CODIMAP_DATA")
PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
BAD_DATA = 65
EMBED = ("--components", 1, "--refine", "off", "-o", "y.npy", "--force", "--quiet")  # reading is what matters here

# Of the project's own files: what is refused, and why. Of others, refusals are printed.
REFUSED = {("anndata-0.7.0-lzf.h5ad.gz", "obsm/df"): "neither an array nor a CSR or CSC",
           ("cellxgene-records-nan.h5ad.gz", "X"): "every row holds a value that is empty, NaN or infinite"}
# fcsparser believes HEADER where TEXT says otherwise, and reads this file from a byte too early; FlowIO agrees with us.
DISAGREEING = {(by_fcsparser, "start_discrepancy.fcs.gz"), (by_fcsparser, "data_start_offset_discrepancy_example.fcs")}


def write_other_formats(folder):
    """What the project has no real files of, written by the libraries that they come from."""
    numbers = numpy.random.default_rng(1)
    values = numbers.normal(size=(40, 5)) * 10.0 ** numbers.integers(-12, 12, size=(40, 5))
    for kind in ("<f8", ">f8", "<f4", ">f4", "<f2", "<i8", ">i4", "<u2", "i1", "?"):
        numpy.save(folder / ("order-%s.npy" % kind.strip("<>?")), numpy.clip(values, 0, 100).astype(kind))
    numpy.save(folder / "fortran.npy", numpy.asfortranarray(values))
    sparse = scipy.sparse.random(60, 30, 0.2, random_state=2, data_rvs=lambda n: numbers.normal(size=n)).tocoo()
    square = scipy.sparse.random(50, 50, 0.1, random_state=3).tocsr()
    scipy.io.mmwrite(folder / "general.mtx", sparse)
    scipy.io.mmwrite(folder / "symmetric.mtx", square + square.T, symmetry="symmetric")
    scipy.io.mmwrite(folder / "pattern.mtx", sparse, field="pattern")
    scipy.io.mmwrite(folder / "integer.mtx", (10 * sparse).astype(int))
    scipy.io.mmwrite(folder / "array.mtx", values)
    frame = pandas.DataFrame(values, columns=["a", "b c", "ü", '"quoted"', "e"])
    frame.to_csv(folder / "table.csv", index=False, lineterminator="\r\n")
    frame.astype("float32").to_csv(folder / "table.tsv.gz", sep="\t", index=False)
    numpy.savetxt(folder / "blanks.txt", values)
    (folder / "graphs").mkdir()
    graph = networkx.connected_watts_strogatz_graph(60, 6, 0.2, seed=4)
    networkx.write_edgelist(graph, folder / "graphs/edges.txt", data=False)
    for edge in graph.edges.values():
        edge["weight"] = numbers.random()
    networkx.write_weighted_edgelist(graph, folder / "graphs/weighted.txt")


def files():
    folders = [pathlib.Path(GIVEN)] if GIVEN else [PROJECT / "data", PROJECT / "tests/data", OTHERS]
    return [path for folder in folders for path in sorted(folder.rglob("*"))
            if path.is_file() and not (SANITIZED and path.parent.name == "hdf5_crashes")]


def kind_of(path):
    return ".edges" if ending(path) == ".txt" and path.parent.name == "graphs" else ending(path)


class Dumped:
    """A table or graph that codimap has read."""

    def __init__(self, folder, words):
        rows, cols, kind, layout = words.split()
        self.row_names, self.column_names = (
            (folder / name).read_text().split("\0")[:-1] if (folder / name).exists() else []
            for name in ("row_names", "column_names"))
        self.kept = numpy.fromfile(folder / "kept", "int64") if (folder / "kept").exists() else []
        self.values = numpy.fromfile(folder / "values", kind)
        if layout == "dense":
            self.values = self.values.reshape(int(rows), int(cols))
        else:
            parts = self.values, numpy.fromfile(folder / "columns", "int32"), numpy.fromfile(folder / "offsets", "int64")
            self.values = scipy.sparse.csr_matrix(parts, (int(rows), int(cols)))


class Readers(ProgramTest):
    def dump(self, path, key):
        """What codimap reads, or its reason not to."""
        arguments = ["key=" + key] if key else []
        if kind_of(path) in (".fcs", ".lmd"):
            arguments = ["columns=*"]  # Time and its like too
        if kind_of(path) in (".csv", ".tsv"):
            arguments = ["exclude=" + name for name in words_of_text(path)]
        if kind_of(path) == ".edges":
            arguments = ["graph"]
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            done = subprocess.run([DUMP_TABLE, path, folder, *arguments], capture_output=True, timeout=60)
            if done.returncode == 0:
                return Dumped(pathlib.Path(folder), done.stdout.decode())
        self.assertEqual(done.returncode, 1, done.stderr)
        return done.stderr.decode()

    def assert_same(self, found, read):
        """To the bit, in the precision that codimap keeps, but for rows that hold values which are not finite."""
        expected = read.values
        if scipy.sparse.issparse(found.values):
            expected = scipy.sparse.csr_matrix(expected).astype(found.values.dtype)
            expected.sum_duplicates()
            self.assertEqual(found.values.indptr.tolist(), expected.indptr.tolist())
            self.assertEqual(found.values.indices.tolist(), expected.indices.tolist())
            self.assertEqual(found.values.data.tobytes(), expected.data.tobytes())
        else:
            expected = numpy.asarray(expected)
            expected = expected.reshape(len(expected), -1)
            expected = expected[found.kept] if len(found.kept) else expected
            self.assertEqual(found.values.shape, expected.shape)
            self.assertEqual(found.values.tobytes(), expected.astype(found.values.dtype).tobytes())
        for names, others in ((found.row_names, read.row_names), (found.column_names, read.column_names)):
            if others is not None and len(found.kept) == 0:
                self.assertEqual(names, list(map(str, others)))

    def others(self, path):
        """What each of the independent readers that can read the file makes of it."""
        reads = {}
        for reader in READERS.get(kind_of(path), ()):
            try:
                reads[reader] = reader(path, self.folder)
            except Exception as reason:
                reads[reader] = {}
                print("%s: %s does not read it: %s" % (path.name, reader.__name__, str(reason).split("\n")[0][:100]))
        return {reader: read for reader, read in reads.items() if (reader, path.name) not in DISAGREEING}

    def test_values_are_those_of_independent_readers_to_the_bit(self):
        compared, refused = 0, {}
        for path in files():
            reads = self.others(path)
            for key in sorted({key for read in reads.values() for key in read}):
                with self.subTest(file=path.name, key=key):
                    found = self.dump(path, key)
                    if isinstance(found, str):
                        self.assertIn(path.name, found)
                        refused[path.name, key] = found
                        continue
                    for read in (read for read in reads.values() if key in read):
                        self.assert_same(found, read[key])
                        compared += 1
        print("%d matrices are the same to the bit; refused:" % compared, *map(str.strip, refused.values()), sep="\n")
        if not GIVEN:
            self.assertEqual(set(refused), set(REFUSED))
            for where, words in REFUSED.items():
                self.assertIn(words, refused[where])

    def test_every_file_is_described_and_embedded_or_refused_in_a_sentence(self):
        for path in files():
            with self.subTest(file=path.name):
                graph = ["--graph"] if self.is_graph(path) else []
                described = self.done_or_refused("info", path)
                embedded = self.done_or_refused("embed", path, *graph, *EMBED)
                # What can be read and has no map may have too few points, which is not said of the file.
                for outcome in (described, *([] if described.code == 0 else [embedded])):
                    self.assertTrue(outcome.code == 0 or path.name in outcome.words, outcome.words)

    def done_or_refused(self, command, path, *options):
        outcome = self.run_program(command, path, *options, timeout=600)
        if outcome.code != 0:
            self.assertEqual(outcome.code, BAD_DATA, outcome.words)
            self.assertRegex(outcome.words, r"\Acodimap: [^\n]*\n\Z")
            print("%s: %s refuses it: %s" % (path.name, command, outcome.words.removeprefix("codimap: ").strip()))
        return outcome

    def is_graph(self, path):
        """Edges, and matrices of as many rows as columns."""
        return kind_of(path) == ".edges" or kind_of(path) == ".mtx" and len(set(scipy.io.mminfo(path)[:2])) == 1


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as made:
        OTHERS = pathlib.Path(made)
        write_other_formats(OTHERS)
        main()
