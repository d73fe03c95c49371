# Textes des parties en jours par coup : réponses prévues.

add-a-move = Jouez sur le plateau un coup de l’autre camp, puis votre réponse.
change-the-plan = Modifier le plan
delete-the-plan = Supprimer le plan
if-name-plays = Si { $name } joue …
if-then = Si … alors …
moved-on = La partie a avancé. Voici ce qui reste de votre plan.
no-further = Ici on distribue des tuiles : un plan s’arrête là.
plan-help = Si un coup de ce plan est joué, votre réponse suit aussitôt. Un autre coup supprime le plan. Personne d’autre ne le voit.
planned-replies = { $count ->
    [one] Vous avez prévu une réponse.
   *[other] Vous avez prévu { $count } réponses.
  }
save-the-plan = Enregistrer le plan
saved = Le plan est enregistré.
the-end = La partie est finie ici.
then-you-play = … alors vous jouez
your-plan = Votre plan
