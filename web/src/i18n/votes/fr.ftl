# Textes des places que des joueurs ont quittées : votes, bots et retours.

agree = D’accord : { $names }
asks-to-return = { $name } demande à revenir.
come-back = Revenir
declined = Les autres ont refusé. Vous pourrez redemander dans une minute.
end-the-game = Terminer la partie
for-bot = un bot
for-end = la fin
for-name = pour { $name }
game-waits = Vote en cours
hours-left = { $hours ->
    [one] Encore { $hours } heure
   *[other] Encore { $hours } heures
  }
left = parti
let-back = Accepter son retour
nobody-wins = Personne ne gagne
not-yet = pas encore de vote
plays-for = { $bot } joue pour { $name }.
question = Un bot ({ $level }) prend-il la place, ou la partie s’arrête-t-elle ?
ran-out-of-time = { $name } n’a plus de temps.
ranks = Classement
resigned = { $name } a abandonné.
take-a-bot = Prendre un bot ({ $level })
time-left = Temps restant : { $time }
way-back = Retour
went-away = { $name } a quitté la partie.
you-left = Vous avez quitté cette partie. Si les autres sont d’accord, vous pouvez revenir.
