# Textes des parties en jours par coup : réponses prévues et vacances.

add-a-move = Jouez sur le plateau un coup de l’autre camp, puis votre réponse.
announce = Annoncer
change-the-plan = Modifier le plan
days-left = Jours restants : { $years }
delete-the-plan = Supprimer le plan
end-the-holiday = Terminer les vacances
first-day = Premier jour
holds-everywhere = Elles valent à toutes vos tables.
holds-here = Elles ne valent qu’à cette table. Si vous gardez vos parties, vos vacances valent à toutes les tables.
holiday = Vacances
holiday-help = Chacun a 14 jours de vacances par an. Pendant ce temps, votre pendule s’arrête dans les parties en jours par coup, et les autres en sont informés.
how-many-days = Jours
if-name-plays = Si { $name } joue …
if-then = Si … alors …
moved-on = La partie a avancé. Voici ce qui reste de votre plan.
name-on-holiday = { $name } est en vacances jusqu’au { $until }. La pendule est arrêtée.
name-will-rest = { $name } sera en vacances du { $from } au { $until }.
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
withdraw-the-holiday = Annuler les vacances
year-days = { $year } : { $count }
you-on-holiday = Vous êtes en vacances jusqu’au { $until }. Votre pendule est arrêtée.
you-will-rest = Vous serez en vacances du { $from } au { $until }.
your-plan = Votre plan
