"""FCS files: what embed, transform and info make of them, and faults 18 to 23."""

import struct
import unittest

from program import ProgramTest, csv_text, main, ring


def fcs_bytes(rows, names, extra=(), header_shift=(0, 0), text_shift=(0, 0), begin_in_header=True, after=b"", cut=0):
    """FCS 3.1 with little-endian doubles. The shifts are added to the first and last byte of the data."""
    data = b"".join(struct.pack("<%dd" % len(row), *row) for row in rows)
    words = {"$MODE": "L", "$DATATYPE": "D", "$BYTEORD": "1,2,3,4", "$PAR": len(names), "$TOT": len(rows),
             "$NEXTDATA": 0}
    for i, name in enumerate(names, 1):
        words.update({"$P%dN" % i: name, "$P%dB" % i: 64, "$P%dR" % i: 1024, "$P%dE" % i: "0,0"})
    words.update(extra)

    def text(begin, last):
        offsets = {"$BEGINDATA": "%012d" % begin, "$ENDDATA": "%012d" % last}
        return ("/" + "".join("%s/%s/" % pair for pair in {**words, **offsets}.items())).encode()

    begin = 58 + len(text(0, 0))
    last = begin + len(data) - 1
    offsets = (58, begin - 1) + ((begin + header_shift[0], last + header_shift[1]) if begin_in_header else (0, 0)) + (0, 0)
    header = b"FCS3.1    " + b"".join(b"%8d" % offset for offset in offsets)
    whole = header + text(begin + text_shift[0], last + text_shift[1]) + data + after
    return whole[:len(whole) - cut]


ROWS = ring()
WITH_TIME = [(i, *row) for i, row in enumerate(ROWS)]
NAMES = ("Time", "x", "y", "z")

# Fault, what it is, content, words that the line must hold.
REFUSED = (
    (18, "two beginnings that fit alike", fcs_bytes(ROWS, "xyz", text_shift=(1, 1), after=b"\0"),
     ["HEADER", "one of them is wrong"]),
    (19, "zeros in HEADER and nonsense in TEXT", fcs_bytes(ROWS, "xyz", begin_in_header=False, text_shift=(-9999, 0)),
     ["$BEGINDATA", "whole number"]),
    (20, "no end, and too few bytes", fcs_bytes(ROWS, "xyz", {"$TOT": 61}, (0, -1439), (0, -1439)),
     ["61 events of 24 bytes", "not complete"]),
    (21, "a huge $TOT", fcs_bytes(ROWS, "xyz", {"$TOT": 10 ** 18}), ["1000000000000000000 events", "not complete"]),
    (21, "a negative $TOT", fcs_bytes(ROWS, "xyz", {"$TOT": -1}), ["$TOT", "'-1'"]),
    (21, "a huge $PAR", fcs_bytes(ROWS, "xyz", {"$PAR": 10 ** 9}), ["$PAR", "1000000000"]),
    (21, "a negative $PAR", fcs_bytes(ROWS, "xyz", {"$PAR": -3}), ["$PAR", "'-3'"]),
    (21, "no $PAR", fcs_bytes(ROWS, "xyz", {"$PAR": ""}), ["no $PAR"]),
    (23, "values packed into bits", fcs_bytes(ROWS, "xyz", {"$DATATYPE": "I", "$P1B": 10}), ["10 bits"]),
    (23, "an order of bytes that is none", fcs_bytes(ROWS, "xyz", {"$BYTEORD": "1,2,2,4"}), ["$BYTEORD"]),
    (0, "data that break off", fcs_bytes(ROWS, "xyz", cut=1), ["60 events of 24 bytes", "not complete"]),
    (0, "a histogram", fcs_bytes(ROWS, "xyz", {"$MODE": "C"}), ["$MODE", "list mode"]),
    (0, "no FCS at all", b"nothing of the kind", ["is not an FCS file"]),
)

# Fault, what it is, content of the same values as the table.
ACCEPTED = (
    (18, "HEADER that begins one too early", fcs_bytes(ROWS, "xyz", header_shift=(-1, 0))),
    (18, "ends that count one more", fcs_bytes(ROWS, "xyz", header_shift=(0, 1), text_shift=(0, 1))),
    (19, "zeros in HEADER", fcs_bytes(ROWS, "xyz", begin_in_header=False)),
    (20, "an end at the beginning", fcs_bytes(ROWS, "xyz", header_shift=(0, -1439), text_shift=(0, -1439))),
    (21, "an empty keyword and an escaped delimiter", fcs_bytes(ROWS, "xyz", {"$COM": "", "$OP": "a//b"})),
    (21, "no $TOT", fcs_bytes(ROWS, "xyz", {"$TOT": ""})),
    (22, "a further data set", fcs_bytes(ROWS, "xyz", {"$NEXTDATA": 5000})),
    (0, "channels that are no coordinates", fcs_bytes(WITH_TIME, NAMES)),
)


class Fcs(ProgramTest):
    def test_broken_files_are_refused_with_the_reason(self):
        for fault, name, content, words in REFUSED:
            with self.subTest(fault=fault, name=name):
                self.write("x.fcs", content)
                self.refuse(65, ["x.fcs", *words], "embed", "x.fcs", "-o", "y.csv", "--model", "m", "--summary", "s.json")
                self.refuse(65, ["x.fcs", *words], "info", "x.fcs")

    def test_files_with_known_flaws_embed_as_the_table_does(self):
        self.write("x.csv", csv_text(ROWS))
        self.succeed("embed", "x.csv", "-o", "plain.csv", "--components", "3")
        for fault, name, content in ACCEPTED:
            with self.subTest(fault=fault, name=name):
                self.write("x.fcs", content)
                self.succeed("embed", "x.fcs", "-o", "y.csv", "--components", "3", "--force")
                self.assertEqual(self.read("y.csv"), self.read("plain.csv"))
                self.succeed("info", "x.fcs")

    def test_the_report_says_which_columns_are_used(self):
        self.write("x.fcs", fcs_bytes(WITH_TIME, NAMES, {"$NEXTDATA": 5000}))
        words = self.succeed("embed", "x.fcs", "-o", "y.csv", "--components", "3").words
        for expected in ("columns used: x, y, z", ": Time; --columns takes them", "further data set begins at byte 5000"):
            self.assertIn(expected, words)
        facts = self.succeed("info", "x.fcs").output.decode()
        self.assertRegex(facts, r"used by embed +x, y, z\n")
        self.assertRegex(facts, r"left out unless asked +Time\n")
        self.succeed("embed", "x.fcs", "-o", "t.csv", "--components", "3", "--columns", "x,Time", "--summary", "t.json")
        self.assertEqual(self.summary("t.json")["options"]["columns"], ["x", "Time"])

    def test_a_model_compensates_new_events_as_it_did_the_old(self):
        spilled = [(x + 0.5 * y, 0.1 * x + y, z) for x, y, z in ROWS]
        self.write("spilled.fcs", fcs_bytes(spilled, "xyz", {"SPILL": "2,x,y,1,0.1,0.5,1"}))
        self.write("x.fcs", fcs_bytes(ROWS, "xyz"))
        common = ("--components", "3", "--summary")
        self.succeed("embed", "x.fcs", "-o", "x.csv", *common, "x.json")
        self.succeed("embed", "spilled.fcs", "--compensate", "-o", "c.csv", *common, "c.json", "--model", "m")
        self.assertLess(self.compare("x.csv", "c.csv")["sse"], 1e-12)
        self.assertTrue(self.summary("c.json")["options"]["compensate"])
        self.succeed("transform", "m", "spilled.fcs", "-o", "t.csv")
        self.assertLess(self.compare("c.csv", "t.csv")["sse"], 1e-12)
        self.refuse(65, ["x.fcs", "no $SPILLOVER"], "transform", "m", "x.fcs", "-o", "n.csv")
        self.refuse(2, ["--compensate is for FCS files"], "embed", "x.csv", "--compensate", "-o", "n.csv")


if __name__ == "__main__":
    main()
