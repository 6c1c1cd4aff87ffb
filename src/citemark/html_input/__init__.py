"""Answers that come as HTML: read into a tree, searched, given places, printed.

**Why a reader of its own below BeautifulSoup.** The tree is BeautifulSoup's, but what
it is built from must not depend on what is installed: lxml, html5lib and Python's own
parser make three trees of one text, none of them says where a text node stands, and
Python's is quadratic on hostile input in many of its releases. So `lexing` divides the
text in linear time, every node knows its place in it, and whatever holds no marker
comes out byte for byte as it went in.
"""
