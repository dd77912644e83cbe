"""Usage: commands, options, --help, completions."""

import os
import pathlib
import re
import subprocess
import unittest

from program import ProgramTest, csv_text, main, ring

COMMANDS = ("embed", "transform", "compare", "generate", "info", "completion", "help")
MANUAL = pathlib.Path(__file__).resolve().parents[2] / "docs" / "codimap.1"


def options_in(text):
    """The long options that a help lists."""
    return re.findall(r"(?m)^  (?:-\w,)?(--[a-z0-9-]+)", text)


class CommandLine(ProgramTest):
    def test_help_fits_a_screen_and_shows_an_example(self):
        for command in COMMANDS:
            with self.subTest(command):
                lines = self.succeed(command, "--help").output.decode().splitlines()
                self.assertLessEqual(len(lines), 40)
                self.assertLessEqual(max(map(len, lines)), 110)
                self.assertIn("Example: codimap " + command, lines[-1])

    def test_help_has_the_options_most_people_need_and_help_all_has_every_one(self):
        short, every = (self.succeed("embed", flag).output.decode() for flag in ("--help", "--help-all"))
        self.assertIn("--arcsinh", short)
        self.assertNotIn("--coherence-time", short)
        self.assertIn("--help-all", short)
        self.assertIn("--coherence-time", every)
        self.assertTrue(set(options_in(short)) < set(options_in(every)))
        for command in COMMANDS[1:]:
            self.assertEqual(self.succeed(command, "--help").output, self.succeed(command, "--help-all").output)

    def test_the_program_alone_prints_its_help(self):
        self.assertEqual(self.succeed().output, self.succeed("--help").output)
        self.assertEqual(self.succeed("help").output, self.succeed("--help").output)

    def test_help_of_a_command_is_what_its_option_prints(self):
        for command in COMMANDS:
            self.assertEqual(self.succeed("help", command).output, self.succeed(command, "--help").output)
        self.refuse(2, ["COMMAND must be one of embed, transform", "got embd; the nearest is embed"], "help", "embd")

    def test_the_manual_names_every_command_and_option(self):
        manual = MANUAL.read_text().replace("\\-", "-")
        for command in COMMANDS:
            self.assertRegex(manual, r"\n\.B %s\n|\n\.BI %s " % (command, command))
            for option in options_in(self.succeed(command, "--help-all").output.decode()):
                self.assertRegex(manual, re.escape(option) + r"\b", command)

    def test_a_near_miss_is_answered_with_the_nearest_name(self):
        self.write("x.csv", csv_text(ring()))
        embed = ("embed", "x.csv", "-o", "y.csv")
        for words, arguments in (
            (["codimap embed has no option --neighbours; the nearest is --neighbors;"], (*embed, "--neighbours", "7")),
            (["no option --neighbours; the nearest is --neighbors;"], (*embed, "--neighbours=7")),
            (["no option --componets; the nearest is --components;"], (*embed, "--componets", "3")),
            (["no option --eps; the nearest is --epsilon;"], (*embed, "--eps", "3")),
            (["codimap transform has no option --ouptut; the nearest is --output;"],
             ("transform", "m", "x.csv", "--ouptut", "y.csv")),
            (["got embd; the nearest is embed"], ("embd", "x.csv")),
            (["got tranform; the nearest is transform"], ("tranform", "m", "x.csv")),
        ):
            with self.subTest(arguments=arguments):
                self.refuse(2, words, *arguments)
        for arguments in (("implant",), (*embed, "--frobnicate")):
            self.assertNotIn("nearest", self.refuse(2, [], *arguments).words)

    def test_short_names_of_quiet_verbose_and_threads_do_what_the_long_ones_do(self):
        self.write("x.csv", csv_text(ring()))
        self.assertEqual(self.succeed("embed", "x.csv", "-o", "y.csv", "-q", "-t", "2", "--model", "m").words, "")
        self.assertEqual(self.succeed("transform", "m", "x.csv", "-o", "z.csv", "-q", "-t1").words, "")
        self.refuse(2, ["--threads takes a whole number"], "embed", "x.csv", "-o", "y.csv", "--force", "-t", "few")
        self.refuse(2, ["--quiet", "--verbose"], "embed", "x.csv", "-o", "y.csv", "--force", "-q", "-v")
        usual = self.succeed("embed", "x.csv", "-o", "y.csv", "--force").words
        for flag in ("-v", "--verbose"):
            said = self.succeed("embed", "x.csv", "-o", "y.csv", "--force", flag).words
            self.assertTrue(said.startswith(usual), said)
            for stage in ("reading", "kernel", "residuals", "total"):
                self.assertRegex(said[len(usual):], r"(?m)^  %s +\d+\.\d\d s +\d+ MB$" % stage)
        said = self.succeed("transform", "m", "x.csv", "-o", "z.csv", "--force", "-v").words
        self.assertRegex(said, r"(?m)^  transform +\d+\.\d\d s +\d+ MB$")

    def test_help_and_version_go_to_standard_output(self):
        self.assertIn(b"embed", self.succeed("--help").output)
        self.assertRegex(self.succeed("--version").output, rb"^codimap \d+\.\d+\.\d+\n$")

    def test_help_that_cannot_be_written_is_no_success(self):
        with open("/dev/full", "wb") as full:
            self.assertEqual(self.run_program("--help", stdout=full).code, 74)

    def test_wrong_use_ends_with_2_and_one_line_that_names_the_option_and_what_it_takes(self):
        self.write("x.csv", csv_text(ring()))
        embed = ("embed", "x.csv", "-o", "y.csv")
        for words, arguments in (
            (["must be one of embed, transform", "got implant"], ("implant",)),
            (["--output is required", "codimap embed --help"], ("embed", "x.csv")),
            (["INPUT is required"], ("embed",)),
            (["--frobnicate"], (*embed, "--frobnicate")),
            (["--epsilon", "VALUE|auto"], (*embed, "--epsilon")),
            (["--epsilon takes a number, auto or bgh; got wide"], (*embed, "--epsilon", "wide")),
            (["--epsilon takes a number, auto or bgh; got inf"], (*embed, "--epsilon", "inf")),
            (["epsilon", "-1"], (*embed, "--epsilon", "-1")),
            (["--neighbors takes a whole number from 1 on, dense or auto; got 0"], (*embed, "--neighbors", "0")),
            (["--regions takes a whole number from 0 on, or auto; got 2.5"], (*embed, "--regions", "2.5")),
            (["--kernel takes adaptive, gaussian, alpha-decay, variable-bandwidth, local-gaussian or umap; got cauchy"], (*embed, "--kernel", "cauchy")),
            (["--seed takes a whole number from 0 on; got -1"], (*embed, "--seed", "-1")),
            (["--max-memory takes a number of bytes", "got 8Q"], (*embed, "--max-memory", "8Q")),
            (["--time"], (*embed, "--time", "1", "--time", "2")),
            (["--columns is for points"], (*embed, "--graph", "--columns", "x")),
            (["--graph reads an edge list"], (*embed, "--graph", "--format", "csv")),
            (["two outputs"], (*embed, "--model", "y.csv")),
            (["two outputs"], ("embed", "x.csv", "-o", "-", "--summary", "-")),
            (["--model takes a file"], (*embed, "--model", "-")),
            (["SHAPE takes swiss-roll", "got cube"], ("generate", "cube", "-o", "y.csv")),
            (["SHELL takes bash, zsh or fish; got ksh"], ("completion", "ksh")),
            (["x.csv", "no column", "w"], (*embed, "--columns", "x,w")),
        ):
            with self.subTest(arguments=arguments):
                self.refuse(2, words, *arguments)

    def test_completions_hold_every_command_and_the_words_of_its_options(self):
        for shell in ("bash", "zsh", "fish"):
            script = self.succeed("completion", shell).output.decode()
            for word in (*COMMANDS, "density-normalization", "region-to-point", "swiss-roll"):
                self.assertIn(word, script)

    @unittest.skipUnless(os.path.exists("/bin/bash"), "no bash")
    def test_bash_completes_the_values_of_an_option(self):
        script = self.succeed("completion", "bash").output.decode()
        self.write("try.sh", script + "COMP_WORDS=(codimap embed --method n); COMP_CWORD=3; _codimap\n"
                                      "echo ${COMPREPLY[@]}\n")
        completed = subprocess.run(["/bin/bash", self.folder / "try.sh"], stdout=subprocess.PIPE, check=True)
        self.assertEqual(completed.stdout, b"nystrom\n")


if __name__ == "__main__":
    main()
