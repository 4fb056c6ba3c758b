"""The tests' own children start with default signal handlers, whatever started the tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = "import time; print('up', flush=True); time.sleep(60)"
PARENT = f"""
import os, signal, subprocess, sys
from signals import heed
heed()
child = subprocess.Popen([sys.executable, "-c", {CHILD!r}], stdout=subprocess.PIPE)
child.stdout.readline()
number = int(sys.argv[1])
os.kill(os.getpid(), number)  # What was to be ignored harms this process as little as before.
child.send_signal(number)
try:
    print(child.wait(20))
finally:
    child.kill()
"""


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_a_child_of_tests_that_ignore_a_signal_is_ended_by_it(number):
    """As under `nohup`: the tests live on, their child does not."""
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
    assert done.stdout.split() == [str(-number)], done.stderr
