# Texte der Benachrichtigungen. Die Seite zeigt sie nicht; sie kommen über den Push-Dienst.

begun = Deine Partie hat begonnen
rematch = Jemand möchte eine Revanche mit dir spielen
time = In 12 Stunden läuft deine Bedenkzeit ab
turn = Du bist am Zug
