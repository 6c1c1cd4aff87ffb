"""Outputs on standard output, whatever they are made of."""

from __future__ import annotations

import sys

from citemark.cli.failure import Failure
from citemark.cli.files import print_data, print_text
from citemark.rendered import Rendered


def print_output(result: Rendered) -> None:
    """Write an output to standard output.

    Raises:
        Failure: it is none that a terminal could show.
    """
    body: object = result.body
    if isinstance(body, bytes):
        is_text = result.media_type.startswith(("text/", "message/"))
        if sys.stdout.isatty() and not is_text:
            msg = f"<stdout>: a terminal cannot show {result.media_type}: use -o FILE"
            raise Failure(msg)
        print_data(body)
    else:
        print_text(str(result))
