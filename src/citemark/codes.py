"""Every code there is: the scanner's, the document's, the resolver's, the linter's.

Families: ``CM0`` marker syntax, ``CM1`` placement, ``CM2`` sources and locators,
``CM3`` grounding, ``CM4`` content that the safety policy refused, ``CM5`` what an
output has no room for, ``CM6`` options that cannot be followed, ``CM7`` responses of
providers that do not hold. A retired code is never given to another meaning.
"""

from __future__ import annotations

from citemark.diagnostic import Code, Severity

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

UNTERMINATED_MARKER = Code("CM001", "unterminated-marker", _E)
EMPTY_MARKER = Code("CM002", "empty-marker", _W)
MALFORMED_SOURCE_ID = Code("CM003", "malformed-source-id", _E)
LOCATOR_WITHOUT_SOURCE = Code("CM004", "locator-without-source", _E)
REVERSED_LOCATOR = Code("CM005", "reversed-locator", _W)
UNKNOWN_FAMILY = Code("CM006", "unknown-family", _W)
STRAY_MARKER_CHARACTER = Code("CM007", "stray-marker-character", _W)
MARKER_TOO_LONG = Code("CM008", "marker-too-long", _E)
NON_ASCII_LOCATOR = Code("CM009", "non-ascii-locator", _E)
PRIVATE_USE_CHARACTER = Code("CM010", "private-use-character", _W)
ESCAPED_MARKER = Code("CM011", "escaped-marker", _I)
FOREIGN_MARKER = Code("CM012", "foreign-marker", _I)
POSSIBLE_CITATION = Code("CM013", "possible-citation", _I)
TOO_MANY_MARKERS = Code("CM014", "too-many-markers", _E)

MARKER_IN_EMPHASIS = Code("CM101", "marker-in-emphasis", _W)
MARKER_IN_CODE_SPAN = Code("CM102", "marker-in-code-span", _W)
MARKER_IN_CODE_BLOCK = Code("CM103", "marker-in-code-block", _W)
MARKER_ON_FENCE = Code("CM104", "marker-on-fence", _W)
MARKER_IN_LINK = Code("CM105", "marker-in-link", _W)
MARKER_IN_URL = Code("CM106", "marker-in-url", _W)
MARKER_IN_IMAGE = Code("CM107", "marker-in-image", _W)
MARKER_IN_HTML = Code("CM108", "marker-in-html", _W)
MARKER_IN_MATH = Code("CM109", "marker-in-math", _W)
MARKER_IN_DEFINITION = Code("CM110", "marker-in-definition", _W)
MARKER_OUTSIDE_CELL = Code("CM111", "marker-outside-cell", _W)
MARKER_BREAKS_BLOCK = Code("CM112", "marker-breaks-block", _W)
PUNCTUATION_SIDE = Code("CM121", "punctuation-side", _W)
MARKER_SPACING = Code("CM122", "marker-spacing", _W)
LONE_MARKER = Code("CM123", "lone-marker", _W)
GROUPED_AT_END = Code("CM124", "grouped-at-end", _W)
MARKER_MID_PARAGRAPH = Code("CM125", "marker-mid-paragraph", _W)
DISTANT_MARKER = Code("CM126", "distant-marker", _W)
MARKER_MID_SENTENCE = Code("CM127", "marker-mid-sentence", _W)
REPEATED_CITATION = Code("CM128", "repeated-citation", _W)
REPEATED_SOURCE = Code("CM129", "repeated-source", _W)
TOO_MANY_SOURCES = Code("CM130", "too-many-sources", _W)
MARKER_IN_HEADING = Code("CM131", "marker-in-heading", _W)
SEVERAL_SOURCES = Code("CM132", "several-sources", _W)
ADJACENT_MARKERS = Code("CM133", "adjacent-markers", _W)

UNKNOWN_SOURCE = Code("CM201", "unknown-source", _E)
SOURCE_NOT_CITABLE = Code("CM202", "source-not-citable", _E)
SOURCE_UNAVAILABLE = Code("CM203", "source-unavailable", _E)
LOCATOR_OUT_OF_RANGE = Code("CM204", "locator-out-of-range", _W)
LOCATOR_WITHOUT_TEXT = Code("CM205", "locator-without-text", _W)
UNTITLED_SOURCE = Code("CM206", "untitled-source", _W)
UNUSABLE_URL = Code("CM207", "unusable-url", _W)
MARKER_IN_METADATA = Code("CM208", "marker-in-metadata", _W)
INSECURE_URL = Code("CM209", "insecure-url", _I)
MISSING_LOCATOR = Code("CM210", "missing-locator", _W)
BARE_SOURCE_ID = Code("CM211", "bare-source-id", _W)
DUPLICATE_SOURCE = Code("CM212", "duplicate-source", _W)
UNCITED_SOURCE = Code("CM213", "uncited-source", _I)
MODEL_SOURCE_LIST = Code("CM214", "model-source-list", _W)
REGISTRY_CHANGED = Code("CM215", "registry-changed", _E)

UNCITED_BLOCK = Code("CM301", "uncited-block", _I)
FEW_HOSTS = Code("CM302", "few-hosts", _I)
DOMINANT_HOST = Code("CM303", "dominant-host", _I)
FEW_AUTHORITATIVE_HOSTS = Code("CM304", "few-authoritative-hosts", _I)
MISSING_VIEWPOINT = Code("CM305", "missing-viewpoint", _I)

RAW_HTML_REFUSED = Code("CM401", "raw-html-refused", _W)
IMAGE_REFUSED = Code("CM402", "image-refused", _W)
LINK_REFUSED = Code("CM403", "link-refused", _W)
NESTING_TOO_DEEP = Code("CM404", "nesting-too-deep", _E)
CLAIM_REFUSED = Code("CM405", "claim-refused", _E)

EMAIL_TOO_LARGE = Code("CM501", "email-too-large", _W)
MISSING_GLYPH = Code("CM502", "missing-glyph", _W)

UNKNOWN_LANGUAGE = Code("CM601", "unknown-language", _W)

OFFSET_OUT_OF_RANGE = Code("CM701", "offset-out-of-range", _W)
OFFSET_REPAIRED = Code("CM702", "offset-repaired", _I)
CITATION_WITHOUT_PLACE = Code("CM703", "citation-without-place", _W)
MARKER_WITHOUT_SOURCE = Code("CM704", "marker-without-source", _W)


def is_placement(code: Code) -> bool:
    """Say whether *code* is about where a marker stands.

    >>> is_placement(MARKER_IN_LINK), is_placement(UNKNOWN_SOURCE)
    (True, False)
    """
    return code.code.startswith("CM1")


CODES = tuple(value for value in list(globals().values()) if isinstance(value, Code))
