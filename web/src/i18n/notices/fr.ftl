# Textes des notifications sur la page : là où on les active et les désactive.

about = Votre navigateur vous dit alors quand revenir à une table, même si cette page est fermée. Il ne révèle rien de la partie.
about-digest = Une fois par jour au plus, un e-mail vous dit à quelles tables c’est à vous de jouer. Il ne contient rien de la partie.
address = Adresse e-mail
begun = Ma partie a commencé
blocked = Le navigateur n’autorise pas les notifications de cette page. Autorisez-les dans ses réglages pour cette adresse.
confirm-address = Confirmer l’adresse
devices = Appareils avec notifications
digest = E-mail quotidien
digest-asked = Un e-mail a été envoyé à { $address }. Ouvrez son lien dans la journée.
digest-confirmed = Votre adresse est confirmée.
digest-stopped = Vous ne recevrez plus ces e-mails.
digest-to = Il est envoyé à { $address }.
impossible = Ce navigateur ne peut pas afficher de notifications ici. Sur iPhone ou iPad, ajoutez d’abord la page à l’écran d’accueil.
kinds = Me prévenir quand
no-digest = Ne plus recevoir d’e-mails
notices = Notifications
on = Les notifications sont activées dans ce navigateur.
rematch = On me propose une revanche
remove = Désactiver
since = Depuis { $at }
tell-me = Me prévenir quand c’est à moi de jouer
this-device = Cet appareil
time = Il me reste 12 heures pour jouer
turn = C’est à moi de jouer
vote = Un joueur est parti et je peux voter
want-digest = Recevoir cet e-mail
