# Da Capo の文：ルールの説明と、盤面の表示。

## The game and its options

title = Da Capo
summary = 6×6の海で捕り合う魚たち。得点のいちばん多い人の勝ち
goal = 黄色のマスの魚を選び、捕る魚を選ぶ。{ $players ->
    [1] 最後に自分の色だけを残す
   *[other] 得点の多い人の勝ち
  }
players-1 = 1人（ひとりで）
players-4 = 4人（2対2）
option-switch = タコとサメの入れ替え
option-switch-help = タコやサメを同じ色のほかの魚と入れ替えられるタイミングです。
option-switch-first = ラウンドで最初に捕る前だけ
option-switch-every-turn = 捕る前に毎回
option-switch-never = なし
option-target = 目標点
option-target-help = ラウンドが終わったとき、だれかがこの点に達していればゲーム終了です。
option-target-value = { $count }点
option-rounds = ラウンド数の上限
option-rounds-help = 遅くともこのラウンド数でゲーム終了です（0は制限なし）。
option-rounds-value = { $count ->
    [0] 制限なし
   *[other] { $count }ラウンド
  }

## How a game ends

solo-won = すべての山が自分の色になりました
solo-lost = もうだれも捕れません
sweep =
    { $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }が相手の魚をすべて捕り、その時点で勝ちました
target-reached = { $points }点で目標の{ $target }点に達しました
last-round = 取り決めた最後の第{ $round }ラウンドが終わりました

## Why a move is refused

game-over = ゲームは終わりました：{ $reason }
deal-first = まず魚を並べなければなりません
deal-later = 魚を並べるのはラウンドの始めだけです
deal-fish = { $players }人用の配置では{ $count }匹をそれぞれ1回だけ置きます
corners = 2人のときは四隅を空けます
deal-without-order = 1人用の配置には4色の順番を書きます。例：deal:…:gyrp
deal-with-order = 色の順番を書くのは1人用の配置だけです
no-such-square = そのようなマスはありません
no-own-fish =
    { $cell }に{ $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の魚はいません
empty-target = { $cell }は空きです。魚はほかの魚の上にしか動けません
own-target =
    { $cell }の魚も{ $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }です
not-in-line = { $here }と{ $there }は縦横の一直線上にありません
blocked = { $cell }の魚が{ $here }から{ $there }への道をふさいでいます
too-high = { $value }は{ $other }を捕れません。捕れるのは同じか小さい数の魚だけです
switch-solo = 1人のときは入れ替えません
switch-what = 入れ替えられるのはタコ（16）とサメ（15）だけで、同じ色のほかの魚と入れ替えます
switch-never = このゲームでは入れ替えをしません
switch-again =
    { $value ->
        [16] タコ
       *[15] サメ
    }は、次に捕る前の入れ替えがもう済んでいます
switch-over =
    { $value ->
        [16] タコ
       *[15] サメ
    }の入れ替えは1回だけ、ラウンドで最初に捕る前に限ります
switch-captured =
    { $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の{ $value ->
        [16] タコ
       *[15] サメ
    }はもう捕られています
switch-target =
    { $cell }には、入れ替われる{ $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }のほかの魚がいません。自分のほかの魚を選ぶか、入れ替えをやめて捕りましょう
switch-notation = タコとサメの入れ替えは16/{ $cell }と書きます
switch-both = タコとサメを互いに入れ替えられるのは、どちらもまだ入れ替えていないときだけです
switch-beside =
    { $value ->
        [16] タコ
       *[15] サメ
    }が{ $cell }に来ると、{ $by }の{ $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の{ $rival ->
        [16] タコ
       *[15] サメ
    }の隣になります
switch-no-capture = 入れ替えた後に、捕れる魚が残っていなければなりません
no-action = アクション{ $action }はありません。アクションは0から{ $last }までです
border =
    { $cell }は盤の端です。{ $way ->
        [right] 右
        [left] 左
        [below] 下
       *[above] 上
    }には何もありません

## Texts that cannot be read

not-a-move = 手は、c3xc5のような捕る手か、16/b2のような入れ替えです。{ $text }は読めません
deal-heights = 配置ではどの山も1匹なので、*は書きません
not-a-layout = 盤面は6マス×6段です。各マスは.か、r12やp16*5のような山で、段は/で区切ります。{ $text }は読めません
not-an-order = 順番はr、p、g、yを1回ずつ書きます（例：gyrp）。{ $text }は読めません
not-a-state = 局面は、盤面、手番、権利、得点、ラウンド数、始めた色を空白1つで区切ったものです。{ $text }は読めません
not-a-solo-state = 1人用の局面は、盤面、手番、始めた色、順番を空白1つで区切ったものです。{ $text }は読めません
not-a-colour = 色は{ $letters }のどれか、または-です。{ $text }は読めません
not-rights = 権利は席ごとに16,15か16か15か-で、/で区切ります。{ $text }は読めません
not-rounds = 終わったラウンド数は数で書きます。{ $text }は読めません
not-scores = 得点はコンマで区切った{ $count }個の数です。{ $text }は読めません
scores-sum = 得点{ $scores }は、{ $fish }匹で{ $rounds }ラウンド分の合計になりません
state-before-deal = 最初の配置の前は、ほかもすべて空です
state-no-rights = このゲームでは入れ替えをしないので、権利は-です
state-no-turn =
    { $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }が捕れるので、だれかの番です
state-wrong-turn =
    { $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }は捕れないので、その番ではありません
state-low-scores = 得点{ $scores }は、このラウンドの得点より少ないです
state-game-over = ゲームはもっと前のラウンドで終わっています
state-starter = 配置の後には、始めた色と、手番か終わったラウンドがあります
state-solo-before-deal = 配置の前には手番も始めた色も順番もありません：- - - -
state-solo-starter = 配置の後には始めた色があります
state-fish-count = { $players }人のとき、山の魚は合わせて{ $count }匹です
state-fish = 魚はそれぞれ1回だけ、{ $players }人用のものだけです

## Why a move is good

hint-only = 捕れるのはこれだけです
hint-best = ボットはこれよりよい手を見つけていません
hint-wins = これで勝ちです：{ $reason }
hint-ends-round = ラウンドが終わります。自分は{ $mine }匹、相手は多くて{ $theirs }匹です
hint-saves-partner = { $cell }の魚は相手に取られるおそれがあります。味方が取れば、そのままチームの数に入ります
hint-captures =
    { $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の{ $value ->
        [16] タコ
        [15] サメ
       *[other] { $value }
    }を捕れます
hint-pile = { $count }匹の山を捕れます
hint-stops-threat =
    { $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の{ $value ->
        [16] タコ
        [15] サメ
       *[other] { $value }
    }は、{ $cell }の自分の魚を捕れなくなります
hint-protects-own =
    { $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の{ $value ->
        [16] タコ
        [15] サメ
       *[other] { $value }
    }は、自分の色を捕れなくなります
hint-escapes = { $cell }の魚が安全な所へ移ります
hint-safe = { $cell }なら、今はだれにも捕られません
hint-keeps-own = 自分の色の魚は捕りません
hint-left = ほかの色の山は、あと{ $count }個です
hint-continues = その後はほかにだれも捕れず、同じ色が続けます
hint-skips =
    その後{ $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }は捕れず、飛ばされます
hint-next =
    { $cell }からは、次に{ $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の{ $value ->
        [16] タコ
        [15] サメ
       *[other] { $value }
    }を捕れます
hint-switch-safe =
    { $cell }なら{ $value ->
        [16] タコ
       *[15] サメ
    }は安全です
hint-switch-reach =
    { $cell }からは{ $value ->
        [16] タコ
       *[15] サメ
    }が{ $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の{ $other ->
        [16] タコ
        [15] サメ
       *[other] { $other }
    }を捕れます
hint-switch-pile = その後、{ $count }匹の山を捕れます
hint-switch-saves = { $there }の魚は{ $here }なら安全です

## Lessons

lesson-capturing = 捕る
lesson-board = 盤には赤と紫の魚が並んでいます。あなたは赤です。だれも捕れなくなるまで魚どうしで捕り合い、自分の山に魚がいちばん多い人がラウンドに勝ちます。16はタコ、15はサメです。
lesson-line = 魚は上下左右へまっすぐ、空きマスを通って進み、最初に出会う魚の上に乗ります。c3の赤12を選び、次にc5の紫9を選びましょう。
lesson-line-wrong = それも捕れますが、c3とc5を見てみましょう。
lesson-line-done = 捕れました！紫の山は12の下に入り、あなたのものになりました。
lesson-equal = 魚は、数が小さい魚も同じ数の魚も捕れます。赤が捕れるただ一つの手を見つけましょう。
lesson-equal-done = 11は11を捕れます。同じ数なら、先に動いたほうの勝ちです。
lesson-forbidden = 今度はc4の赤10で、できないことを試しましょう。c6の大きい13、ほかの魚の向こうにいるf4の4、斜めのb3の2です。できない理由が表示されます。それから、捕れる魚をどれでも捕ってください。
lesson-forbidden-done = それは捕れます。
lesson-piles = 下の山も一緒に動き、見るのはいちばん上の魚だけです。b3の山で、できるだけ多くの魚を捕りましょう。
lesson-piles-wrong = それでは2匹です。もっと多い山があります。
lesson-piles-done = これで13をいちばん上にした11匹の山になりました。もっと大きい魚に捕られないよう気をつけましょう！
lesson-switching = タコとサメ
lesson-switch = ラウンドで最初に捕る前に、タコとサメをそれぞれ1回だけ、自分のほかの魚と入れ替えられます。f2のタコは何も捕れません。d3へドラッグするか、ボタンを使いましょう。
lesson-switch-wrong = それもできますが、d3を見てください。そこならタコは4匹を捕れます。
lesson-switch-done = d3なら上下左右の魚を捕れます。入れ替えは手番に数えません。続けてあなたの番です。
lesson-beside = 入れ替えたタコやサメは、相手のタコやサメの上下左右の隣には置けません。斜めなら大丈夫です。まずサメを紫のタコの隣のc4へ移してみましょう。それから、置けるマスへ移しましょう。
lesson-beside-wrong = それは捕る手です。捕ると、もう入れ替えられません。
lesson-beside-done = いい場所です。最初に捕った後は、もう入れ替えられません。
lesson-counting = ラウンドの終わり
lesson-skip = 捕れる人は必ず捕り、捕れない人は飛ばされます。紫が捕れなくなり、もう一度自分の番になる手を見つけましょう。
lesson-skip-wrong = それでは続けて捕れません。あなたの魚を捕れそうな紫の魚はどれでしょう？
lesson-skip-done = 紫は捕れないので、またあなたの番です。
lesson-count = 最後に捕れる魚を捕りましょう。だれも捕れなくなるとラウンドは終わり、自分の色の山の魚が1匹1点になります。
lesson-count-done = 赤は23匹、紫は9匹。だれかが60点になるまでラウンドを続けます。
lesson-sweep = 2人か3人なら、もっと早い勝ち方があります。1ラウンドで相手の魚をすべて捕ることです。
lesson-sweep-done = 残ったのは赤だけ。得点に関係なく、ゲームに勝ちます。
lesson-company = 味方と、または1人で
lesson-partners = 4人では赤と緑が組み、紫と黄を相手にします。味方の魚も捕れます。赤が捕れるのは一つだけなので、それを捕らなければなりません。
lesson-partners-done = 魚はチームに残ります。赤と緑は合わせて数えます。
lesson-solo = 1人のときは4色すべてを順に動かし、最後に自分の色だけが見えれば勝ちです。ここでは赤が自分の色です。a3とe3、どちらを捕りますか？次は緑の番で、捕れるなら必ず捕ります。
lesson-solo-wrong = それでは残る二つの山を赤が両方捕ることはできません。緑がどう動かざるをえないか考えましょう。
lesson-solo-done = これで緑はa3の黄を捕るしかなく、そこで赤がすべてを捕れます。

## What the graph of a replay shows

graph-points = 今ラウンドが終わった場合の得点
graph-fish = 自分の色の山にある魚の数

## Moves in words

told-deal = 魚を並べる
told-capture =
    { $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の{ $value }が{ $cell }の{ $rival ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の{ $other }を捕る
told-again =
    { $move }。{ $count ->
        [1] { $passed ->
            [red] 赤
            [purple] 紫
            [green] 緑
           *[yellow] 黄
        }は捕れず
       *[other] ほかはだれも捕れず
    }、{ $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }が続ける
told-skips =
    { $move }。{ $count ->
        [1] { $passed ->
            [red] 赤
            [purple] 紫
            [green] 緑
           *[yellow] 黄
        }は捕れない
       *[other] { $passed ->
            [red] 赤
            [purple] 紫
            [green] 緑
           *[yellow] 黄
        }と{ $other ->
            [red] 赤
            [purple] 紫
            [green] 緑
           *[yellow] 黄
        }は捕れない
    }
told-switch =
    { $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の{ $value }が{ $cell }の{ $other }と入れ替わる

## The board on the page and in pictures

board = Da Capoの盤
player =
    { $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }
yours = 自分
you = あなた
great-fish =
    { $value ->
        [16] タコ
       *[15] サメ
    }
square-empty = { $cell }、空き
note-trail =
    { $part ->
        [from] { $count ->
                [1] 直前の手の出発点
               *[other] 最近の{ $count }手の{ $number }番目の出発点
            }
        [to] { $count ->
                [1] 直前の手の到着点
               *[other] 最近の{ $count }手の{ $number }番目の到着点
            }
       *[switch] { $count ->
                [1] 直前の手で入れ替え
               *[other] 最近の{ $count }手の{ $number }番目で入れ替え
            }
    }
note-hint =
    { $part ->
        [from] ヒント：この魚で捕る
        [to] ヒント：この魚を捕る
       *[switch] ヒント：この魚を入れ替える
    }
square =
    { $cell }、{ $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の{ $value ->
        [16] 16（タコ）
        [15] 15（サメ）
       *[other] { $value }
    }{ $height ->
        [1] { "" }
       *[other] 、{ $height }匹の山
    }{ $captures ->
        [0] { "" }
       *[other] 、{ $cells }を捕れます
    }{ $switches ->
        [0] { "" }
       *[other] 、{ $partners }と入れ替われます
    }
chosen =
    { $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の{ $value ->
        [16] タコ
        [15] サメ
       *[other] { $value }
    }は{ $cells }を捕れます
idle =
    { $reason ->
        [higher] 捕れる魚がいません。一直線上の魚は数が大きすぎます
       *[none] 捕れる魚がいません。一直線上にほかの色がいません
    }
on-yellow = 黄色のマスの魚は捕れます
pile-worth = 魚{ $height }匹：{ $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の{ $height }点
preserver = 浮き輪は、魚を並べ終わる角の目印です
colour-order = 色の順番
pile-count = 山：{ $count }
piles-left = ほかの色の山：{ $count }
may-switch =
    { $rights ->
        [both] タコとサメをまだ入れ替えられます
        [octopus] タコをまだ入れ替えられます
       *[shark] サメをまだ入れ替えられます
    }
score = { $count }点
now = 今+{ $count }
points-now = { $total }点、このラウンドで{ $now }点
counts-with =
    { $colour ->
        [red] 赤と合計
        [purple] 紫と合計
        [green] 緑と合計
       *[yellow] 黄と合計
    }
you-are-passed-over = あなたは捕れないので、{ $name }が続けます
others-are-passed-over =
    { $count ->
       *[other] { $names }は捕れません
    }
progress =
    { $rounds ->
        [0] 第{ $round }ラウンド
       *[other] 第{ $round }ラウンド（全{ $rounds }）
    }{ $target ->
        [0] { "" }
       *[other] { " · " }{ $target }点まで
    }
total = 合計
this-round = 今の山の魚
switch-label =
    { $when ->
        [every-turn] 入れ替え：捕る前に毎回
       *[first] 入れ替え：最初に捕る前だけ
    }
switch-button =
    { $value ->
        [16] タコを入れ替える
       *[15] サメを入れ替える
    }
switch-choose = 入れ替わる魚を選んでください。捕るときはボタンをもう一度
round-over = 第{ $round }ラウンドが終わりました
final-count = 最終集計
next-deal = 次の配置へ

# 問題
puzzle-capture = 最善の捕獲
puzzle-deal = 一人で挑む配置
task-capture = 最も多くの魚につながる捕獲を見つけてください。
task-deal =
    この配置で勝ってください。最後に一番上に残るのが{ $colour ->
        [red] 赤
        [purple] 紫
        [green] 緑
       *[yellow] 黄
    }の魚だけになれば勝ちです。
refuted-fewer = 最善を尽くしても { $fish } 匹です。別の捕獲なら { $best } 匹になります。
refuted-deal = ラウンドが終わりましたが、ほかの色がまだ上に残っています。
puzzle-not-fresh = この局面は配られたばかりの配置ではありません
puzzle-not-won = この手順では勝てません
theme-tall-catch = 一番高い山を捕る
theme-small-catch = 高い山を見送る
theme-moves-1 = 捕獲1回
theme-moves-2 = 捕獲2回
theme-moves-3 = 捕獲3回
theme-decisive = 差が大きい
theme-few-captures = 初手の候補が少ない
theme-many-captures = 初手の候補が多い

## What the signs at the table mean

legend-glow = 黄色のマスの魚は、今ほかの魚を捕れます。選ぶと、捕れる魚がわかります。
legend-points = 左は終わったラウンドの得点です。+のあとは自分の山にいる魚の数で、今ラウンドが終わればその点が加わります。
legend-height = 3匹の山です。いちばん上の色の3点になります。捕るのも捕られるのも、いちばん上の魚だけです。
legend-preserver = 浮き輪は、魚を並べ終わる角の目印です。効果はなく、ほかのマスと同じように捕り合えます。
legend-great = 名前の横にあれば、タコ（16）やサメ（15）を自分のほかの魚とまだ入れ替えられます。
legend-trail = あなたの前の手番のあとに捕った動きです。点から矢印の先へ動きました。
