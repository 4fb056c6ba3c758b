"""The tests and their children heed signals, whatever started the tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PARENT = """
import os, signal, subprocess, sys
from signals import heed
heed()
number = int(sys.argv[1])
try:
    os.kill(os.getpid(), number)
except KeyboardInterrupt:
    print("interrupted")
said = "import time; print('up', flush=True); time.sleep(60)"
child = subprocess.Popen([sys.executable, "-c", said], stdout=subprocess.PIPE)
child.stdout.readline()
child.send_signal(number)
try:
    print(child.wait(20))
finally:
    child.kill()
"""


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_was_ignored_ends_a_child_and_interrupts_the_tests(number):
    """As under `nohup` or in a background job: the tests live on, and their child does not."""
    started = (
        f"import os, signal, sys; signal.signal({int(number)}, signal.SIG_IGN); "
        f"os.execv(sys.executable, [sys.executable, '-c', {PARENT!r}, '{int(number)}'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", started],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    # Python turns SIGINT into KeyboardInterrupt and ends with that signal too.
    interrupted = ["interrupted"] * (number == signal.SIGINT)
    assert done.stdout.split() == [*interrupted, str(-number)], done.stderr
