# Texte der Benachrichtigungen. Die Seite zeigt sie nicht; sie kommen über den Push-Dienst oder per E-Mail.

begun = Deine Partie hat begonnen
confirm-ignore = Wenn du das nicht angefordert hast, ignoriere diese E-Mail. Es kommt keine weitere.
confirm-subject = Bestätige deine Adresse
confirm-text = Du möchtest einmal am Tag eine E-Mail bekommen, wenn du bei { $page } am Zug bist. Öffne diesen Link, um deine Adresse zu bestätigen; er gilt einen Tag:
digest-hours = { $hours ->
    [0] noch weniger als eine Stunde
    [one] noch { $hours } Stunde
   *[other] noch { $hours } Stunden
  }
digest-stop = Keine solchen E-Mails mehr:
digest-subject = { $count ->
    [one] Du bist an einem Tisch am Zug
   *[other] Du bist an { $count } Tischen am Zug
  }
done = Das hat sich erledigt
rematch = Jemand möchte eine Revanche mit dir spielen
return = Jemand möchte in die Partie zurück. Antworte bitte
time = In 12 Stunden läuft deine Bedenkzeit ab
turn = Du bist am Zug
vote = Jemand hat die Partie verlassen. Stimme ab, wie es weitergeht
