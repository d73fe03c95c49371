# Texte zu Plätzen, die verlassen wurden: Abstimmungen, Bots und Rückkehr.

agree = Einverstanden: { $names }
asks-to-return = { $name } möchte zurückkommen.
come-back = Zurückkommen
declined = Die anderen haben abgelehnt. In einer Minute kannst du wieder fragen.
end-the-game = Partie beenden
for-bot = Bot
for-end = Ende
for-name = für { $name }
game-waits = Es wird abgestimmt
hours-left = { $hours ->
    [one] Noch { $hours } Stunde
   *[other] Noch { $hours } Stunden
  }
left = weg
let-back = Wieder mitspielen lassen
nobody-wins = Niemand gewinnt
not-yet = noch keine Stimme
plays-for = { $bot } spielt für { $name }.
question = Soll ein Bot ({ $level }) den Platz übernehmen, oder endet die Partie?
ran-out-of-time = Die Zeit von { $name } ist abgelaufen.
ranks = Rangfolge
resigned = { $name } hat aufgegeben.
take-a-bot = Bot nehmen ({ $level })
time-left = Restzeit: { $time }
way-back = Rückkehr
went-away = { $name } hat die Partie verlassen.
you-left = Du hast diese Partie verlassen. Wenn die anderen einverstanden sind, kannst du zurückkommen.
