# Textes des notifications. La page ne les montre pas ; ils arrivent par le service push ou par e-mail.

begun = Votre partie a commencé
confirm-ignore = Si vous n’avez rien demandé, ignorez cet e-mail. Il n’y en aura pas d’autre.
confirm-subject = Confirmez votre adresse
confirm-text = Vous souhaitez recevoir un e-mail par jour quand c’est à vous de jouer sur { $page }. Ouvrez ce lien pour confirmer votre adresse ; il est valable un jour :
digest-hours = { $hours ->
    [0] il reste moins d’une heure
    [one] il reste { $hours } heure
   *[other] il reste { $hours } heures
  }
digest-stop = Ne plus recevoir ces e-mails :
digest-subject = { $count ->
    [one] C’est à vous de jouer à une table
   *[other] C’est à vous de jouer à { $count } tables
  }
done = Il n’y a plus rien à faire
rematch = On vous propose une revanche
return = Un joueur parti demande à revenir. Répondez-lui
time = Il vous reste 12 heures pour jouer
turn = C’est à vous de jouer
vote = Un joueur est parti. Votez pour la suite de la partie
