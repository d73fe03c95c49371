# Textes du noyau. Le code d’un fait est « core. » suivi du nom du message.

plain = { $text }

# Jeux, versions et options
unknown-game = il n’y a pas de jeu { $name } ; les jeux : { $games }
unknown-rules = { $game } n’a pas de version { $rules } des règles ; versions connues : { $known }
newer-rules = la version { $rules } des règles de { $game } est plus récente que cette installation, qui connaît les versions jusqu’à { $newest }
older-rules = partie jouée selon la version { $rules } des règles ; la plus récente est la version { $newest }
no-rules-text = { $game } n’a pas de fichier RULES.md
no-dealer = { $game } se joue sans distribution
variation-before-moves = une variante suit le coup qu’elle remplace
variation-empty = cette variante ne contient aucun coup
variation-too-deep = les variantes ont au plus { $most } niveaux
variation-without-end = cette variante n’a pas de parenthèse fermante
variation-without-start = une parenthèse fermante sans parenthèse ouvrante
wrong-action = une action est un nombre de 0 à { $last }, et non { $action }
wrong-players = { $game } se joue à { $counts }, et non à { $players }
unknown-option =
    { $players ->
        [one] { $game } à 1 joueur n’a pas d’option { $name } ; ses options : { $known }
       *[other] { $game } à { $players } joueurs n’a pas d’option { $name } ; ses options : { $known }
    }
no-options =
    { $players ->
        [one] { $game } à 1 joueur n’a pas d’options : { $name } ne peut pas être réglé
       *[other] { $game } à { $players } joueurs n’a pas d’options : { $name } ne peut pas être réglé
    }
wrong-choice = l’option { $name } ne peut pas valoir { $value } ; valeurs possibles : { $values }
wrong-number = l’option { $name } doit être un nombre de { $low } à { $high }, et non { $value }
option-form = une option s’écrit nom=valeur, et non { $text }
option-twice = l’option { $name } est donnée deux fois
wrong-material = { $name } doit être un texte ou un objet renvoyé par son analyseur, et non { $value }

# Parties enregistrées
record-bytes = une partie enregistrée compte au plus { $most } octets
record-characters = une partie enregistrée compte au plus { $most } caractères
record-not-utf8 = ce n’est pas du texte UTF-8
tag-missing = il manque l’étiquette [{ $tag } "…"]
tag-form = une étiquette s’écrit [Nom "valeur"], et non { $text }
tag-twice = l’étiquette { $tag } figure deux fois
comment-without-end = il manque l’accolade fermante de ce commentaire
comment-without-start = une accolade se ferme ici sans avoir été ouverte
material-is-tag = { $name } n’est pas une option ; une étiquette l’indique
material-needed = cette partie demande ses propres { $name } ({ $digest }) ; indiquez le fichier avec --{ $name }
breaks-rule = règle { $rule } : { $reason }
no-scores = Scores vaut { $scores }, mais { $game } ne compte pas de points ici
wrong-scores = Scores vaut { $scores }, mais les coups donnent { $expected }
wrong-termination = Termination ne peut pas valoir { $value } ; valeurs possibles : { $values }
needless-termination = la partie s’est terminée selon les règles et ne peut donc pas avoir de Termination
result-form = une partie arrêtée par les joueurs demande un Result : les places gagnantes, comme 1 ou 1,2, ou - si personne n’a gagné
wrong-result = Result vaut { $result }, mais les coups donnent { $expected }

# Solutions
wrong-bound =
    { $side ->
        [low] la borne inférieure { $bound } est fausse
       *[high] la borne supérieure { $bound } est fausse
    }
not-verified =
    { $positions ->
        [one] non vérifié dans le temps imparti ; { $positions } position était juste jusqu’ici
       *[other] non vérifié dans le temps imparti ; { $positions } positions étaient justes jusqu’ici
    }

# Problèmes
puzzle-kind = ce jeu n’a pas de problèmes du genre { $kind } ; les genres : { $known }
puzzle-nobody-moves = personne n’a le trait dans cette position
puzzle-over = le problème est fini après un coup
puzzle-not-single = la position n’a pas de solution unique
puzzle-wrong-answer = la solution est { $line }, et non { $claimed }
puzzle-wrong-variations = les variantes ne sont pas les autres défenses
puzzle-wrong-themes = les thèmes sont { $themes }
puzzle-grade = une difficulté s’écrit comme un nombre suivi de son intervalle, par exemple 1400 1350-1450, et non { $grade }

# Moteurs
engine-not-started = le moteur { $engine } ne démarre pas : { $why }
engine-other-game = le moteur { $engine } ne joue pas à { $game } ; ses jeux : { $known }
engine-hangs = le moteur { $engine } n’a pas répondu à temps
engine-ended = le moteur { $engine } s’est arrêté de lui-même, avec le code { $status }
engine-floods = le moteur { $engine } écrit plus de { $most } octets sans répondre
engine-nonsense = le moteur { $engine } répond { $text }, ce qui n’est pas un coup
engine-illegal = le moteur { $engine } joue { $move }, ce qui n’est pas permis : { $why }
