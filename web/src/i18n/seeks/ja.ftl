# Texts of the page on which people find each other.

about-quick = 待っている人とすぐに対戦します。誰も待っていなければ、みんなに見えるテーブルで待ちます。
about-waiting = ここにいる間、テーブルは一覧に表示されます。1手に何日もかける対局では、対局を保存していれば、離れていても表示されます。
all-wishes = 希望をすべて選んでテーブルを開く
any-clock = 何でもよい
any-game = どのゲームでも
bot-if-nobody = 2分たっても誰も来なければボットと対戦する
bot-instead = 代わりにボットと対戦する
bots-after = ボットが空席に入るまでの時間
bots-come = { $time }たつと、ボットが空席に入ります。
by-the-day = 1手に何日も
free = 空席{ $count }
game = ゲーム
live = ライブ
looking = 相手を探しています…
never = 入らない
nobody = 今は誰も待っていません。最初の一人になりましょう。
open = テーブルを開く
open-tables = 公開テーブル
players = { $count }人
quick = すぐに対戦
who-waits = 相手を待っている人
your-table = あなたのテーブル
