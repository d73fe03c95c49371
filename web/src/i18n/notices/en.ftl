# Texts of notices on the page: where they are switched on and off.

about = Your browser then says when you should come back to a table, also while this page is closed. Nothing of the game is in it.
begun = Your game has begun
blocked = The browser does not allow notices of this page. Allow them in its settings for this address.
devices = Devices with notices
impossible = This browser cannot show notices here. On an iPhone or iPad, put the page on the home screen first.
kinds = Tell me when
notices = Notices
on = Notices are on in this browser.
rematch = Somebody wants a rematch
remove = Switch off
since = Since { $at }
tell-me = Tell me when it is my turn
this-device = This device
time = My time for a move ends in 12 hours
turn = It is my turn
