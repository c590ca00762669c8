"""Processes that bench/compare starts: none is left running."""

import os
import signal
import subprocess
import sys
import unittest
from unittest import mock

import builds


class Processes(unittest.TestCase):
    def setUp(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def test_ctrl_c_while_a_process_is_being_started_ends_it(self):
        started = []
        popen = subprocess.Popen

        def start_interrupted(*words, **options):
            started.append(popen(*words, **options))
            os.kill(os.getpid(), signal.SIGINT)
            return started[0]

        with mock.patch.object(subprocess, "Popen", start_interrupted):
            with self.assertRaises(KeyboardInterrupt):
                builds.run([sys.executable, "-c", "import time; time.sleep(60)"])
        ended = started[0].returncode
        if ended is None:
            builds.end(started[0])
        started[0].stdout.close()
        self.assertEqual(-signal.SIGTERM, ended)

    def test_the_process_can_be_stopped_with_ctrl_c_itself(self):
        lines = []
        program = "import signal; print(sorted(signal.pthread_sigmask(signal.SIG_BLOCK, ())))"
        self.assertEqual((0, ""), builds.run([sys.executable, "-c", program], lines.append))
        self.assertEqual(["[]"], lines)

    def test_a_program_that_does_not_exist_is_an_error_and_leaves_the_signals_as_they_were(self):
        with self.assertRaises(FileNotFoundError):
            builds.run(["/nothing/here"])
        self.assertEqual(set(), signal.pthread_sigmask(signal.SIG_BLOCK, ()))


if __name__ == "__main__":
    unittest.main()
