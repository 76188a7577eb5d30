#!/usr/bin/env python3
"""check_rest FOLDER...: is what rests at the end of these runs at rest, by the laws of mechanics?

Each folder is what `firsthit run SCENE --xyz -o FOLDER` wrote. For each a line tells the verdict, and one more what
each fault is and whose. Exit code 0: all laws hold; 1: some do not; 2: a run that cannot be judged. Nothing of
firsthit is used: geometry and mechanics are those of this folder (rest_laws.py tells the laws and their tolerances).
"""

import sys

from finished_run import Unjudged, read_run
from rest_laws import Laws, still_and_moving


def judged(folder):
    """The run, and the laws after they have been asked."""
    run = read_run(folder)
    laws = Laws(run)
    laws.judge()
    return run, laws


def main(folders):
    if not folders:
        print(__doc__, file=sys.stderr)
        return 2
    code = 0
    for folder in folders:
        try:
            run, laws = judged(folder)
        except Unjudged as why:
            print(f"{folder}: not judged: {why}", file=sys.stderr)
            code = 2
            continue
        still, moving = still_and_moving(run)
        verdict = "all laws hold" if not laws.faults else f"{len(laws.faults)} faults"
        print(f"{folder}: {len(still)} at rest, {len(moving)} moving, {len(run.contacts)} contacts: {verdict}")
        for fault in laws.faults:
            print(f"  {fault}")
        print("  nearest to what is allowed: " + ", ".join(f"{law} {share:.2g}" for law, share in
                                                           sorted(laws.extremes.items(), key=lambda item: -item[1])))
        if laws.faults:
            code = max(code, 1)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
