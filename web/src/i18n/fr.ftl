# Texts of the page.

a-draw = Partie nulle
actions = Actions
again = Dakapo !
agree = D’accord
analyse = Analyser
back = Retour
back-to-the-game = Retour à la partie
because-a-player-left = parce qu’un joueur est parti
beginner = Débutant
board = Plateau
bot-level = { $name } · { $level }
bot-name = { $number ->
    [1] Corail
    [2] Galet
    [3] Roseau
    [4] Marée
   *[other] Bot { $number }
  }
bots-loading = Préparation des bots : { $done } sur { $total }. Après une installation, cela prend un moment.
by-agreement = d’un commun accord
by-resignation = par abandon
chat = Chat
check-the-deals = Vérifier les donnes
claim-the-win = Réclamer la victoire
clock = Pendule
close = Fermer
copy-the-selected-link = Copiez le lien sélectionné.
daily = Problèmes du jour
days-a-move = { $days ->
    [one] { $days } jour par coup
   *[other] { $days } jours par coup
  }
days-d-hours-h = { $days } j { $hours } h
draw = Nulle
easy = Facile
encore = Encore
expert = Expert
flip = Retourner
flip-the-board = Retourner le plateau
free-seat = Place libre
game = Partie
games-in-progress = Parties en cours
good-luck = Bonne chance !
guest = Invité
hard = Difficile
hello = Bonjour !
hint = Indice
home = Accueil
i-am-name-show-my-hand = Je suis { $name } : montrer ma main
invite-a-friend = Inviter quelqu’un
keep-my-games = Garder mes parties
learn-to-play = Apprendre à jouer
lesson = Leçon
lesson-in-a-new-tab = Leçon (dans un nouvel onglet)
link = Lien
link-copied = Lien copié.
load-failed = Le chargement a échoué. Vérifiez la connexion.
local-link = Seul cet ordinateur peut ouvrir ce lien. Pour les autres, lancez { $command } et ouvrez la page à l’adresse qui s’affiche.
medium = Moyen
minutes-min-seconds-s = { $minutes } min chacun, +{ $seconds } s par coup
moves = Coups
muted = sourdine
name-is-thinking = { $name } réfléchit…
name-to-move = À { $name } de jouer
name-wins = { $name } gagne
name-your-turn = { $name }, à vous
names-win-together = { $names } gagnent ensemble
nice-move = Joli coup !
no-clock = Sans pendule
no-move-yet = Aucun coup pour l’instant.
no-such-page = Il n’y a pas de page à cette adresse. Vérifiez le lien.
not-solved-this-time = Pas résolu cette fois
nothing-here = Rien ici
offline = hors ligne
on-this-screen = Sur cet écran
on-time = au temps
one-moment-please = Un instant, s’il vous plaît.
one-table-three-games = Une table, trois jeux
online = en ligne
oops = Oups !
option-value = { $option } : { $value }
options = Options
page-is-outdated = Cette page n’est plus à jour
partner = partenaire
pass-the-device = Passez l’appareil à { $name }
pitch = Jouez tout de suite : sans compte, sans installation.
play = Jouer
play-alone = Jouer seul
play-somebody = Jouer avec quelqu’un
player-left = un joueur parti
player-number = Joueur { $number }
players = Joueurs
points = Points
position-after-move = Après : { $move }
puzzles = Problèmes
qr-code-of-the-link = Code QR du lien
reconnecting = Hors ligne. Reconnexion…
reload-for-the-new-version = Le serveur utilise une version plus récente. Rechargez la page pour continuer.
remove-from-the-list = Retirer de la liste
replay = Revoir
resign = Abandonner
rule-number = Règle { $number }
rules = Règles
rules-of-game = Règles de { $game }
saved = enregistré
say-something = Dire quelque chose
send = Envoyer
send-this-link = Envoyez ce lien pour inviter quelqu’un
sent = envoyé
sent-and-saved = ✓ votre coup est envoyé, ✓✓ il est enregistré
server-unreachable = Le serveur est injoignable. Vérifiez la connexion.
setting-up = On prépare la table
settings = Réglages
share-the-link = Partager le lien
signs = Ce que signifient les signes
skip-to-content = Aller au contenu
solved = Résolu !
sound = Son
spectator = spectateur
spectator-link = Lien pour spectateurs
spectator-link-copied = Lien pour spectateurs copié.
spectators = Spectateurs : { $count }
strength-of-the-bot = Niveau du bot
table-expired = La table a expiré, ou le lien est incomplet.
table-is-gone = Cette table n’existe plus
thank-you = Merci !
their-turn = À eux de jouer
thinking = Réflexion…
try-again = Réessayer
type-a-move = Saisir un coup
type-a-move-key-m = Saisir un coup (touche m)
undo = Annuler le coup
unread = { $count ->
    [one] 1 nouveau message
   *[other] { $count } nouveaux messages
  }
waiting-for-others = En attente des autres
well-played = Bien joué !
wins = { $count ->
    [one] { $wins } victoire
   *[other] { $wins } victoires
  }
you = vous
you-are-watching = Vous regardez cette table.
you-lost = Vous avez perdu cette fois
you-win = Vous gagnez !
your-name = Votre nom
your-turn = À vous de jouer
