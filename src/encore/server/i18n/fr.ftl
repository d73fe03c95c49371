# Texts of what the server says. The code of a fact is "server." and the name of a message.

already-seated = Vous avez déjà une place à cette table
banned = L’administrateur de ce serveur vous a exclu jusqu’au { $until }
block-yourself = Vous ne pouvez pas vous bloquer vous-même
blocked-here = Vous avez bloqué quelqu’un à cette table ; levez le blocage sur votre page pour jouer ici
bot-failed = { $bot } n’a pas trouvé de coup dans { $game } après { $tries } essais
bot-name = Ce nom ressemble à celui d’un bot ; choisissez-en un autre
bots-busy = { $waiting ->
    [one] { $waiting } coup de bot est déjà en attente ; réessayez plus tard
   *[other] { $waiting } coups de bots sont déjà en attente ; réessayez plus tard
}
bots-closing = Le serveur s’arrête ; les bots ne jouent plus
bots-no-draw = Les bots n’acceptent pas la nulle
bots-share = { $waiting ->
    [one] { $waiting } de vos questions aux bots est déjà en attente ; réessayez plus tard
   *[other] { $waiting } de vos questions aux bots sont déjà en attente ; réessayez plus tard
}
busy-table = La table est très sollicitée ; réessayez
chat-full = Il n’y a plus de place pour le chat à cette table ; on peut continuer à jouer
chat-off = Le chat est désactivé à cette table
claim-own = Vous ne pouvez réclamer la victoire que si c’est à l’adversaire de jouer
claim-partner = Vous ne pouvez pas réclamer la victoire contre votre propre équipe
closed-fault = L’administrateur a fermé cette table à cause d’un problème technique
closed-other = L’administrateur a fermé cette table
closed-rules = L’administrateur a fermé cette table : les règles de ce serveur n’ont pas été respectées
confirm-first = Confirmez d’abord que c’est bien vous : avec une clé d’accès ou un code de secours, ou avec votre nom si vous n’avez pas de clé d’accès
daily-over = Les résultats de ce jour ne sont plus comptés
days-clock = Un coup peut prendre de 1 à { $most } jours, pas { $days }
deal-late = { $count ->
    [one] Le nombre aléatoire de { $players } n’est pas arrivé à temps ; la partie a commencé sans lui
   *[other] Les nombres aléatoires de { $players } ne sont pas arrivés à temps ; la partie a commencé sans eux
}
deal-no-seed = Il manque Seed et Commitment dans cet enregistrement ; ceux d’un serveur les contiennent une fois la partie terminée
deal-nonces = { $count ->
    [one] La graine est formée de ce secret et du nombre aléatoire de { $players }, qui correspond à son empreinte
   *[other] La graine est formée de ce secret et des nombres aléatoires de { $players } ; chacun correspond à son empreinte
}
deal-not-asked = Aucun nombre aléatoire n’est attendu de cette place maintenant
deal-other-hash = Cet enregistrement contient une autre empreinte du secret du serveur que celle montrée avant la partie
deal-other-move = Le coup { $number } ({ $move }) n’est pas ce que la graine distribue
deal-other-nonce = Le nombre aléatoire de { $player } n’est pas celui qui était promis : son SHA-256 n’est pas dans NonceHashes
deal-other-promise = Le Seed n’est pas celui qui était promis : son SHA-256 n’est pas le Commitment
deal-other-secret = Le Secret n’est pas celui qui était promis : son SHA-256 n’est pas le SecretHash
deal-other-seed = Le Seed n’est pas formé du Secret et des Nonces
deal-seat = place { $seat }
deal-secret = Le secret du serveur correspond à l’empreinte fixée avant que les nombres aléatoires ne soient connus
deal-server-alone = Le serveur a choisi seul la graine, avant la première donne ; aucun appareil n’y a ajouté de nombre aléatoire
deal-tags = Il manque { $tags } dans cet enregistrement ; ceux d’un serveur les contiennent une fois la partie terminée
deal-unreadable = NonceHashes, Nonces et FirstChair ne vont pas ensemble ou sont illisibles
deal-without = Aucun nombre aléatoire n’a été annoncé pour { $players }
deal-wrong-nonce = Ce n’est pas le nombre aléatoire promis : son SHA-256 est différent
draining = Ce serveur va redémarrer ; réessayez dans un instant
empty-message = Le message est vide
empty-name = Le nom est vide
ended-by-vote = les joueurs ont voté la fin de la partie
endpoint-unresolved = L’adresse du service push est introuvable ; réessayez
engine-not-offered = le bot { $engine } n’est plus proposé ici
evaluation-failed = Une position de { $game } n’a pas pu être évaluée après { $tries } essais
expired = Cette table a expiré
failed-action = Le serveur n’a pas pu le faire ; rien n’a changé
failed-question = Le serveur n’a pas pu répondre
game-over = La partie est terminée
game-running = La partie a commencé ; abandonnez ou revenez plus tard
has-voted = Vous avez déjà voté
hidden-record = L’enregistrement d’une partie à mains cachées n’est disponible qu’après la partie
hint-people = Pas d’indices dans une partie contre d’autres personnes
hint-turn = Seul le joueur qui a le trait peut demander un indice
holiday-announced = Vous avez déjà annoncé des vacances ; terminez-les d’abord
holiday-days = Les vacances sont réservées aux parties en jours par coup
holiday-left = Il reste { $left } jours de vacances sur { $most } pour { $year }
holiday-none = Il n’y a pas de vacances à terminer
holiday-person = Cette place appartient à une personne ; connectez-vous pour annoncer des vacances
holiday-start = Des vacances commencent maintenant ou dans les { $days } prochains jours
last-passkey = Cette clé d’accès est votre seul moyen de vous connecter ; créez d’abord des codes de secours ou une autre clé
live-clock = Une pendule compte de { $low } à { $high } secondes, plus { $increment } secondes par coup au maximum
mail-failed = L’e-mail n’a pas pu être envoyé ; réessayez plus tard
message-unreadable = Ce message est illisible
muted = L’administrateur de ce serveur vous a retiré la discussion jusqu’au { $until }
no-address = Il n’y a rien ici ; /api/openapi.json donne la liste des requêtes
no-block = Vous n’avez pas ce blocage
no-bot = Il n’y a pas de bot { $bot } ; les bots : { $bots }
no-daily = Il y a des problèmes du jour du { $first } au { $today }
no-draws = Ce jeu ne connaît pas la nulle
no-game-for = Aucun jeu ici ne se joue à { $players }
no-game-number = { $games ->
    [one] Cette table a connu { $games } partie
   *[other] Cette table a connu { $games } parties
}
no-invitation = Ce n’est pas une invitation à cette table
no-length = Une requête doit indiquer sa longueur (Content-Length)
no-mail = Ce serveur n’envoie pas d’e-mails
no-method = Cette adresse n’accepte pas ce type de requête
no-move-number = { $moves ->
    [one] Cette partie a { $moves } coup
   *[other] Cette partie a { $moves } coups
}
no-passkey = Cette clé d’accès n’existe pas
no-passkeys-here = Les clés d’accès demandent un nom et une adresse sécurisée (https) ; connectez-vous avec un code de secours ou un lien depuis un autre appareil
no-picture = Il n’y a pas d’image de ce problème
no-puzzle = Ce problème n’existe pas
no-puzzles = Il n’y a pas de problèmes de ce jeu pour ce nombre de joueurs
no-seat = { $players ->
    [one] Il n’y a pas de place { $seat } à { $players } joueur
   *[other] Il n’y a pas de place { $seat } à { $players } joueurs
}
no-seat-to-keep = Vous n’avez à cette table aucune place à conserver
no-session = Cette session n’existe pas
no-subscription = Il n’y a pas d’appareil de ce genre avec des notifications
no-table = Cette table n’existe pas
no-vote = Aucun vote n’est en cours
nobody-moves-here = Aucun joueur ne joue à ce moment de la partie
nobody-returns = Personne ne demande à revenir
nobody-there = Personne ne correspond à cette demande
nobody-to-block = Cette personne ne conserve pas ses parties, on ne peut donc pas la bloquer ; vous pouvez la masquer
nobody-waits = Personne n’attend à cette table
not-begun = La partie n’a pas commencé
not-confirmed = Cela ne montre pas que c’est bien vous ; utilisez une clé d’accès ou un code de secours qui n’a pas servi, ou saisissez exactement votre nom si vous n’avez pas de clé d’accès
not-daily = Ce jour-là, les problèmes sont différents
not-moved = Vous n’avez pas encore joué
not-signed-in = Vous n’êtes pas connecté
not-stored = Rien n’a été enregistré ; réessayez
not-your-seat = Ce n’est pas votre place
not-your-table = Seule la personne qui a ouvert cette table peut le faire
not-your-turn = Ce n’est pas à vous de jouer
nothing-asked = { $what ->
    [undo] Personne n’a demandé à annuler un coup
    [rematch] Personne n’a demandé de revanche
   *[draw] Personne n’a proposé la nulle
}
one-hint = Un seul indice à la fois
other-name = Encore n’est pas connu ici sous le nom { $name }. La personne qui gère le serveur peut autoriser ce nom : encore serve --name NAME
other-returns = Quelqu’un d’autre demande à revenir ; attendez la réponse
other-site = Cette requête vient d’un autre site
passkey-needed = Il faut ici une clé d’accès ; demandez au navigateur d’en créer une
passkey-refused = Cette clé d’accès n’a pas été acceptée ; réessayez, ou connectez-vous autrement
people-play-it = Des personnes jouent cette position, ou celle d’un coup avant, en ce moment ; l’aide est possible après leur partie
phrases-only = À cette table, seules les phrases toutes faites sont permises
plan-days = Les plans sont réservés aux parties en jours par coup
plan-deal = Un plan ne peut pas continuer après une distribution
plan-large = Un plan a au plus { $most } coups et { $letters } caractères
plan-no-reply = Prévoyez votre réponse à { $move }, ou retirez ce coup
plan-none = Il n’y a pas de plan à supprimer
plan-often = On peut enregistrer au plus { $most } plans par partie
plan-over = La partie se termine avant la fin de ce plan
plan-shared = Plusieurs joueurs partagent cet appareil ; un plan demande une place à soi
plan-turn = Un plan s’enregistre pendant qu’un autre joueur a le trait
plan-twice = Un plan contient deux fois le même coup au même endroit
plan-two-replies = Prévoyez une seule réponse à chaque coup
preview-turn = Seul le joueur qui a le trait peut essayer un coup
puzzle-line = Ces coups ne suivent pas le problème ; recommencez
rated-people = Une table classée est réservée aux personnes qui veulent un classement : connectez-vous et activez le classement
rated-table = Une table classée a une pendule, les options habituelles, aucun bot et une place libre pour chacun des autres ; seule une telle table peut limiter leur classement, du plus bas au plus haut
rating-range = Cette table est pour les classements { $range } ; le vôtre est de { $rating }
record-place = Ligne { $line }, colonne { $column } : { $reason }
record-too-long = Une partie enregistrée compte au plus { $length } caractères
rematch-early = La revanche n’est possible qu’après la partie
request-too-long = Les requêtes sont limitées ici à { $bytes } octets
request-unreadable = Cette requête est illisible
return-declined = Les autres ont refusé ; vous pourrez redemander après { $seconds } secondes
review-after-game = Une partie peut être analysée une fois terminée
seat-kept = Quelqu’un d’autre conserve déjà cette place
seat-taken = Cette place est prise ; places libres : { $free }
seats-for-players = Il faut une place par joueur : { $players }, pas { $seats }
spectator = Vous êtes spectateur ; prenez d’abord une place
spelling = Ce coup s’écrit { $move }
stacked-marks = Trop de signes sur une même lettre
stale = La partie a avancé ; regardez de nouveau
still-here = Le joueur qui a le trait n’est pas absent depuis { $seconds } secondes
still-time = L’adversaire a encore du temps
table-full = Toutes les places sont prises ; vous pouvez regarder
table-long = Cette table a déjà une longue histoire ; ouvrez-en une nouvelle
table-or-line = Une question porte sur une partie d’une table (« table ») ou sur des coups (« at »), pas les deux
text-or-phrase = Envoyez soit un texte, soit une phrase toute faite
too-many-actions = Trop d’actions à la fois ; patientez un instant
too-many-blocks = Vous bloquez { $most } personnes, c’est le maximum ; levez d’abord un blocage
too-many-bot-games = Vous avez déjà { $games } parties en cours avec des bots ; terminez-en d’abord quelques-unes
too-many-connections = Trop de connexions ; patientez un instant
too-many-games = Vous avez déjà { $most } parties avec d’autres, en cours ou en attente ; terminez-en d’abord une ou libérez une place
too-many-listed = Vous avez déjà { $most } tables dans la liste publique ; terminez-en d’abord une
too-many-moves = Une partie peut avoir au plus { $most } coups, variantes comprises
too-many-passkeys = Pas plus de { $most } clés d’accès par personne ; supprimez-en une d’abord
too-many-players = Aucun jeu ici n’accepte plus de { $most } joueurs
too-many-requests = Trop de requêtes ; patientez un instant
too-many-seats = Vous avez déjà { $most } places aux tables publiques des autres ; terminez d’abord une partie ou libérez une place
too-many-subscriptions = Les notifications sont possibles sur { $most } appareils au plus ; retirez-en un d’abord
undo-deal = On ne peut pas annuler un coup suivi d’une distribution
unstorable = Cela ne peut pas être enregistré
vote-open = Un joueur est parti ; votez d’abord pour la place vide
waiting-for-others = Votre demande est envoyée ; les autres doivent accepter
write-unknown = Le serveur ne sait pas si cela a été enregistré ; regardez de nouveau
wrong-code = Ce code de secours ne fonctionne pas ; chaque code ne sert qu’une fois
wrong-endpoint = Ce n’est pas l’adresse d’un service push
wrong-link = Ce lien ne fonctionne plus ; créez-en un nouveau sur l’autre appareil
wrong-mail-link = Ce lien n’est plus valable ; demandez un nouvel e-mail sur votre page
