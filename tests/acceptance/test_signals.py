"""Ways out of a long run, and what a terminal sees of it."""

import os
import pty
import random
import signal
import subprocess
import time
import unittest

from program import PROGRAM, SANITIZED, ProgramTest, csv_text, main, ring

# Dense and exact: minutes of work, which no test waits for.
LONG = ("embed", "x.npy", "--method", "exact", "--neighbors", "dense", "--components", "200", "--threads", "1")

# What a run is busy with, how its input is made, what runs, and within how many seconds it is stopped.
STAGES = (
    ("reading text", ("swiss-roll", "--points", "200000", "-o", "x.csv"), ("embed", "x.csv"), 1.5),
    ("principal components", ("blobs", "--points", "1600", "--dimensions", "1500", "-o", "w.npy"),
     ("embed", "w.npy", "--pca", "20"), 2.0),
    ("neighbours and refinement", ("swiss-roll", "--points", "20000", "-o", "n.npy"),
     ("embed", "n.npy", "--neighbors", "15", "--refine", "1e-14"), 2.0),
    ("writing", None, ("generate", "sphere", "--points", "2000000"), 1.5),
)


class Signals(ProgramTest):
    def setUp(self):
        super().setUp()
        self.succeed("generate", "swiss-roll", "--points", "20000", "-o", "x.npy")

    def start(self, *arguments):
        process = subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        return process

    def wait_for_work(self, process):
        """Its temporary outputs are there, and it has had time to read its input."""
        deadline = time.monotonic() + 20
        while len(list(self.folder.iterdir())) < 3 and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.5)
        self.assertIsNone(process.poll(), "the run was too short for this test")

    def stop(self, number, code):
        self.write("y.csv", "old")
        process = self.start(*LONG, "-o", "y.csv", "--summary", "s.json", "--force", "--quiet")
        self.wait_for_work(process)
        process.send_signal(number)
        words = process.communicate(timeout=30)[1]
        self.assertEqual(process.returncode, code)
        self.assertLessEqual(words.count(b"\n"), 1)
        self.assertEqual(set(self.listing()), {"x.npy", "y.csv"})
        self.assertEqual(self.read("y.csv"), b"old")

    def interrupted(self, command, number, seconds):
        """A run that a signal met so late, its words, and how long it went on. A fast machine may be through by then:
        such runs are begun again and met earlier."""
        for _ in range(6):
            self.write("y.csv", "old")
            process = self.start(*command, "-o", "y.csv", "--force")
            time.sleep(seconds)
            sent = time.monotonic()
            process.send_signal(number)
            words = process.communicate(timeout=30)[1]
            wait = time.monotonic() - sent
            if process.returncode != 0:
                break
            seconds /= 2
        return process, words, wait

    def test_39_an_interrupt_leaves_the_old_output_and_nothing_else(self):
        self.stop(signal.SIGINT, 130)

    def test_39_a_termination_leaves_the_old_output_and_nothing_else(self):
        self.stop(signal.SIGTERM, 143)

    def test_39_a_kill_leaves_the_old_output(self):
        self.write("y.csv", "old")
        process = self.start(*LONG, "-o", "y.csv", "--force", "--quiet")
        self.wait_for_work(process)
        process.kill()
        process.communicate()
        self.assertEqual(self.read("y.csv"), b"old")

    def test_39_a_signal_at_any_moment_ends_the_run(self):
        numbers = random.Random(39)
        waits = []
        for name, made, command, seconds in STAGES:
            if made:
                self.succeed("generate", *made)
            self.write("y.csv", "old")
            before = self.listing()
            for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
                with self.subTest(name, signal=number):
                    process, words, wait = self.interrupted(command, number, numbers.uniform(0.02, seconds))
                    waits.append(wait)
                    self.assertEqual(process.returncode, code, words)
                    self.assertLessEqual(words.count(b"\n"), 1)
                    self.assertEqual(self.listing(), before)
        print("from a signal to the end of a run: at most %.2f s" % max(waits))

    @unittest.skipIf(SANITIZED, "the thread sanitizer holds signals back while a read waits")
    def test_39_an_interrupt_while_waiting_for_input_ends_the_run(self):
        process = subprocess.Popen([PROGRAM, "embed", "-", "-o", "y.csv"], cwd=self.folder, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=30), 130)
        process.communicate()
        self.assertEqual(set(self.listing()), {"x.npy"})


class Terminal(ProgramTest):
    def on_terminal(self, *arguments):
        """What the program sends to a terminal that is its standard error."""
        controller, terminal = pty.openpty()
        process = subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=terminal)
        os.close(terminal)
        seen = b""
        while True:
            try:
                piece = os.read(controller, 4096)
            except OSError:  # Linux says so when the last writer is gone.
                break
            if not piece:
                break
            seen += piece
        os.close(controller)
        self.assertEqual(process.wait(timeout=60), 0, seen)
        return seen

    def setUp(self):
        super().setUp()
        self.write("x.csv", csv_text(ring(1500)))

    def test_a_terminal_sees_a_progress_line_that_is_gone_at_the_end(self):
        seen = self.on_terminal("embed", "x.csv", "-o", "y.csv", "--method", "exact")
        drawings = seen.split(b"\r\n")[0].split(b"\r")
        self.assertGreater(len(drawings), 3, seen)
        self.assertEqual(drawings[-2].strip(), b"")
        self.assertTrue(drawings[-1].startswith(b"x.csv: 1500 points"), seen)

    def test_quiet_means_quiet(self):
        self.assertEqual(self.on_terminal("embed", "x.csv", "-o", "y.csv", "--quiet"), b"")

    def test_a_pipe_sees_no_progress_line(self):
        self.assertNotIn("\r", self.succeed("embed", "x.csv", "-o", "y.csv").words)


if __name__ == "__main__":
    main()
