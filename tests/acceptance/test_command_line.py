"""Usage: commands, options, --help, completions."""

import os
import subprocess
import unittest

from program import ProgramTest, csv_text, main, ring

COMMANDS = ("embed", "transform", "compare", "generate", "info", "completion")


class CommandLine(ProgramTest):
    def test_help_fits_a_screen_and_shows_an_example(self):
        for command in COMMANDS:
            with self.subTest(command):
                lines = self.succeed(command, "--help").output.decode().splitlines()
                self.assertLessEqual(len(lines), 54)
                self.assertLessEqual(max(map(len, lines)), 110)
                self.assertIn("Example: codimap " + command, lines[-1])

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
            (["must be one of embed, transform"], ()),
            (["must be one of embed, transform", "got implant"], ("implant",)),
            (["--output is required", "codimap embed --help"], ("embed", "x.csv")),
            (["INPUT is required"], ("embed",)),
            (["--frobnicate"], (*embed, "--frobnicate")),
            (["--epsilon", "VALUE|auto"], (*embed, "--epsilon")),
            (["--epsilon takes a number, or auto; got wide"], (*embed, "--epsilon", "wide")),
            (["--epsilon takes a number, or auto; got inf"], (*embed, "--epsilon", "inf")),
            (["epsilon", "-1"], (*embed, "--epsilon", "-1")),
            (["--neighbors takes a whole number from 1 on, dense or auto; got 0"], (*embed, "--neighbors", "0")),
            (["--regions takes a whole number from 0 on, or auto; got 2.5"], (*embed, "--regions", "2.5")),
            (["--kernel takes adaptive or gaussian; got cauchy"], (*embed, "--kernel", "cauchy")),
            (["--seed takes a whole number from 0 on; got -1"], (*embed, "--seed", "-1")),
            (["--max-memory takes a number of bytes", "got 8Q"], (*embed, "--max-memory", "8Q")),
            (["--time"], (*embed, "--time", "1", "--time", "2")),
            (["--columns is for points"], (*embed, "--graph", "--columns", "x")),
            (["--graph reads an edge list"], (*embed, "--graph", "--format", "csv")),
            (["two outputs"], (*embed, "--model", "y.csv")),
            (["two outputs"], ("embed", "x.csv", "-o", "-", "--summary", "-")),
            (["--model takes a file"], (*embed, "--model", "-")),
            (["SHAPE takes swiss-roll", "got cube"], ("generate", "cube", "-o", "y.csv")),
            (["SHELL takes bash or zsh or fish; got ksh"], ("completion", "ksh")),
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
