"""Titles of lists of sources, as answers have them in many languages."""

from __future__ import annotations

import re

_EDGES_RE = re.compile(r"\A[\W\d_]+|[\W\d_]+\Z")
_TITLES = """
sources|source list|list of sources|sources cited|sources used|sources consulted
references|reference list|list of references|references cited|sources and references
references and sources|sources & references|bibliography|citations|works cited
参考文献|参考资料|參考資料|参考来源|參考來源|参考链接|參考連結|来源|來源|资料来源
資料來源|信息来源|引用|引用来源|引用來源|引文|参考|參考文獻|出典|引用元|参照|参照元
参考資料|情報源|引用文献|参考リンク|ソース|出典一覧
출처|참고 문헌|참고문헌|참고 자료|참고자료|인용|자료 출처
références|sources et références|bibliographie|citations|sources citées
références bibliographiques|sources consultées|sources utilisées
quellen|quellenverzeichnis|quellenangaben|literatur|literaturverzeichnis|referenzen
einzelnachweise|nachweise|belege|quellen und literatur
fuentes|referencias|bibliografía|bibliografia|fuentes consultadas|citas
fontes|referências|referências bibliográficas|bibliografía consultada
fonti|riferimenti|riferimenti bibliografici|bronnen|referenties|bronvermelding
источники|список источников|литература|список литературы|ссылки|использованные источники
джерела|źródła|bibliografia|zdroje|källor|kilder|lähteet|kaynaklar|kaynakça|referanslar
المصادر|المراجع|مصادر|مراجع|المصادر والمراجع|قائمة المراجع|منابع|مآخذ|מקורות
स्रोत|संदर्भ|सन्दर्भ|संदर्भ सूची|nguồn|tài liệu tham khảo|sumber|referensi|daftar pustaka
แหล่งที่มา|แหล่งอ้างอิง|อ้างอิง|πηγές|βιβλιογραφία
出处|出處|资料出处|參考出處|参考文献・資料|surse|források|referenser|referanser|verwijzingen
"""


def plain_title(title: str) -> str:
    """Return *title* without markup, numbers and punctuation around it.

    >>> plain_title("## 4. **Sources:**")
    'sources'
    """
    return _EDGES_RE.sub("", title).casefold()


SOURCE_TITLES = frozenset(map(plain_title, _TITLES.replace("\n", "|").split("|"))) - {
    ""
}
"""What such a list is called, as `plain_title` returns it."""
_LONGEST = 2 * max(map(len, SOURCE_TITLES))


def names_sources(text: str) -> bool:
    """Say whether *text*, Markdown of one block, is the title of a list of sources.

    >>> names_sources("**Sources:**"), names_sources("Sources of iron")
    (True, False)
    """
    return len(text) <= _LONGEST and plain_title(text) in SOURCE_TITLES
