# Texte für Bitten der Spieler aneinander, für das Ende einer Partie und für verlassene Plätze: Abstimmungen, Bots und Rückkehr.

agree = Einverstanden: { $names }
asks-draw = { $name } bietet Remis an.
asks-rematch = { $name } möchte noch einmal spielen. Dakapo!
asks-to-return = { $name } möchte zurückkommen.
asks-undo = { $name } möchte einen Zug zurücknehmen.
away-claim = { $name } ist schon länger weg. Du kannst warten oder den Sieg beanspruchen.
come-back = Zurückkommen
declined = Die anderen haben abgelehnt. In einer Minute kannst du wieder fragen.
draw-declined = Dein Remisangebot wurde abgelehnt.
draw-declined-by = { $name } hat dein Remisangebot abgelehnt.
end-the-game = Partie beenden
end-this-game-in-a-draw = Diese Partie remis geben?
for-bot = Bot
for-end = Ende
for-name = für { $name }
game-waits = Die Wahl läuft
games-won = Gewonnene Partien
hours-left = { $hours ->
    [one] Noch { $hours } Stunde
   *[other] Noch { $hours } Stunden
  }
left = weg
let-back = Wieder mitspielen lassen
level = Stufe
new-game = Neue Partie
no-thanks = Nein, danke
nobody-wins = Niemand gewinnt
not-yet = noch keine Stimme
others-must-agree = Die anderen müssen noch zustimmen.
play-on = Weiterspielen
player = Spieler
plays-for = { $bot } spielt für { $name }.
question = Soll ein Bot ({ $level }) den Platz übernehmen, oder endet die Partie?
ran-out-of-time = Die Zeit von { $name } ist abgelaufen.
ranks = Rangfolge
rematch = Revanche
rematch-declined = Die anderen möchten nicht noch einmal spielen.
rematch-declined-by = { $name } möchte nicht noch einmal spielen.
resign-this-game = Diese Partie aufgeben?
resigned = { $name } hat aufgegeben.
review = Partie ansehen
take-a-bot = Bot nehmen ({ $level })
time-left = Restzeit: { $time }
time-over = Die Zeit von { $name } ist abgelaufen. Die anderen können den Sieg beanspruchen.
time-over-claim = Die Zeit von { $name } ist abgelaufen. Du kannst den Sieg beanspruchen.
undo-declined = Die Rücknahme wurde abgelehnt.
undo-declined-by = { $name } hat die Rücknahme abgelehnt.
way-back = Rückkehr
went-away = { $name } hat die Partie verlassen.
withdraw = Zurückziehen
yes-a-draw = Ja, remis
yes-resign = Ja, aufgeben
you-left = Du hast diese Partie verlassen. Wenn die anderen einverstanden sind, kannst du zurückkommen.
your-time-is-over = Deine Zeit ist abgelaufen. Du kannst noch ziehen, bis jemand den Sieg beansprucht.
