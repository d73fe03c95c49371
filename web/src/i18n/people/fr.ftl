# Textes des personnes qui gardent leurs parties.

about-another-device = Ouvrez le lien sur l’autre appareil, ou visez le code avec sa caméra. Qui a le lien peut se connecter à votre place : ne le montrez à personne.
about-bringing = { $count ->
    [one] Les places de ce navigateur à { $count } table rejoindraient { $name } : les parties s’y joueraient alors depuis tous les appareils de { $name }, et seulement en étant connecté.
   *[other] Les places de ce navigateur à { $count } tables rejoindraient { $name } : les parties s’y joueraient alors depuis tous les appareils de { $name }, et seulement en étant connecté.
  }
about-codes = Un code de secours vous connecte là où vous n’avez pas de clé d’accès. Chacun sert une fois. De nouveaux codes remplacent les anciens.
about-confirming = Vous êtes connecté depuis un moment, et ceci change votre façon de vous connecter, ou vous supprime. Ensuite, rien ne vous sera redemandé pendant cinq minutes.
about-data = Un seul fichier contient tout ce qui est enregistré sur vous, avec les parties que vous avez terminées.
about-keeping = Vos places et vos parties restent à vous : sur tous vos appareils, et même si ce navigateur les oublie. Sans e-mail, sans mot de passe.
about-link = Ne vous connectez que si vous avez créé ce lien vous-même, sur votre autre appareil. Il sert une fois.
about-link-from-device = Connecté sur un autre appareil ? Créez-y un lien, sous « Autre appareil », et ouvrez-le ici.
about-name = Les nouvelles parties utilisent ce nom. Les parties commencées gardent l’ancien.
about-new-codes = Gardez-les en lieu sûr : chacun vous connecte une fois si vous n’avez pas de clé d’accès sous la main. Ils ne sont affichés que maintenant.
about-passkey = Votre appareil vous propose de créer une clé d’accès. Elle se déverrouille comme l’appareil.
add-a-passkey = Ajouter une clé d’accès
added-and-used = Ajoutée le { $added }, utilisée pour la dernière fois le { $used }
against-bot = Bots : { $level }
against-people = Personnes
all-games = Tous les jeux
alone = Seul
another-device = Autre appareil
browser-without-passkeys = Ce navigateur ne gère pas les clés d’accès. Prenez un autre navigateur, ou connectez-vous avec un code de secours ou un lien.
change = Enregistrer
changed = Enregistré.
codes-are-safe = Je les ai conservés
codes-copied = Copié.
codes-left = { $count ->
    [one] Il reste { $count } code.
   *[other] Il reste { $count } codes.
  }
confirm-it-is-you = Confirmez que c’est bien vous
confirm-with-code = Confirmer avec le code
confirm-with-name = Confirmer
confirm-with-passkey = Confirmer avec une clé d’accès
copy = Copier
copy-by-hand = Sélectionnez les codes ci-dessus et copiez-les.
delete-me = Me supprimer
delete-me-question = Supprimer votre nom, vos clés d’accès et vos messages ?
drawn = Nulles
finished-games = Parties terminées
first-time = Première fois
from-reviews = { $count ->
    [one] Évolution des chances de gain dans { $count } partie analysée :
   *[other] Évolution des chances de gain, en moyenne sur { $count } parties analysées :
  }
game = Jeu
give-me-my-data = Télécharger mes données
given-away = Gaspillé
language = Langue
last-seen = Vu le { $at }
link-signs-out = Vous êtes connecté en tant que { $name } et serez déconnecté ici.
link-works-until = Le lien sert une fois, jusqu’à { $time }.
listed-until = dans la liste publique jusqu’au { $day }
lost = Perdues
luck = Chance
make-a-link = Créer un lien
make-another-link = Créer un autre lien
more-games = Plus de parties
moves = { $count ->
    [one] { $count } coup
   *[other] { $count } coups
  }
my-data = Mes données
my-figures = Mes chiffres
my-games = Mes parties
name-and-language = Nom et langue
name-of-the-passkey = Nom de la clé d’accès
new-codes = Créer de nouveaux codes
no-games = Pas encore de partie ici.
no-longer-listed = personne n’est venu, plus dans la liste publique
no-passkeys-here = Les clés d’accès ne marchent pas à cette adresse : il leur faut https et un nom. Les codes de secours et les liens marchent.
no-way-back = C’est irréversible.
open-this-link-there = Ouvrez ce lien sur l’autre appareil
opponent = Adversaire
other-choices = Choix des autres
own-choices = Choix propres
passkey = Clé d’accès
passkey-failed = La clé d’accès n’a pas pu servir. Réessayez, ou prenez un code de secours.
passkey-known = Cet appareil a déjà une de vos clés d’accès.
passkey-not-given = Aucune clé d’accès n’a été donnée. Réessayez quand vous voulez.
passkeys = Clés d’accès
recovery-code = Code de secours
recovery-codes = Codes de secours
remove = Retirer
reviewed = analysée
save = Télécharger
search = Chercher
sign-in = Se connecter
sign-in-and-bring = { $count ->
    [one] Me connecter et apporter les places à { $count } table
   *[other] Me connecter et apporter les places à { $count } tables
  }
sign-in-as = Se connecter en tant que { $name } ?
sign-in-here = Oui, me connecter
sign-in-with-code = Se connecter avec le code
sign-in-with-link = Se connecter sur cet appareil ?
sign-in-with-passkey = Se connecter avec une clé d’accès
sign-in-without = Me connecter sans places
sign-out = Se déconnecter
sign-out-everywhere = Se déconnecter partout
signed-in-as = Connecté en tant que { $name }
signed-in-on = Connecté sur
signed-out = Déconnecté
stay = Annuler
this-device = Cet appareil
time-ends = fin du temps { $when }
time-is-over = temps écoulé
type-your-name = Saisissez votre nom : { $name }
what-goes = Votre nom, vos messages, vos clés d’accès, vos codes et vos connexions sont supprimés.
what-stays = Les coups de vos parties restent, sans votre nom : ils sont aussi aux autres.
won = Gagnées
you-lost = Vous avez perdu
your-recovery-codes = Vos codes de secours
