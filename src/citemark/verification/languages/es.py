"""Spanish."""

from __future__ import annotations

from citemark.verification.language import NOTHING, Language, Need, vocabulary, words

LANGUAGE = Language(
    name="es",
    needs={
        Need.NUMBER: words(
            "dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta"
            "|cuarenta|cincuenta|cien|ciento*|mil|millón|millones|mitad|doble|triple"
            "|veces|por ciento|por día|al día|por semana|a la semana|al mes|por mes"
            "|al año|por año|diari*|semanal*|mensual*|anual*|gratis|gratuit*"
        ),
        Need.DATE: words(
            "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre"
            "|noviembre|diciembre|lunes|martes|miércoles|jueves|viernes|sábado*"
            "|domingo*|siglo|plazo*|hoy|ayer|mañana|desde"
        ),
        Need.CONDITION: words(
            "si|salvo|a menos que|siempre que|en caso|excepto|excluid*|solo|sólo"
            "|únicamente|debe|deben|no puede|no pueden|obligatori*|prohibid*|permitid*"
            "|necesari*|requiere*|requisito*|sujet*|tiene derecho|tienen derecho"
            "|se aplica*|cuando|de lo contrario|válid*"
        ),
        Need.PROCEDURE: words(
            "primero|luego|después|a continuación,|finalmente|paso|pasos|haga clic"
            "|pulse|pulsa|mantenga|mantén|seleccione|selecciona|elija|elige|abra|abre"
            "|introduzca|introduce|instale|instala|vaya|ve a|rellene|envíe|active"
            "|desactive|retire|conecte|reinicie|restablecer"
        ),
        Need.SPECIFICATION: words(
            "admite*|soporta*|compatible*|contiene|contienen|incluye*|consta|consiste"
            "|equipad*|capacidad|resolución|pesa|mide|versión|disponible*|impermeable*"
            "|garantía|cubre|cuesta|cuestan|precio"
        ),
        Need.JUDGEMENT: words(
            "porque|por lo tanto|por tanto|debido|ya que|puesto que|provoca*|causa"
            "|reduce|aumenta*|mejora|más|menos|mejor|mejores|peor|peores|mayor|mayores"
            "|menor|menores|superior*|inferior*|recomendad*|recomienda*|adecuad*"
            "|riesgo*"
        ),
        Need.FACT: words(
            "fundad*|fundó|cread*|inventad*|inventó|descubiert*|descubrió|construid*"
            "|diseñad*|escrito por|desarrollad*|publicad*|conocid*|situad*|se encuentra"
            "|según|se llama|nació|murió|ganó|introducid*|anunciad*"
        ),
    },
    idle=words(
        "hola|buenos días|buenas tardes|gracias por|muchas gracias|bienvenid*|aquí está"
        "|aquí están|aquí tienes|aquí tiene|a continuación resumo|veamos|vamos a ver"
        "|empecemos|pasemos|si lo desea|si quieres|si quiere|puedo|avísame|avíseme|dime"
        "|dígame|no dudes|no dude|de nada|algo más|quieres saber|quiere saber"
        "|preguntas por|pregunta por|tu pregunta|su pregunta|buena pregunta"
        "|buena suerte|espero|no he|no encuentro|no encontré|no pude|no sé|desconozco"
        "|ignoro|no tengo|creo que|pienso que|me parece|lo siento|lamento|diría"
        "|esperamos"
    ),
    question=NOTHING,
    common=vocabulary(
        "a al como con cuando cuanto cuánto de del desde donde dónde el ella en entre"
        " es esta este la las le lo los me mi muy no o para pero por que qué quien se"
        " ser si sin sobre son su sus te tu un una y ya"
    ),
)
