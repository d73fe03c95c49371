# Texts of notices on the page: where they are switched on and off.

about = Your browser then says when you should come back to a table, also while this page is closed. Nothing of the game is in it.
about-digest = Once a day at most, a mail says at which tables it is your turn. Nothing of the game is in it.
address = E-mail address
begun = Your game has begun
blocked = The browser does not allow notices of this page. Allow them in its settings for this address.
confirm-address = Confirm the address
devices = Devices with notices
digest = Daily mail
digest-asked = A mail was sent to { $address }. Open its link within a day.
digest-confirmed = Your address is confirmed.
digest-stopped = You get no more of these mails.
digest-to = It is sent to { $address }.
impossible = This browser cannot show notices here. On an iPhone or iPad, put the page on the home screen first.
kinds = Tell me when
no-digest = No more mails
notices = Notices
on = Notices are on in this browser.
rematch = Somebody wants a rematch
remove = Switch off
since = Since { $at }
tell-me = Tell me when it is my turn
this-device = This device
time = My time for a move ends in 12 hours
turn = It is my turn
vote = A player has left and I have a vote
want-digest = Send me this mail
