"""The words that we print ourselves, by language, and the direction of a language.

Each label is a whole phrase with ``{places}``; phrases are never built from words,
since their order differs. ``options.labels`` replaces any of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from citemark.errors import ConfigError
from citemark.options import Options
from citemark.render.picture_labels import PICTURE_KEYS, PICTURE_ROWS

_KEYS = (
    "answer",
    "sources",
    "back",
    "back_n",
    "source_n",
    "untitled",
    "at",
    "separator",
    "updated",
    "dated",
    "line",
    "lines",
    "page",
    "pages",
    "paragraph",
    "paragraphs",
    "block",
    "blocks",
    "character",
    "characters",
    "section",
    "time",
    "place",
    "excerpt",
    "excerpt_at",
    "unknown",
    "matched",
    "insufficient",
)
_ROWS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "Answer",
        "Sources",
        "Back to text:",
        "Back to reference {r}",
        "Source {n}: {t}",
        "Source {n}",
        "{s}, {l}",
        ", ",
        "Updated {d}",
        "updated {d}",
        "line {r}",
        "lines {r}",
        "p. {r}",
        "pp. {r}",
        "paragraph {r}",
        "paragraphs {r}",
        "block {r}",
        "blocks {r}",
        "character {r}",
        "characters {r}",
        "section {r}",
        "{r}",
        "{r}",
        "Excerpt",
        "Excerpt, {l}",
        "Unknown source",
        "{l} (matched automatically)",
        "The sources are not enough for a full answer.",
    ),
    "de": (
        "Antwort",
        "Quellen",
        "Zurück zum Text:",
        "Zurück zu Verweis {r}",
        "Quelle {n}: {t}",
        "Quelle {n}",
        "{s}, {l}",
        ", ",
        "Aktualisiert: {d}",
        "aktualisiert: {d}",
        "Zeile {r}",
        "Zeilen {r}",
        "S. {r}",
        "S. {r}",
        "Absatz {r}",
        "Absätze {r}",
        "Block {r}",
        "Blöcke {r}",
        "Zeichen {r}",
        "Zeichen {r}",
        "Abschnitt {r}",
        "{r}",
        "{r}",
        "Auszug",
        "Auszug, {l}",
        "Unbekannte Quelle",
        "{l} (automatisch zugeordnet)",
        "Die Quellen reichen für eine vollständige Antwort nicht aus.",
    ),
    "fr": (
        "Réponse",
        "Sources",
        "Retour au texte\u202f:",
        "Retour à la référence {r}",
        "Source {n}\u202f: {t}",
        "Source {n}",
        "{s}, {l}",
        ", ",
        "Mis à jour le {d}",
        "mis à jour le {d}",
        "ligne {r}",
        "lignes {r}",
        "p. {r}",
        "p. {r}",
        "paragraphe {r}",
        "paragraphes {r}",
        "bloc {r}",
        "blocs {r}",
        "caractère {r}",
        "caractères {r}",
        "section {r}",
        "{r}",
        "{r}",
        "Extrait",
        "Extrait, {l}",
        "Source inconnue",
        "{l} (correspondance automatique)",
        "Les sources ne suffisent pas pour une réponse complète.",
    ),
    "es": (
        "Respuesta",
        "Fuentes",
        "Volver al texto:",
        "Volver a la referencia {r}",
        "Fuente {n}: {t}",
        "Fuente {n}",
        "{s}, {l}",
        ", ",
        "Actualizado: {d}",
        "actualizado: {d}",
        "línea {r}",
        "líneas {r}",
        "pág. {r}",
        "págs. {r}",
        "párrafo {r}",
        "párrafos {r}",
        "bloque {r}",
        "bloques {r}",
        "carácter {r}",
        "caracteres {r}",
        "sección {r}",
        "{r}",
        "{r}",
        "Extracto",
        "Extracto, {l}",
        "Fuente desconocida",
        "{l} (coincidencia automática)",
        "Las fuentes no bastan para una respuesta completa.",
    ),
    "ja": (
        "回答",
        "出典",
        "本文に戻る:",
        "参照{r}に戻る",
        "出典{n}: {t}",
        "出典{n}",
        "{s}、{l}",
        "、",
        "更新日: {d}",
        "更新日: {d}",
        "{r}行目",
        "{r}行目",
        "{r}ページ",
        "{r}ページ",
        "第{r}段落",
        "第{r}段落",
        "ブロック{r}",
        "ブロック{r}",
        "{r}文字目",
        "{r}文字目",
        "セクション「{r}」",
        "{r}",
        "{r}",
        "抜粋",
        "抜粋、{l}",
        "不明な出典",
        "{l}（自動照合）",
        "出典だけでは十分に回答できません。",
    ),
    "zh-Hans": (
        "回答",
        "来源",
        "返回正文：",
        "返回引用 {r}",
        "来源 {n}：{t}",
        "来源 {n}",
        "{s}，{l}",
        "、",
        "更新于 {d}",
        "更新于 {d}",
        "第 {r} 行",
        "第 {r} 行",
        "第 {r} 页",
        "第 {r} 页",
        "第 {r} 段",
        "第 {r} 段",
        "第 {r} 块",
        "第 {r} 块",
        "第 {r} 个字符",
        "第 {r} 个字符",
        "“{r}”一节",
        "{r}",
        "{r}",
        "摘录",
        "摘录，{l}",
        "未知来源",
        "{l}（自动匹配）",
        "现有来源不足以完整回答。",
    ),
    "zh-Hant": (
        "回答",
        "來源",
        "返回正文：",
        "返回引用 {r}",
        "來源 {n}：{t}",
        "來源 {n}",
        "{s}，{l}",
        "、",
        "更新於 {d}",
        "更新於 {d}",
        "第 {r} 行",
        "第 {r} 行",
        "第 {r} 頁",
        "第 {r} 頁",
        "第 {r} 段",
        "第 {r} 段",
        "第 {r} 區塊",
        "第 {r} 區塊",
        "第 {r} 個字元",
        "第 {r} 個字元",
        "「{r}」一節",
        "{r}",
        "{r}",
        "摘錄",
        "摘錄，{l}",
        "未知來源",
        "{l}（自動比對）",
        "現有來源不足以完整回答。",
    ),
    "ko": (
        "답변",
        "출처",
        "본문으로 돌아가기:",
        "참조 {r}(으)로 돌아가기",
        "출처 {n}: {t}",
        "출처 {n}",
        "{s}, {l}",
        ", ",
        "업데이트: {d}",
        "업데이트: {d}",
        "{r}행",
        "{r}행",
        "{r}쪽",
        "{r}쪽",
        "{r}번째 단락",
        "{r}번째 단락",
        "블록 {r}",
        "블록 {r}",
        "{r}번째 글자",
        "{r}번째 글자",
        "‘{r}’ 절",
        "{r}",
        "{r}",
        "발췌",
        "발췌, {l}",
        "알 수 없는 출처",
        "{l}(자동 매칭)",
        "출처만으로는 충분히 답할 수 없습니다.",
    ),
    "ar": (
        "الإجابة",
        "المصادر",
        "العودة إلى النص:",
        "العودة إلى المرجع {r}",
        "المصدر {n}: {t}",
        "المصدر {n}",
        "{s}، {l}",
        "، ",
        "آخر تحديث: {d}",
        "آخر تحديث: {d}",
        "السطر {r}",
        "الأسطر {r}",
        "الصفحة {r}",
        "الصفحات {r}",
        "الفقرة {r}",
        "الفقرات {r}",
        "الكتلة {r}",
        "الكتل {r}",
        "المحرف {r}",
        "المحارف {r}",
        "القسم {r}",
        "{r}",
        "{r}",
        "مقتطف",
        "مقتطف، {l}",
        "مصدر غير معروف",
        "{l} (مطابقة آلية)",
        "المصادر لا تكفي لإجابة كاملة.",
    ),
}
_LABELS = {
    language.lower(): {
        **dict(zip(_KEYS, row, strict=True)),
        **dict(zip(PICTURE_KEYS, PICTURE_ROWS[language], strict=True)),
    }
    for language, row in _ROWS.items()
}
_ALIASES = {
    "zh": "zh-hans",
    "zh-cn": "zh-hans",
    "zh-sg": "zh-hans",
    "zh-tw": "zh-hant",
    "zh-hk": "zh-hant",
    "zh-mo": "zh-hant",
}
_RTL_LANGUAGES = frozenset(
    [
        "ar",
        "arc",
        "ckb",
        "dv",
        "fa",
        "he",
        "ks",
        "nqo",
        "ps",
        "sd",
        "syr",
        "ug",
        "ur",
        "yi",
    ]
)
_RTL_SCRIPTS = frozenset(["adlm", "arab", "hebr", "nkoo", "rohg", "syrc", "thaa"])
_SCRIPT_CHARS = 4
_PLACEHOLDER_RE = re.compile(r"\{([a-z]+)\}")


def labels_for(options: Options) -> Mapping[str, str]:
    """Return every label text for the language and the overrides of *options*.

    Raises:
        ConfigError: an override is of an unknown label, or has an unknown place.
    """
    labels = next(
        _LABELS[tag] for tag in _fallbacks(options.language) if tag in _LABELS
    )
    if not options.labels:
        return labels
    for key, text in options.labels.items():
        _check(key, text)
    return {**labels, **options.labels}


def direction(language: str | None) -> str:
    """Return ``ltr`` or ``rtl``, or ``auto`` where the language is unknown.

    >>> direction("ar-EG"), direction("uz-Arab"), direction("ja"), direction(None)
    ('rtl', 'rtl', 'ltr', 'auto')
    """
    if not language:
        return "auto"
    primary, *rest = language.lower().replace("_", "-").split("-")
    scripts = [part for part in rest if len(part) == _SCRIPT_CHARS and part.isalpha()]
    if scripts:
        return "rtl" if scripts[0] in _RTL_SCRIPTS else "ltr"
    return "rtl" if primary in _RTL_LANGUAGES else "ltr"


def _fallbacks(language: str | None) -> Iterator[str]:
    """Yield *language* (BCP 47), then ever less of it, with Chinese by script."""
    parts = (language or "").lower().replace("_", "-").split("-")
    while parts:
        tag = "-".join(parts)
        yield _ALIASES.get(tag, tag)
        parts.pop()
    yield "en"


def _check(key: str, text: str) -> None:
    """Refuse an override that could not be printed."""
    known = _LABELS["en"].get(key)
    if known is None:
        names = ", ".join(_LABELS["en"])
        msg = f"Options.labels: expected one of {names}, got {key!r}"
        raise ConfigError(msg)
    places = set(_PLACEHOLDER_RE.findall(known))
    unknown = sorted(set(_PLACEHOLDER_RE.findall(text)) - places)
    if unknown:
        allowed = ", ".join(f"{{{place}}}" for place in sorted(places)) or "no places"
        msg = f"Options.labels[{key!r}]: expected {allowed}, got {{{unknown[0]}}}"
        raise ConfigError(msg)
