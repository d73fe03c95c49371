# Texts of people who keep their games.

about-another-device = Open the link on the other device, or point its camera at the code. Whoever has the link can sign in as you: show it to nobody.
about-bringing = { $count ->
    [one] The seats of this browser at { $count } table would join { $name }: its games could then be played from all devices of { $name }, and only signed in.
   *[other] The seats of this browser at { $count } tables would join { $name }: their games could then be played from all devices of { $name }, and only signed in.
  }
about-codes = A recovery code signs you in where you have no passkey. Each works once. New codes replace the old ones.
about-confirming = You have been signed in for a while, and this changes how you sign in, or deletes you. After that you are not asked again for five minutes.
about-data = One file has everything that is stored about you, with the records of your finished games.
about-keeping = Your seats and games stay yours: on all your devices, and also when this browser forgets them. No e-mail, no password.
about-link = Sign in only if you made this link yourself, on your other device. It works once.
about-link-from-device = Signed in on another device? Make a link there, under “Another device”, and open it here.
about-name = New games use this name. Games that have begun keep the old one.
about-new-codes = Keep them in a safe place: each signs you in once when you have no passkey at hand. They are shown only now.
about-passkey = Your device asks you to make a passkey. You unlock it like the device itself.
add-a-passkey = Add a passkey
added-and-used = Added { $added }, last used { $used }
against-bot = Bots: { $level }
against-people = People
all-games = All games
alone = Alone
another-device = Another device
browser-without-passkeys = This browser has no passkeys. Use another browser, or sign in with a recovery code or a link.
change = Save
changed = Saved.
codes-are-safe = I have saved them
codes-copied = Copied.
codes-left = { $count ->
    [one] { $count } code is left.
   *[other] { $count } codes are left.
  }
confirm-it-is-you = Confirm that it is you
confirm-with-code = Confirm with the code
confirm-with-name = Confirm
confirm-with-passkey = Confirm with a passkey
copy = Copy
copy-by-hand = Select the codes above and copy them.
delete-me = Delete me
delete-me-question = Delete your name, keys and messages?
drawn = Drawn
finished-games = Finished games
first-time = New here
from-reviews = { $count ->
    [one] Change of the win chance in { $count } reviewed game:
   *[other] Change of the win chance, on average of { $count } reviewed games:
  }
game = Game
give-me-my-data = Give me my data
given-away = Given away
language = Language
last-seen = Last seen { $at }
link-signs-out = You are signed in as { $name } and will be signed out here.
link-works-until = The link works once, until { $time }.
listed-until = in the public list until { $day }
lost = Lost
luck = Luck
make-a-link = Make a link
make-another-link = Make another link
more-games = More games
moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
  }
my-data = My data
my-figures = My figures
my-games = My games
name-and-language = Name and language
name-of-the-passkey = Name of the passkey
new-codes = Make new codes
no-games = No games here yet.
no-longer-listed = nobody came, no longer in the public list
no-passkeys-here = Passkeys do not work at this address: they need https and a name. Recovery codes and links do.
no-way-back = This cannot be undone.
open-this-link-there = Open this link on the other device
opponent = Opponent
other-choices = Others’ choices
own-choices = Own choices
passkey = Passkey
passkey-failed = The passkey could not be used. Try again, or use a recovery code.
passkey-known = This device already has a passkey of yours.
passkey-not-given = No passkey was given. Try again when you are ready.
passkeys = Passkeys
recovery-code = Recovery code
recovery-codes = Recovery codes
remove = Remove
reviewed = reviewed
save = Download
search = Search
sign-in = Sign in
sign-in-and-bring = { $count ->
    [one] Sign in and bring the seats at { $count } table
   *[other] Sign in and bring the seats at { $count } tables
  }
sign-in-as = Sign in as { $name }?
sign-in-here = Yes, sign in
sign-in-with-code = Sign in with the code
sign-in-with-link = Sign in on this device?
sign-in-with-passkey = Sign in with a passkey
sign-in-without = Sign in without seats
sign-out = Sign out
sign-out-everywhere = Sign out everywhere
signed-in-as = Signed in as { $name }
signed-in-on = Signed in on
signed-out = Signed out
stay = Cancel
this-device = This device
time-ends = time ends { $when }
time-is-over = time is over
type-your-name = Type your name: { $name }
what-goes = Your name, your chat messages, your passkeys, codes and sessions go.
what-stays = The moves of your games stay, without your name: they belong to the others too.
won = Won
you-lost = You lost
your-recovery-codes = Your recovery codes
