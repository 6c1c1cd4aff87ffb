"""German."""

from __future__ import annotations

from citemark.verification.language import NOTHING, Language, Need, vocabulary, words

LANGUAGE = Language(
    name="de",
    needs={
        Need.NUMBER: words(
            "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig"
            "|vierzig|fünfzig|hundert*|tausend*|million*|milliarde*|dutzend*|hälfte"
            "|halb|halbe|doppelt*|zweimal|dreimal|prozent|pro tag|pro woche|pro monat"
            "|pro jahr|täglich*|wöchentlich*|monatlich*|jährlich*|kostenlos"
            "|gebührenfrei"
        ),
        Need.DATE: words(
            "januar|februar|märz|april|mai|juni|juli|august|september|oktober|november"
            "|dezember|montag*|dienstag*|mittwoch*|donnerstag*|freitag*|samstag*"
            "|sonntag*|jahrhundert*|frist*|heute|gestern|morgen|seit|spätestens"
        ),
        Need.CONDITION: words(
            "wenn|falls|sofern|es sei denn|außer|ausgenommen|ausgeschlossen|nur|ob"
            "|vorausgesetzt|voraussetzung*|muss|müssen|darf|dürfen|berechtigt|verboten"
            "|erlaubt|erforderlich|verpflichtet|verpflichtend|zulässig|unzulässig|gilt"
            "|gelten|anspruch|solange|andernfalls|ansonsten|gültig"
        ),
        Need.PROCEDURE: words(
            "zuerst|zunächst|anschließend|danach|schließlich|schritt*|klicken|drücken"
            "|halten sie|wählen|öffnen|geben sie|eingeben|installieren|schalten|tippen"
            "|senden|ausfüllen|entfernen sie|verbinden|zurücksetzen"
        ),
        Need.SPECIFICATION: words(
            "unterstützt|unterstützen|kompatibel|enthält|enthalten|umfasst|besteht aus"
            "|verfügt|ausgestattet|kapazität|auflösung|wiegt|misst|version|erhältlich"
            "|wasserdicht|garantie|kostet|kosten|preis"
        ),
        Need.JUDGEMENT: words(
            "weil|da|daher|deshalb|aufgrund|wegen|führt zu|verursacht|senkt|erhöht"
            "|verbessert|mehr|weniger|meiste*|besser*|beste*|schlechter*|höher*"
            "|höchste*|niedriger*|größer*|größte*|kleiner*|kleinste*|länger*|längste*"
            "|kürzer*|kürzeste*|schneller*|schnellste*|langsamer*|sicherer*|sicherste*"
            "|billiger*|günstiger*|älter*|älteste*|neuer|als|seltener|häufiger"
            "|empfohlen|empfehlenswert|geeignet|risiko*"
        ),
        Need.FACT: words(
            "gegründet|erfunden|entdeckt|gebaut|erbaut|entworfen|geschrieben|entwickelt"
            "|veröffentlicht|bekannt als|befindet|liegt|laut|gemäß|heißt|bezeichnet"
            "|geboren|gestorben|gewann|eingeführt|angekündigt"
        ),
    },
    idle=words(
        "hallo|guten tag|guten morgen|danke|vielen dank|willkommen|hier ist|hier sind"
        "|hier finden sie|schauen wir|sehen wir|im folgenden|kommen wir|fangen wir"
        "|nun zu|nun zum|nun zur|zunächst zu|zunächst zum|zunächst zur|wenn sie möchten"
        "|wenn du möchtest|wenn sie wollen|melden sie|melde dich|lassen sie mich wissen"
        "|lass mich wissen|gern geschehen|weitere fragen|sie möchten wissen"
        "|du möchtest wissen|sie fragen|du fragst|ihre frage|deine frage|gute frage"
        "|viel erfolg|ich|wir hoffen|tut mir leid"
    ),
    question=NOTHING,
    common=vocabulary(
        "als am an auch auf aus bei bis das dem den der des die ein eine einem einen"
        " einer er es für hat ich ihr im in ist kann lange man mit nach nicht oder sich"
        " sie sind und uns viel von vor war was wenn wer wie wir wird wo zu zum zur"
        " möchten wissen"
    ),
)
