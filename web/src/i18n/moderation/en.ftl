# Texts of what people can do about others at a table, and of what the operator tells everybody.

about-block = Block: the server never pairs you again, and you no longer see what they write.
about-mute = Mute: this browser shows nothing more of what they write here.
about-report = Report: the operator of this server reads it with the last lines of this chat.
block = Block
blocked = { $name } is blocked.
blocks = Blocked people
do-about = Mute, block or report
end-block = End the block
end-block-of = End the block of { $name }
from-the-operator = From the operator
mute = Mute
muted = { $name } is muted.
report = Report
report-cheating = cheating
report-insult = insults
report-name = the name
report-other = something else
report-spam = spam
report-why = What about?
report-words = In your own words
reported = The operator has your report.
table-closed = This table is closed
unmute = Unmute
unmuted = { $name } is no longer muted.
who = Who?
you-are-excluded = You cannot play here now
