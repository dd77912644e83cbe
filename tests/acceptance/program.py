"""Whole runs of the program in a folder of their own, and the few files that such runs need."""

import ast
import csv
import io
import json
import math
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "codimap"
# A sanitizer takes memory of its own, and ends the program at faults of the HDF5 library before our guard sees them.
SANITIZED = os.environ.get("CODIMAP_SANITIZED") == "1"


class Outcome:
    def __init__(self, finished):
        self.code = finished.returncode
        self.output = finished.stdout
        self.words = finished.stderr.decode("utf-8", "replace")


class ProgramTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def read(self, name):
        return (self.folder / name).read_bytes()

    def listing(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def run_program(self, *arguments, stdin=b"", **options):
        return Outcome(subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, input=stdin,
                                      timeout=options.pop("timeout", 60),
                                      stdout=options.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE, **options))

    def succeed(self, *arguments, **options):
        outcome = self.run_program(*arguments, **options)
        self.assertEqual(outcome.code, 0, outcome.words)
        return outcome

    def refuse(self, code, words, *arguments, **options):
        """One line of words, the exit code, and the folder as it was."""
        before = self.listing()
        outcome = self.run_program(*arguments, **options)
        self.assertEqual(outcome.code, code, outcome.words)
        self.assertTrue(outcome.words.startswith("codimap: "), outcome.words)
        self.assertEqual(outcome.words.count("\n"), 1, outcome.words)
        for word in words:
            self.assertIn(word, outcome.words)
        self.assertEqual(self.listing(), before)
        return outcome

    def table(self, name):
        return list(csv.reader(io.StringIO(self.read(name).decode())))

    def coordinates(self, name):
        """The columns c1, c2, … of a map, or all of another table."""
        head, *rows = self.table(name)
        columns = [i for i, word in enumerate(head) if re.fullmatch(r"c\d+", word)] or range(len(head))
        return [[float(row[i]) for i in columns] for row in rows]

    def summary(self, name):
        return json.loads(self.read(name))

    def compare(self, exact, approximation):
        return json.loads(self.succeed("compare", exact, approximation, "--json").output)


def ring(points=60, seed=1):
    """A noisy circle in three dimensions: no two eigenvalues are equal."""
    numbers = random.Random(seed)
    rows = []
    for i in range(points):
        angle = 2 * math.pi * i / points
        rows.append((1.3 * math.cos(angle) + numbers.gauss(0, 0.05), math.sin(angle) + numbers.gauss(0, 0.05),
                     numbers.gauss(0, 0.05)))
    return rows


def csv_text(rows, header="x,y,z"):
    lines = [header] if header else []
    return "\n".join(lines + [",".join(repr(value) for value in row) for row in rows]) + "\n"


def npy_bytes(header, data=b""):
    text = header.encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


def npy_table(rows, code="d"):
    names = {"d": "<f8", "f": "<f4", "e": "<f2", "i": "<i4", "b": "|i1", "?": "|b1"}
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }" % (names[code], len(rows), len(rows[0]))
    return npy_bytes(header, b"".join(struct.pack("<%d%s" % (len(row), code), *row) for row in rows))


def read_npy(content):
    """Rows of a version 1 file of float64 or float32 in row order."""
    size = struct.unpack_from("<H", content, 8)[0]
    header = ast.literal_eval(content[10:10 + size].decode())
    rows, cols = header["shape"]
    code = {"<f8": "d", "<f4": "f"}[header["descr"]]
    values = struct.unpack_from("<%d%s" % (rows * cols, code), content, 10 + size)
    return [list(values[i * cols:(i + 1) * cols]) for i in range(rows)]


def main():
    unittest.main(module="__main__", argv=sys.argv[:1] + sys.argv[2:])
