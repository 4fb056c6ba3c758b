"""`python -m tamis`."""

from tamis._command import main

main()
