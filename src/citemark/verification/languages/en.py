"""English."""

from __future__ import annotations

from citemark.verification.language import NOTHING, Language, Need, vocabulary, words

LANGUAGE = Language(
    name="en",
    needs={
        Need.NUMBER: words(
            "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty"
            "|forty|fifty|sixty|hundred*|thousand*|million*|billion*|dozen*|half|twice"
            "|once|percent|per cent|double*|triple*|first-time|free of charge|per day"
            "|per week|per month|per year|daily|weekly|monthly|annual*|yearly"
        ),
        Need.DATE: words(
            "january|february|april|june|july|august|september|october|november"
            "|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|century"
            "|deadline|today|yesterday|tomorrow|since|until|last year|this year"
            "|next year"
        ),
        Need.CONDITION: words(
            "if|unless|provided that|in case|as long as|only when|only if|whether"
            "|except|excluding|excluded|exempt|eligible|entitled|subject to|must"
            "|must not|may not|not allowed|required|requires|mandatory|permitted"
            "|prohibited|forbidden|limited to|applies|apply to|otherwise|valid"
        ),
        Need.PROCEDURE: words(
            "first,|then|next,|finally|step|steps|click|press|hold|select|choose|enter"
            "|install|open the|go to|fill in|submit|send|turn on|turn off|switch|reset"
            "|remove the|connect|contact|in order to|before you|after you"
        ),
        Need.SPECIFICATION: words(
            "supports|support for|compatible|includes|contains|contain|consists"
            "|equipped|capacity|resolution|weighs|measures|made of|version|runs on"
            "|available in|comes with|features|waterproof|warranty|covers|costs|cost"
            "|price|priced"
        ),
        Need.JUDGEMENT: words(
            "because|therefore|due to|as a result|leads to|causes|caused|reduces"
            "|increases|increased|improves|more|less|fewer|most|least|better|best|worse"
            "|worst|higher|highest|lower|lowest|larger|largest|smaller|smallest|longer"
            "|longest|shorter|shortest|faster|fastest|slower|safer|safest|cheaper"
            "|cheapest|older|oldest|newer|than|recommended|recommend|suitable|advised"
            "|risk*"
        ),
        Need.FACT: words(
            "founded|established|invented|discovered|built|designed|written by|created"
            "|developed|published|known as|located|according to|defined as|is called"
            "|was born|died|won|introduced|announced|reported|found that|shows that"
        ),
    },
    idle=words(
        "hello|hi|hi there|good morning|good afternoon|thanks for|many thanks|thank you"
        "|you're welcome|welcome to|here is|here are|here's|let us|let's|below is"
        "|below are|let me|now to|now for|moving on|turning to|if you like|if you want"
        "|feel free|happy to help|glad to help|would you like|anything else|you asked"
        "|your question|good question|great question|you want to know|you are asking"
        "|in this answer|as mentioned above|good luck|i|i'm|i'd|i'll|i've|as an ai"
        "|we hope"
    ),
    question=NOTHING,
    common=vocabulary(
        "a an and are as at be been but by can do does for from has have how i if in is"
        " it its long many may much not of on or that the their them there they this to"
        " was were what when where which who why will with would you your"
    ),
)
