# レートの文。

about = レート戦では、そのゲームでの強さを示す数値が変わります。レートを希望する人は、名前と数値がランキングに載ります。
about-bots = ボット同士の対局で測った値です。自分のレートに近いボットがよい相手になります。
about-list = 疑問符は、まだ結果が少ないことを示します。
about-rated-table = レート戦には時計と標準のルールが必要です。
best = ランキング
bots = 同じ尺度でのボットの強さ
for-ratings = レート{ $range }の人向けです。
from-results = { $count }件の結果から
game = ゲーム
game-of-pair = 2局のうち第{ $number }局：2局目は席を入れ替え、2局を合わせて1つの結果になります。
highest = 相手のレートの上限
history = レート戦の結果
lowest = 相手のレートの下限
more = もっと見る
name = 名前
nobody = このゲームのレートを持つ人はまだいません。
place = 順位
rank = { $players }人中{ $rank }位
rated-game = レート戦：結果でレートが変わります
rating = レート
ratings = レート
results = 結果
table-is-rated = このテーブルはレート戦です。
want = レートを希望する
