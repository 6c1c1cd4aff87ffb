"""French."""

from __future__ import annotations

from citemark.verification.language import NOTHING, Language, Need, vocabulary, words

LANGUAGE = Language(
    name="fr",
    needs={
        Need.NUMBER: words(
            "deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente"
            "|quarante|cinquante|cent|cents|mille|million*|milliard*|moitié|double*"
            "|triple*|fois|pour cent|par jour|par semaine|par mois|par an|quotidien*"
            "|hebdomadaire*|mensuel*|annuel*|gratuit*"
        ),
        Need.DATE: words(
            "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre"
            "|novembre|décembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
            "|siècle|délai*|aujourd'hui|hier|demain|depuis|jusqu'au|dès"
        ),
        Need.CONDITION: words(
            "si|s'il|s'ils|sauf|à moins|à condition|en cas|pourvu|lorsque|exclu*"
            "|seulement|uniquement|doit|doivent|ne peut|ne peuvent|obligatoire*"
            "|interdit*|autorisé*|nécessaire*|requis*|soumis*|éligible*|a droit"
            "|ont droit|applique*|s'applique*|sinon|valable*"
        ),
        Need.PROCEDURE: words(
            "d'abord|ensuite|puis|enfin|étape*|cliquez|appuyez|maintenez|sélectionnez"
            "|choisissez|ouvrez|saisissez|entrez|installez|allez|remplissez|envoyez"
            "|activez|désactivez|retirez|connectez|redémarrez|contactez"
        ),
        Need.SPECIFICATION: words(
            "prend en charge|prennent en charge|compatible*|contient|contiennent"
            "|comprend|inclut|se compose|équipé*|capacité|résolution|pèse|mesure"
            "|version|disponible*|étanche*|garantie|couvre|coûte|coûtent|prix"
        ),
        Need.JUDGEMENT: words(
            "parce que|parce qu'*|car|donc|puisque|en raison|à cause|entraîne|provoque"
            "|réduit|augmente|améliore|plus|moins|davantage|meilleur*|mieux|pire"
            "|supérieur*|inférieur*|recommandé*|adapté*|convient|risque*"
        ),
        Need.FACT: words(
            "fondé*|créé*|inventé*|découvert*|construit*|conçu*|écrit par|développé*"
            "|publié*|connu sous|situé*|se trouve|selon|d'après|s'appelle|né en|née en"
            "|mort en|remporté*|introduit*|annoncé*"
        ),
    },
    idle=words(
        "bonjour|bonsoir|salut|merci|bienvenue|voici|voilà|regardons|voyons|ci-dessous"
        "|commençons|passons|venons-en|si vous le souhaitez|si vous voulez|si tu veux"
        "|n'hésitez pas|n'hésite pas|dites-moi|dis-moi|je vous en prie|autres questions"
        "|vous voulez savoir|tu veux savoir|vous demandez|vous souhaitez savoir"
        "|votre question|ta question|bonne question|bonne chance|je|j'*|désolé*"
        "|nous espérons"
    ),
    question=NOTHING,
    common=vocabulary(
        "a au aux avec ce ces cette combien d dans de des du elle en est et il ils je l"
        " la le les leur lui mais ne nous on ou où par pas pour qu que quel quelle qui"
        " sa sans se ses son sont sur temps un une vous"
    ),
)
