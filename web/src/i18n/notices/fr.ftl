# Textes des notifications sur la page : là où on les active et les désactive.

about = Votre navigateur vous dit alors quand revenir à une table, même si cette page est fermée. Il ne révèle rien de la partie.
begun = Ma partie a commencé
blocked = Le navigateur n’autorise pas les notifications de cette page. Autorisez-les dans ses réglages pour cette adresse.
devices = Appareils avec notifications
impossible = Ce navigateur ne peut pas afficher de notifications ici. Sur iPhone ou iPad, ajoutez d’abord la page à l’écran d’accueil.
kinds = Me prévenir quand
notices = Notifications
on = Les notifications sont activées dans ce navigateur.
rematch = On me propose une revanche
remove = Désactiver
since = Depuis { $at }
tell-me = Me prévenir quand c’est à moi de jouer
this-device = Cet appareil
time = Il me reste 12 heures pour jouer
turn = C’est à moi de jouer
