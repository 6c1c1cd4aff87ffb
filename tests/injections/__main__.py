"""Prints how many of each rule's injected faults are found, and those that are not.

Names of rules as arguments restrict it to these.
"""

from __future__ import annotations

import sys

from tests.injections.recall import INJECTORS, measure


def main(names: list[str]) -> None:
    """Print one line for each rule, and one for each miss."""
    for code in INJECTORS:
        if names and not {code.name, code.code} & set(names):
            continue
        tally = measure(code)
        found = tally.injections - len(tally.missed)
        sys.stdout.write(
            f"{code.code} {code.name:24} {found:5} of {tally.injections:5}"
            f"  {tally.recall:7.1%}\n"
        )
        sys.stdout.writelines(f"    {injection}\n" for injection in tally.missed)


if __name__ == "__main__":
    main(sys.argv[1:])
