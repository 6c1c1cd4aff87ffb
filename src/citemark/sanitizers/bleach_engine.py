"""The second engine: bleach, pure Python, in its last release.

Three of its faults are fenced in. Its protocol list lets ``javascript:123`` through,
so the policy's own check decides about every attribute, on the value with its
entities decoded. A ``Cleaner`` shared by threads mixes their texts, so each call gets
its own. It is 20 times slower than the default, so long input is refused.
"""

from __future__ import annotations

from html import unescape

from citemark.sanitizer import Example, Policy, Sanitizer, without_surrogates


def clean(html: str, policy: Policy) -> str:
    """Return *html* reduced to what *policy* allows."""
    from bleach.sanitizer import Cleaner

    def allowed(tag: str, attribute: str, value: str) -> bool:
        return policy.value(tag, attribute, unescape(value)) is not None

    cleaner = Cleaner(
        tags=policy.tags,
        attributes=allowed,
        protocols=policy.schemes,
        strip=True,
        strip_comments=True,
    )
    # As the other engine prints them: ``disabled=""``, not ``disabled``.
    cleaner.serializer.minimize_boolean_attributes = False
    return cleaner.clean(without_surrogates(html))


SANITIZER = Sanitizer(
    name="bleach",
    clean=clean,
    max_chars=256 * 1024,
    examples=(
        Example("<b onclick=x()>bold</b><script>x()</script>", "<b>bold</b>x()"),
        Example('<a href="javascript:1">no</a>', "<a>no</a>"),
    ),
)
