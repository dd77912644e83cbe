"""The layout check on made-up trees: that it can fail, and says what is wrong where."""

import tempfile
import unittest
from pathlib import Path

from check_layout import check

ARCHITECTURE = (Path(__file__).resolve().parents[2] / "ARCHITECTURE.md").read_text(encoding="utf-8")


class CheckLayout(unittest.TestCase):
    def faults(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, content in {"ARCHITECTURE.md": ARCHITECTURE, **files}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(content, encoding="utf-8")
            return check(root)

    def assert_fault(self, files, *words):
        faults = self.faults(files)
        self.assertEqual(len(faults), 1, faults)
        for word in words:
            self.assertIn(word, faults[0])

    def test_lower_rooms_and_own_headers_may_be_included(self):
        self.assertEqual(
            self.faults({
                "include/codimap/matrix.hpp": "#include <vector>\n",
                "include/codimap/kernel.hpp": '#include "codimap/matrix.hpp"\n',
                "src/base/fail.hpp": "#include <fmt/format.h>\n",
                "src/io/file.cpp": '#include <sys/stat.h>\n#include <zlib.h>\n#include "base/fail.hpp"\n',
                "src/diffusion/a.cpp": '#include "codimap/kernel.hpp"\n#include "diffusion/a.hpp"\n',
                "src/diffusion/a.hpp": "",
                "tools/codimap/main.cpp": '#include <CLI/CLI.hpp>\n#include "codimap/kernel.hpp"\n#include "run.hpp"\n',
                "tools/codimap/run.hpp": "",
                "tests/reference/map.cpp": '#include "reference/map.hpp"\n#include <Eigen/Dense>\n',
            }), [])

    def test_a_higher_room_is_forbidden(self):
        self.assert_fault({"src/linalg/a.cpp": '\n#include "model/b.hpp"\n', "src/model/b.hpp": ""},
                          "src/linalg/a.cpp:2", "src/model (9)")

    def test_a_room_of_the_same_number_is_forbidden(self):
        self.assert_fault({"src/io/a.cpp": '#include "simd/b.hpp"\n', "src/simd/b.hpp": ""}, "src/simd (1)")

    def test_a_public_header_counts_as_its_owners_room(self):
        self.assert_fault({"src/linalg/a.cpp": '#include "codimap/model.hpp"\n', "include/codimap/model.hpp": ""},
                          "src/model (9)")
        self.assert_fault({"include/codimap/matrix.hpp": "#include <codimap/kernel.hpp>\n",
                           "include/codimap/kernel.hpp": ""}, "include/codimap/matrix.hpp:1", "src/diffusion (4)")

    def test_a_library_stays_in_its_room(self):
        self.assert_fault({"src/diffusion/a.cpp": "#include <Eigen/Dense>\n"}, "src/diffusion", "Eigen")
        self.assert_fault({"src/io/a.cpp": "#  include <fmt/format.h>\n"}, "src/io", "fmt")
        self.assert_fault({"include/codimap/io.hpp": "#include <zstd.hpp>\n"}, "zstd.hpp")

    def test_the_core_asks_the_system_in_one_file(self):
        posix = "#include <unistd.h>\n"
        for file in ("src/base/system.cpp", "src/io/a.cpp", "tools/codimap/a.cpp"):
            self.assertEqual(self.faults({file: posix}), [])
        for file in ("src/base/a.cpp", "src/model/a.cpp", "include/codimap/model.hpp", "python/src/a.cpp"):
            self.assert_fault({file: posix}, file, "POSIX")
        self.assert_fault({"src/neighbors/a.cpp": "#include <sys/mman.h>\n"}, "sys/mman.h", "src/base/system.cpp")

    def test_the_program_sees_public_headers_only(self):
        self.assert_fault({"tools/codimap/main.cpp": '#include "base/fail.hpp"\n', "src/base/fail.hpp": ""},
                          "public headers only")

    def test_public_headers_see_public_headers_only(self):
        self.assert_fault({"include/codimap/model.hpp": '#include "base/fail.hpp"\n', "src/base/fail.hpp": ""},
                          "public headers only")

    def test_the_reference_sees_nothing_of_ours(self):
        self.assert_fault({"tests/reference/map.cpp": "#include <codimap/matrix.hpp>\n"}, "tests/reference/map.cpp:1")
        self.assert_fault({"tests/reference/map.cpp": '#include "base/fail.hpp"\n'}, "nothing of the library's")

    def test_new_rooms_and_headers_must_be_in_the_table(self):
        self.assert_fault({"src/attic/a.cpp": "#include <vector>\n"}, "no room")
        self.assert_fault({"src/model/a.cpp": '#include "codimap/new.hpp"\n', "include/codimap/new.hpp": ""},
                          "no owner")

    def test_a_long_file_asks_why(self):
        self.assert_fault({"src/base/a.cpp": "\n" * 301}, "src/base/a.cpp", "301 lines", "asks why")


if __name__ == "__main__":
    unittest.main()
