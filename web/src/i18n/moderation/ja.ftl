# テーブルでほかの人に対してできること、管理者からのお知らせ。

about-block = ブロック：今後この人と組まれることはなく、書いた内容も表示されません。
about-mute = ミュート：このブラウザーでは、この人がここに書いた内容を表示しません。
about-report = 報告：このサーバーの管理者が、このチャットの最後の数行とともに読みます。
block = ブロックする
blocked = { $name }さんをブロックしました。
blocks = ブロックした人
do-about = ミュート・ブロック・報告
end-block = ブロックを解除
end-block-of = { $name }さんのブロックを解除
from-the-operator = 管理者からのお知らせ
mute = ミュートする
muted = { $name }さんをミュートしました。
report = 報告する
report-cheating = 不正行為
report-insult = 侮辱
report-name = 名前
report-other = その他
report-spam = 迷惑な書き込み
report-why = 理由
report-words = 詳しい内容
reported = 管理者に報告しました。
table-closed = このテーブルは閉じられました
unmute = ミュートを解除
unmuted = { $name }さんのミュートを解除しました。
who = 相手
you-are-excluded = 現在ここでは遊べません
