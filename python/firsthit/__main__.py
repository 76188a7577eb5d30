"""`python -m firsthit`: the command line."""

from firsthit._program import main

main()
