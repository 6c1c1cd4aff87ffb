"""How far the citations of an answer hold, by checks that anybody can repeat."""
