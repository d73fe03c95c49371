# Dakapo; see en.ftl.

## The name of the game and its options.

title = Dakapo
summary = 同じ色の石4つを正方形の四隅に置くと勝ち
goal = 同じ色の正方形の4つ目を置けば勝ち。斜めの正方形でもよい
option-call = 正方形での勝ち
option-call-help = 正方形を完成させるとすぐに勝ちになるか、宣言したときだけ勝ちになるかを選びます。
option-call-auto = 完成したらすぐ
option-call-spoken = 宣言したときだけ

## Moves that the rules refuse.

no-such-placement = そのマスまたは色はありません
no-such-action = アクション{ $action }はありません。アクションは0～{ $last }です
over = ゲームは終わりました：{ $end }
taken = { $cell }にはすでに石があります
touches-none = { $cell }はどの石にも隣接していません。石はほかの石の隣に置きます
touches-same-colour =
    { $colour ->
        [red] 赤を置くと{ $cell }の赤の石に触れます
        [yellow] 黄を置くと{ $cell }の黄の石に触れます
        [green] 緑を置くと{ $cell }の緑の石に触れます
       *[blue] 青を置くと{ $cell }の青の石に触れます
    }
colour-just-placed = 相手が直前に{ $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }を置きました。ほかの色を選んでください
colour-used-up =
    { $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }の石は{ $count }個すべて盤上にあります
call-not-needed = このゲームでは正方形は自動で成立します。「!」を付けずに置いてください

## Moves and positions that cannot be read.

not-a-move = 手はa1～h8のマスと色の文字（r、y、g、b）で書きます（例：e6r）。{ $text }は読めません
not-a-position = 局面は8つの段と直前の色で書きます（例：8/8/8/3ry3/3gb3/8/8/8 -）。{ $text }は読めません
not-a-rank = { $rank }段目が{ $text }です。1つの段は8マスで、続いている空きマスは1つの数字で書きます
too-many-stones =
    { $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }の石が{ $count }個あります。各色{ $most }個までです
last-colour-missing =
    { $colour ->
        [red] 直前の色は赤ですが、盤上に赤の石がありません
        [yellow] 直前の色は黄ですが、盤上に黄の石がありません
        [green] 直前の色は緑ですが、盤上に緑の石がありません
       *[blue] 直前の色は青ですが、盤上に青の石がありません
    }
position-call-without-square = 「!」は宣言した正方形の印ですが、{ $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }の正方形がありません
position-call-not-agreed = 局面の「!」はオプションcall=spokenのときだけ使います

## How a game ends.

end-square =
    { $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }の正方形
end-full = 盤が埋まりました
end-stuck = 席{ $seat }は石を置けません

## Why a move is good.

reason-completes =
    { $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }の正方形が完成します
reason-called = 宣言しています。宣言した正方形だけが成立します
reason-leaves-no-placement = 相手は石を置けなくなります
reason-fills-board = 盤が埋まり、引き分けになります
reason-stops = { $cell }での{ $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }の正方形を防ぎます
reason-nothing-safe = どの石を置いても、相手が正方形を完成できます
reason-only-safe = 安全な石はこれだけです。相手は正方形を完成できません
reason-safe = 相手は次に正方形を完成できません
reason-rules-out = { $cell }では{ $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }の正方形ができなくなります
reason-threatens =
    { $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }の正方形を狙います。相手は{ $cell }を埋めるしかありません
reason-threatens-twice = { $first }と{ $second }で同時に2つの正方形を狙います。防げるのは1つだけです
reason-wins-next = 相手が何を置いても、次に正方形を完成できます
reason-few-safe = 相手の安全な置き方は{ $count }通りだけになります
reason-quiet = まだ完成できる正方形はなく、どの石も安全です

## The tutorial.

lesson-placing = 石を置く
lesson-placing-beside = 2人で4色の石を共有します。だれのものという色はありません。石は、ほかの石の上下左右に隣接する空きマスに置きます。置けるマスは明るく表示されます。マスを選び、色を選んでください。
lesson-placing-beside-done = 石を1つ置けば、手番は終わりです。次は相手の番です。
lesson-placing-forbidden = 相手が直前にd6へ緑を置いたので、この手番では緑を置けません。f5で試してみるか、ほかの色を置いてください。
lesson-placing-forbidden-done = よい手です。今度は、あなたの置いた色を相手が置けません。
lesson-placing-neighbours = 石は、同じ色の石と辺で隣り合うことができません。c4の隣には黄、緑、赤があります。そこに置けるただ1つの色を置いてください。
lesson-placing-neighbours-wrong = その石は置けますが、ここではc4に置ける色を探してください。
lesson-placing-neighbours-done = 正解です。青だけを置けます。角どうしなら、同じ色が接してもかまいません。
lesson-squares = 正方形で勝つ
lesson-squares-upright = 同じ色の正方形の4つ目の角を置いた人の勝ちです。ほかの3つをだれが置いたかは関係ありません。ここでは赤の石が3つあり、あと1つ足りません。
lesson-squares-upright-wrong = その石では何も完成しません。d3、d5、f3と正方形になるマスを探してください。
lesson-squares-upright-done = d3、d5、f5、f3に赤がそろいました。あなたの勝ちです。
lesson-squares-tilted = 正方形は、角を下にしていても、傾いていても、小さくても大きくてもかまいません。ここで完成できるものを見つけてください。
lesson-squares-tilted-wrong = これではありません。黄の石が3つ、角を下にした小さな正方形の角になっています。
lesson-squares-tilted-done = そのとおりです。d6、e7、f6、e5は角を下にした正方形です。
lesson-example = ルールブックの例
lesson-example-green = トムの番です。e6に緑を置いてください。傾いた正方形の角が3つ、緑でそろいます。
lesson-example-green-wrong = その石も置けますが、この例でトムが置くのはe6の緑です。
lesson-example-green-done = d4、e6、g5は傾いた正方形の3つの角です。4つ目のf3はまだどの石にも触れていないので、だれも置けません。
lesson-example-yellow = スーザンの番です。f4に黄を置いてください。そこには赤も青も置けず、この手番では緑も置けません。
lesson-example-yellow-wrong = そのほうがよいかもしれませんが、この例でスーザンが置くのはf4の黄です。
lesson-example-yellow-done = これがスーザンのミスでした。f3が石に触れるようになり、トムはそこに緑を置けます。
lesson-example-win = もう一度トムの番です。今度は緑を置けます。勝ちましょう。
lesson-example-win-wrong = d4、e6、g5と正方形になる4つ目の角に緑を置けば勝ちです。
lesson-example-win-done = d4、e6、g5、f3は傾いた正方形です。
lesson-threats = 狙いと守り
lesson-threats-stop = 相手が直前に赤を置き、あとf5だけで正方形が完成します。この手番では赤を置けないので、自分では完成できません。防いでください。
lesson-threats-stop-wrong = 相手がf5で正方形を完成させます。そのマスをほかの色で埋めてください。
lesson-threats-stop-done = ほかの色で埋めたので、赤でこの正方形が完成することはもうありません。
lesson-threats-double = 今度は攻める番です。1つの石で同じ色の正方形を2つ狙ってください。相手が埋められるのは一方だけです。
lesson-threats-double-wrong = それでは正方形を2つ狙えません。d6、e5、f4の黄の石に注目してください。
lesson-threats-double-done = e7でもg5でも黄の正方形が完成し、相手は黄を置けません。
lesson-threats-safe = b5に赤を置けば正方形が完成しますが、b5はまだどの石にも触れていません。b5の隣に石を置くと、相手が完成できるようになります。そうならない石を置いてください。
lesson-threats-safe-wrong = その石はb5に触れるので、相手がそこで赤の正方形を完成させます。
lesson-threats-safe-done = 安全です。安全な石がなくなった人は、相手に正方形の完成を許すことになります。
lesson-end = ゲームの終わり
lesson-end-last-stone = 残りは1マスで、置ける色は1つです。盤が埋まれば引き分け、石を置けない人は負けですが、正方形が優先します。最後の石を置いてください。
lesson-end-last-stone-done = 64個目の石で青の正方形が完成し、勝ちになります。
lesson-end-call = 正方形を宣言するルールでも遊べます。ここで正方形を完成させ、同じ手で宣言してください。宣言をオンにしてから石を置きます。
lesson-end-call-wrong = この石では正方形を宣言していません。完成したときに宣言しなかった正方形は、後から成立することはありません。
lesson-end-call-done = 宣言して完成させたので、あなたの勝ちです。正方形のない宣言には何の効果もありません。
lesson-end-rematch = ゲームの後、負けた人は「Dakapo!」と言って再戦を申し込めます。前のゲームの後手が、次のゲームの先手になります。

## Moves in words.

told-stone =
    { $cell }に{ $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }の石{ $effect ->
        [square] 、正方形が完成
        [call] （宣言つき）
       *[none] { "" }
    }

## The board on the page.

colour =
    { $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }
not-this-turn = この手番は{ $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }を置けません
stone-on = { $cell }、{ $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }の石
cell-empty = { $cell }、空き
cell-takes = { $cell }、空き、{ $colours }を置けます
note-turn =
    { $count ->
        [1] 直前の石
       *[other] 最近の{ $count }手の{ $number }番目
    }
note-pending = まだ保存されていません
note-marked = 注目
note-hint = ヒント：{ $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }
board = Dakapoの盤
keys = 矢印キーでマスを移動し、R（赤）、Y（黄）、G（緑）、B（青）で石を置き、Enterで色を表示します。
stones-left = 残りの石
choose-colour = { $cell }に置く色
why-not =
    { $colour ->
        [red] 赤
        [yellow] 黄
        [green] 緑
       *[blue] 青
    }：なぜ置けない？
no-colour-fits = ここにはどの色も置けません。色を選ぶと理由がわかります。
call-square = 正方形を宣言
call-on = 次の石は宣言つきで置きます。
call-off = 次の石は宣言なしで置きます。

# 問題
puzzle-win = 必勝手順
puzzle-only = 唯一の手
task-win =
    { $moves ->
        [1] 石を1個置いて勝ってください。
       *[other] 相手がどう応じても { $moves } 手で勝ってください。
    }
task-only = 相手が2手以内に勝てなくなる唯一の手を見つけてください。
refuted-game-over = この手では、勝たないままゲームが終わります。
refuted-loses =
    { $moves ->
        [1] 相手がすぐに勝ちます。
       *[other] 相手が { $moves } 手で勝ちます。
    }
refuted-no-win = この石では勝てません。
refuted-defence =
    { $moves ->
        [1] こう応じられると、石1個では勝てません。
       *[other] こう応じられると、{ $moves } 手では勝てません。
    }
puzzle-impossible = このような石の配置になるゲームはありません
theme-in-1 = 1手
theme-in-2 = 2手
theme-in-3 = 3手
theme-tilted = 斜めの正方形
theme-large-square = 大きな正方形
theme-no-placement = 置き場なし
theme-threat = 狙い
theme-quiet = 静かな初手
theme-only-move = 唯一の手
theme-block = 正方形を防ぐ
theme-foresight = 先読み

## What the signs at the table mean

legend-square = 同じ色の石4つで正方形の四隅がそろえば勝ちです。向きはまっすぐでも斜めでも、大きさも自由です。4つ目を置いた人の勝ちで、ほかの3つをだれが置いたかは関係ありません。
legend-open = ここに石を置けます。
legend-forbidden = 相手が直前に置いた色です。この手番では置けません。
legend-last = 最後に置かれた石です。
legend-left = この色の残りの石の数です。
