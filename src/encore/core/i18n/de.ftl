# Texte des Kerns. Der Code eines Fakts ist „core.“ und der Name der Nachricht.

plain = { $text }

# Spiele, Fassungen und Optionen
unknown-game = es gibt kein Spiel { $name }; vorhanden sind: { $games }
unknown-rules = { $game } hat keine Regelfassung { $rules }; bekannte Fassungen: { $known }
newer-rules = Regelfassung { $rules } von { $game } ist neuer als diese Installation, die Fassungen bis { $newest } kennt
older-rules = gespielt nach Regelfassung { $rules }; die neueste ist Fassung { $newest }
no-rules-text = { $game } hat keine RULES.md
no-dealer = bei { $game } teilt niemand aus
variation-before-moves = eine Variante steht nach dem Zug, den sie ersetzt
variation-empty = diese Variante hat keine Züge
variation-too-deep = Varianten sind höchstens { $most }-fach verschachtelt
variation-without-end = diese Variante hat keine schließende Klammer
variation-without-start = eine schließende Klammer ohne öffnende
wrong-action = eine Aktion ist eine Zahl von 0 bis { $last }, nicht { $action }
wrong-players = { $game } spielt man zu { $counts }, nicht zu { $players }
unknown-option =
    { $players ->
        [one] { $game } hat für eine Person keine Option { $name }; die Optionen: { $known }
       *[other] { $game } hat für { $players } Personen keine Option { $name }; die Optionen: { $known }
    }
no-options =
    { $players ->
        [one] { $game } hat für eine Person keine Optionen; { $name } lässt sich nicht einstellen
       *[other] { $game } hat für { $players } Personen keine Optionen; { $name } lässt sich nicht einstellen
    }
wrong-choice = die Option { $name } kann nicht { $value } sein; mögliche Werte: { $values }
wrong-number = die Option { $name } muss eine Zahl von { $low } bis { $high } sein, nicht { $value }
option-form = eine Option schreibt man Name=Wert, nicht { $text }
option-twice = die Option { $name } ist zweimal angegeben
wrong-material = { $name } muss ein Text sein oder ein Objekt, das der zugehörige Parser liefert, nicht { $value }

# Aufzeichnungen
record-bytes = eine Aufzeichnung hat höchstens { $most } Bytes
record-characters = eine Aufzeichnung hat höchstens { $most } Zeichen
record-not-utf8 = das ist kein UTF-8-Text
tag-missing = die Angabe [{ $tag } "…"] fehlt
tag-form = eine Angabe schreibt man [Name "Wert"], nicht { $text }
tag-twice = die Angabe { $tag } kommt zweimal vor
comment-without-end = diesem Kommentar fehlt die schließende Klammer
comment-without-start = hier schließt eine Klammer, die nie geöffnet wurde
material-is-tag = { $name } ist keine Option; dafür gibt es eine eigene Angabe
material-needed = diese Aufzeichnung braucht eigene { $name } ({ $digest }); gib die Datei mit --{ $name } an
breaks-rule = Regel { $rule }: { $reason }
no-scores = Scores ist { $scores }, aber { $game } hat hier keine Punkte
wrong-scores = Scores ist { $scores }, aber die Züge ergeben { $expected }
wrong-termination = Termination kann nicht { $value } sein; mögliche Werte: { $values }
needless-termination = die Partie endete nach den Regeln, deshalb darf keine Termination angegeben sein
result-form = eine Partie, die von den Spielenden beendet wurde, braucht ein Result: die Plätze, die gewonnen haben, etwa 1 oder 1,2, oder - für niemanden
wrong-result = Result ist { $result }, aber die Züge ergeben { $expected }

# Lösungen
wrong-bound =
    { $side ->
        [low] die untere Schranke { $bound } stimmt nicht
       *[high] die obere Schranke { $bound } stimmt nicht
    }
not-verified =
    { $positions ->
        [one] in der gegebenen Zeit nicht bestätigt; bisher stimmte eine Stellung
       *[other] in der gegebenen Zeit nicht bestätigt; bisher stimmten { $positions } Stellungen
    }

# Rätsel
puzzle-kind = dieses Spiel hat keine Rätsel der Art { $kind }; die Arten: { $known }
puzzle-nobody-moves = in dieser Stellung ist niemand am Zug
puzzle-over = das Rätsel ist nach einem Zug zu Ende
puzzle-not-single = die Stellung hat keine eindeutige Lösung
puzzle-wrong-answer = die Lösung ist { $line }, nicht { $claimed }
puzzle-wrong-variations = die Varianten sind nicht die anderen Verteidigungen
puzzle-wrong-themes = die Themen sind { $themes }
puzzle-grade = eine Schwierigkeit ist eine Zahl mit ihrem Intervall, etwa 1400 1350-1450, nicht { $grade }

# Engines
engine-not-started = die Engine { $engine } startet nicht: { $why }
engine-other-game = die Engine { $engine } spielt { $game } nicht; ihre Spiele: { $known }
engine-hangs = die Engine { $engine } hat nicht rechtzeitig geantwortet
engine-ended = die Engine { $engine } hat sich mit Status { $status } selbst beendet
engine-floods = die Engine { $engine } schreibt mehr als { $most } Bytes ohne eine Antwort
engine-nonsense = die Engine { $engine } antwortet { $text }; das ist kein Zug
engine-illegal = die Engine { $engine } spielt { $move }; das ist nicht erlaubt: { $why }
