# Textes des demandes entre joueurs, de la fin d’une partie et des places quittées : votes, bots et retours.

agree = D’accord : { $names }
asks-draw = { $name } propose la nulle.
asks-rematch = { $name } voudrait rejouer. Dakapo !
asks-to-return = { $name } demande à revenir.
asks-undo = { $name } voudrait annuler un coup.
away-claim = { $name } est hors ligne depuis un moment. Vous pouvez attendre ou réclamer la victoire.
come-back = Revenir
declined = Les autres ont refusé. Vous pourrez redemander dans une minute.
draw-declined = Votre proposition de nulle a été refusée.
draw-declined-by = { $name } a refusé votre proposition de nulle.
end-the-game = Terminer la partie
end-this-game-in-a-draw = Déclarer cette partie nulle ?
for-bot = un bot
for-end = la fin
for-name = pour { $name }
game-waits = Vote en cours
games-won = Parties gagnées
hours-left = { $hours ->
    [one] Encore { $hours } heure
   *[other] Encore { $hours } heures
  }
left = parti
let-back = Accepter son retour
level = Niveau
new-game = Nouvelle partie
no-thanks = Non, merci
nobody-wins = Personne ne gagne
not-yet = pas encore de vote
others-must-agree = Les autres doivent encore accepter.
play-on = Continuer à jouer
player = Joueur
plays-for = { $bot } joue pour { $name }.
question = Un bot ({ $level }) prend-il la place, ou la partie s’arrête-t-elle ?
ran-out-of-time = { $name } n’a plus de temps.
ranks = Classement
rematch = Revanche
rematch-declined = Les autres ne veulent pas rejouer.
rematch-declined-by = { $name } ne veut pas rejouer.
resign-this-game = Abandonner cette partie ?
resigned = { $name } a abandonné.
review = Revoir la partie
take-a-bot = Prendre un bot ({ $level })
time-left = Temps restant : { $time }
time-over = Le temps de { $name } est écoulé. Les autres peuvent réclamer la victoire.
time-over-claim = Le temps de { $name } est écoulé. Vous pouvez réclamer la victoire.
undo-declined = L’annulation du coup a été refusée.
undo-declined-by = { $name } a refusé l’annulation du coup.
way-back = Retour
went-away = { $name } a quitté la partie.
withdraw = Annuler
yes-a-draw = Oui, partie nulle
yes-resign = Oui, abandonner
you-left = Vous avez quitté cette partie. Si les autres sont d’accord, vous pouvez revenir.
your-time-is-over = Votre temps est écoulé. Vous pouvez encore jouer tant que personne ne réclame la victoire.
