# Texts of lessons.

another-move-is-wanted = Das ist erlaubt, aber hier ist ein anderer Zug gesucht.
bot-prefers-this = Ein starker Bot zieht diesen Zug vor.
learn-game = { $game } lernen
look-at-the-mark = Schau dir die markierte Stelle an.
look-at-the-whole-board = Schau dir noch einmal das ganze Brett an.
look-here-cells = Schau hierhin: { $cells }
next = Weiter
no-tutorial = Für dieses Spiel gibt es noch keine Einführung. Spiel eine Partie gegen einen leichten Bot.
play-against-an-easy-bot = Gegen einen leichten Bot spielen
play-it = Spielen
show-the-move = Zug zeigen
skip = Überspringen
start-again = Noch einmal von vorn
step-number-title = Schritt { $number }: { $title }
step-of-count = Schritt { $number } von { $count }
steps = Schritte
the-rest-is-up-to-you = Der Rest liegt bei dir.
tutorial-done = Mehr muss man nicht wissen.
well-done = Gut gemacht.
why = Warum?
