# Dalapapaのテキスト：ルールの説明と盤面の表示

title = Dalapapa
summary = 半円をつないで円やグループを作る。得点の多い人の勝ち
option-target = 目標点
option-target-help = だれかがこの点に達したラウンドでゲーム終了です。
option-target-value = { $count }点
option-open-hands = 手札
option-open-hands-help = ほかの人の手札が見えるかどうかを選びます。
option-open-hands-off = 非公開：自分の手札だけ見える
option-open-hands-on = 公開：全員の手札が見える

## The end of a game

target-reached = { $points }点で目標の{ $target }点に達しました
nobody-can-place = だれもタイルを置けません

## Moves that the rules forbid

game-over = 対局は終わりました
draw-after-turn = タイルは手番の終わりに引きます
lay-before-stop = 手番はタイルを置いて始めます。終えられるのは1枚目の後だけです
stop-not-pass = 1枚目の後はパスではなく「終える」で手番を終えます
must-not-pass = タイルを置ける人はパスできません
draw-first = まず席{ $seat }が引きます
draw-count = 席{ $seat }がここで引くのは{ $drawn }枚ではなく{ $count }枚です
not-in-bag = タイル{ $tile }は袋にありません
not-in-hand = タイル{ $tile }は席{ $seat }の手札にありません
face-and-side = タイルはaかbの面を上に、e・n・w・sのどれかへ向けて置きます
square-taken = { $square }にはもうタイルがあります
first-at-origin = 最初のタイルは0,0に置きます
no-shared-edge = どのタイルとも辺で接していません
colours-differ = { $one }と{ $other }の間の辺で{ $mine ->
    [red] 赤
    [green] 緑
    [blue] 青
   *[yellow] 黄
}と{ $theirs ->
    [red] 赤
    [green] 緑
    [blue] 青
   *[yellow] 黄
}がぶつかります
no-such-action = アクション{ $action }はありません。アクションは0から{ $last }までです
no-such-tile-held = 席{ $seat }の手札は{ $count }枚なので、{ $number }枚目のタイルは置けません

## Texts that cannot be read

not-a-move = 手は37a@4,-1eのようなタイルか、stopか、passです。{ $text }は読めません
not-a-place = タイルは37a@4,-1eのように、番号（1～{ $last }）、面（aかb）、@、マス、向き（e・n・w・s）で書きます。{ $text }は読めません
not-tiles = タイルは17,42のように1から{ $last }までの番号をコンマで区切ります。{ $text }は読めません
not-a-state = 局面は段階、席、得点、手札、テーブルのタイルを空白1つで区切って書きます。{ $text }は読めません
not-a-phase = 段階は{ $phases }のどれかです。{ $text }は読めません
not-a-seat = 席は1から{ $players }までの数です。{ $text }は読めません
not-scores = 得点は{ $players }個の数をコンマで区切ります。{ $text }は読めません
not-hands = 手札は{ $players }人分を/で区切ります。{ $text }は読めません
not-a-hand = 手札は最大{ $most }枚で、小さい番号から順に書きます。{ $text }は読めません
tile-twice = 同じタイルが2か所にあります
place-refused = { $place }はそこに置けません：{ $why }
nothing-to-draw = 席{ $seat }が引くタイルはありません
no-tile-to-lay = 席{ $seat }には置くタイルがありません
one-tile-left = 1枚目を置いた後、席{ $seat }の手札は1枚でなければなりません
no-tile-fits = 手番になるのは、どこかに置けるタイルがあるときだけです
table-not-empty = 席1が最初のタイルを置くまで、テーブルは空です
no-hidden-tiles = 残りのタイルは、どれも見えない手札になりえません
tile-set-lines = タイルセットは{ $count }行で、各行は改行で終わります。{ $found }行ではありません
tile-set-last-line = タイルセットは{ $count }行で、最後の行も改行で終わります
tile-set-line = タイルセットの{ $number }行目は、{ $number }と、r・g・b・yの7文字で書いた2つの面です。例：{ $number } ryrrygg bryrygg。{ $text }は読めません

## Hints

hint-pass = 手札のどのタイルも置けません
hint-start = 最初のタイルは得点にならないので、どこに置いてもかまいません
hint-discs = 新しい円が{ $count }個でき、{ $points }点になります
hint-group = { $colour ->
    [red] 赤
    [green] 緑
    [blue] 青
   *[yellow] 黄
}の{ $count }個のグループが完成し、{ $count }点になります
hint-groups = { $colour ->
    [red] 赤
    [green] 緑
    [blue] 青
   *[yellow] 黄
}の{ $count }個のグループが{ $groups }つ完成し、{ $points }点になります
hint-price = { $change ->
    [rises] 支払う{ $price }点を引くと、合計は{ $points }点増えます
    [falls] 支払う{ $price }点を引くと、合計は{ $points }点減ります
   *[stays] 支払う{ $price }点を引くと、合計は変わりません
}
hint-most = 今これより得点の高い手はありません
hint-leaves-none = 1枚で完成できる{ $count }個以上のグループを残しません
hint-too-dear = 2枚目の得点は最大でも{ $points }点で、{ $price }点かかります
hint-keep = 2枚目の得点は最大で{ $points }点です。残しておけば後でもっと取れるかもしれません

## Lessons

lesson-discs = タイルと円
lesson-discs-lay = どのタイルにも中央に円、縁に6つの半円があります。タイルを選び、自由に裏返したり回したりして、ほかのタイルの隣に置きましょう。光る場所なら置けます。得点を見てから決定します。
lesson-discs-lay-done = 2つの半円が1つの円になりました。
lesson-discs-two = タイルはほかのタイルと辺で接し、接する半円どうしは同じ色でなければなりません。そうでない場所も試してみましょう。置けず、その理由が示されます。それから、一度に2つの円ができるように置いてください。
lesson-discs-two-wrong = 置けますが、円は2つできません。2枚のタイルの間の角を見てください。
lesson-discs-two-done = 2枚のタイルが接する辺ごとに新しい円ができます。2辺で2点です。
lesson-discs-three = 1枚のタイルで作る新しい円は、最初の2つが1点ずつ、その先は2点ずつです。円を3つ作ってください。
lesson-discs-three-wrong = 円が3つできません。右のタイルは3辺のすき間に入ります。
lesson-discs-three-done = 円3つ：1＋1＋2＝4点です。
lesson-groups = グループ
lesson-groups-one = 触れ合う同じ色の円は、その色の半円がもう触れていなければグループです。手札の左のタイルの中央は同じ色のものに触れていないので、それだけですぐに1個のグループになります。左のタイルを置いてください。
lesson-groups-one-wrong = 1個のグループはできません。左のタイルを選んでください。
lesson-groups-one-done = グループは円1つにつき1点、ここでは1点です。中央の円はグループの得点にだけ数えます。
lesson-groups-nine = ルールブックの例です。1枚のタイルで円が2つでき、黄の7個のグループが完成します。見つけてください。
lesson-groups-nine-wrong = 黄のグループは完成しません。テーブルの目のボタンで、もうすぐ完成するグループを表示できます。
lesson-groups-nine-done = 円で2点、グループで7点、合わせて9点です。
lesson-groups-twelve = もう1つの例です。1枚のタイルで円が3つでき、赤の3個と黄の5個の2つのグループが完成します。
lesson-groups-twelve-wrong = 両方のグループは完成しません。右のタイルならできます。
lesson-groups-twelve-done = 円3つで4点、グループで3点と5点、合わせて12点です。
lesson-groups-six = ここでは5つのグループが完成しています。テーブルの目のボタンで表示できます。黄の6個のグループを完成させてください。
lesson-groups-six-wrong = 黄のグループはまだ完成していません。南西を見てください。
lesson-groups-six-done = これでルールブックと同じ6つのグループになりました。円は1、6、2、7、5、1個です。完成したグループはもう大きくなりません。
lesson-turn = 手番と終わり
lesson-turn-second = 1枚目の後、4点払えば2枚目も置けます。ここではその価値があります。4点より多く取れる場所を見つけてください。
lesson-turn-second-wrong = 支払う点に見合いません。場所の一覧では一番よい場所が先頭にあります。
lesson-turn-second-done = 円4つと3個のグループで9点。支払う4点を引いて5点残ります。
lesson-turn-stop = ここでは2枚目をどこに置いても、支払う点に見合いません。残しておいて、手番を終えてください。
lesson-turn-stop-wrong = それでは点を失います。「手番を終える」を選んでください。
lesson-turn-stop-done = その後、手札が2枚になるまで引きます。公開にしない限り、手札は自分にしか見えません。
lesson-turn-last = 席1は目標の60点を超えましたが、ラウンドは最後まで行い、あなたがその最後です。5点以上取って勝ちましょう。
lesson-turn-last-wrong = 足りません。席1は61点です。左のタイルなら赤のグループを完成させられます。
lesson-turn-last-done = 得点の一番多い人の勝ちで、同点なら勝ちを分け合います。だれもタイルを置けなくなったときもゲームは終わります。

## Moves in words

told-start = 最初のタイルを置く
told-lay = タイルを置く、+{ $points }：{ $earned }
told-second = 2枚目のタイルを置く（−{ $price }）、+{ $points }：{ $earned }
told-discs = 円{ $count }個
told-group = { $groups ->
    [1] { $count }個のグループ
   *[other] { $count }個のグループ{ $groups }つ
}
told-groups = { $sizes }個のグループ
told-stop = 手番を終える
told-pass = パス
told-draw = タイルを{ $count }枚引く

## The board on the page

table = タイル{ $count }枚のテーブル
table-keys = タイル{ $count }枚のテーブル。矢印：次の場所、Enter：置く、R：回す、F：裏返す、L：場所の一覧、プラス・マイナス・0：拡大縮小
latest-turns = 最近の手番
zoom = 拡大縮小
zoom-in = 拡大
zoom-out = 縮小
fit-to-screen = 画面に合わせる
show = 表示
show-open = 開いた半円
show-nearly = もうすぐ完成するグループ
show-complete = 完成したグループ
seat = 席{ $seat }
you = あなた
points = 得点
target = 目標
bag = 袋
hidden-tiles = タイル{ $count }枚
your-tiles = あなたのタイル
colour = { $colour ->
    [red] 赤
    [green] 緑
    [blue] 青
   *[yellow] 黄
}
tile = タイル{ $tile }（{ $colours }）
tile-unknown = タイル
flip = 裏返す
turn = 回す
tap-place = 光っている場所をタップしてください。
fits-nowhere = この向きではどこにも置けません。
more-places = { $way ->
    [turn] 回すと、ほかに置ける場所があります。
    [flip] 裏返すと、ほかに置ける場所があります。
   *[both] 回すか裏返すと、ほかに置ける場所があります。
}
no-other-orientation = ここにはほかの向きでは置けません
tile-places = 置ける場所{ $count }か所
places = 場所の一覧
legal-moves = 置ける手（得点の高い順）
move-place = { $tile }、{ $part ->
    [top-left] 左上
    [top] 上
    [top-right] 右上
    [left] 左
    [middle] 中央
    [right] 右
    [bottom-left] 左下
    [bottom] 下
   *[bottom-right] 右下
}に、{ $side ->
    [e] 右向き
    [n] 上向き
    [w] 左向き
   *[s] 下向き
}
move-stop = 2枚目を置かずに手番を終える
move-pass = パス
move-draw = タイルを{ $count }枚引く
move-points = { $count ->
   *[other] { $move }、{ $points }点
}
signed-points = { $count ->
   *[other] { $points }点
}
earned = このタイルの得点
new-discs = 新しい円{ $count }個
group = { $colour ->
    [red] 赤
    [green] 緑
    [blue] 青
   *[yellow] 黄
}のグループ、{ $count }個
second-tile-price = 2枚目に支払う点
start-earns-nothing = 最初のタイルは得点になりません。
total = 合計
confirm = 決定
cancel = 取り消す
second-tile = 2枚目には{ $price }点かかります。
stop = 手番を終える
pass = パス

# 問題
puzzle-turn = 最高の手番
puzzle-group = グループを完成させる
task-turn = タイル1枚または2枚で、最も多くの点が入る手番を見つけてください。
task-group = タイル1枚で { $discs } 個の円のグループを完成させてください。
refuted-fewer = この手番では最大 { $points } 点です。最高は { $best } 点です。
refuted-group =
    { $discs ->
        [0] このタイルではグループが完成しません。{ $wanted } 個のグループを完成させる手があります。
       *[other] このタイルで完成するグループは { $discs } 個です。{ $wanted } 個のグループを完成させる手があります。
    }
theme-one-tile = タイル1枚
theme-two-tiles = タイル2枚
theme-large-group = 大きなグループ
theme-several-groups = 複数のグループ
theme-many-discs = 円が多い

## What the signs at the table mean

legend-place = 選んだタイルをここに置けます。数字は得点です（2枚目では、支払う4点を引いた数）。
legend-made = あなたの前の手番のあとに置かれたタイルです。置いた人と得点がわかります。
legend-disc = 新しい円です。同じ色の半円が2つ合わさるとできます。1枚のタイルで2つ目までは1点ずつ、3つ目からは2点ずつです。
legend-group = 完成したグループです。触れ合う同じ色の円で、その色の開いた半円がないものです。円1つにつき1点です。
legend-held = ほかの人の手札の枚数です。
legend-bag = 残りのタイルの枚数です。だれかが目標の点に届いたラウンドの終わりに、ゲームが終わります。
