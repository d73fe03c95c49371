# コアの文です。ファクトのコードは「core.」とメッセージ名です。

plain = { $text }

# ゲーム、ルールの版、オプション
unknown-game = { $name } というゲームはありません。あるゲーム：{ $games }
unknown-rules = { $game } にルールの版 { $rules } はありません。使える版：{ $known }
newer-rules = { $game } のルール版 { $rules } は、版 { $newest } までしか知らないこのEncoreより新しいものです
older-rules = ルール版 { $rules } で行われた対局です。最新は版 { $newest } です
no-rules-text = { $game } には RULES.md がありません
no-dealer = { $game } に配り手はいません
variation-before-moves = 変化は、置き換える手の後に書きます
variation-empty = この変化には手がありません
variation-too-deep = 変化の入れ子は{ $most }段までです
variation-without-end = この変化には閉じ括弧がありません
variation-without-start = 開き括弧のない閉じ括弧があります
wrong-action = アクションは0から { $last } までの数です（{ $action } は使えません）
wrong-players = { $game } の人数は { $counts } 人です（{ $players } は選べません）
unknown-option =
    { $players ->
       *[other] { $players }人の { $game } にオプション { $name } はありません。オプション：{ $known }
    }
no-options =
    { $players ->
       *[other] { $players }人の { $game } にはオプションがないため、{ $name } は設定できません
    }
wrong-choice = オプション { $name } に { $value } は使えません。選べる値：{ $values }
wrong-number = オプション { $name } は { $low } から { $high } までの数です（{ $value } は使えません）
option-form = オプションは 名前=値 と書きます（{ $text } は読めません）
option-twice = オプション { $name } が二回指定されています
wrong-material = { $name } にはテキストか、パーサーが返すオブジェクトを指定します（{ $value } は使えません）

# 棋譜
record-bytes = 棋譜は { $most } バイトまでです
record-characters = 棋譜は { $most } 文字までです
record-not-utf8 = UTF-8のテキストではありません
tag-missing = タグ [{ $tag } "…"] がありません
tag-form = タグは [名前 "値"] と書きます（{ $text } は読めません）
tag-twice = タグ { $tag } が二つあります
comment-without-end = このコメントには閉じ括弧がありません
comment-without-start = 開いていない括弧がここで閉じています
material-is-tag = { $name } はオプションではなく、タグで指定します
material-needed = この棋譜には専用の { $name }（{ $digest }）が必要です。--{ $name } でファイルを指定してください
breaks-rule = ルール { $rule }：{ $reason }
no-scores = Scores は { $scores } ですが、{ $game } にはここで得点がありません
wrong-scores = Scores は { $scores } ですが、手順からは { $expected } になります
wrong-termination = Termination に { $value } は使えません。選べる値：{ $values }
needless-termination = この対局はルールどおりに終わったので、Termination は付けられません
result-form = 対局者が終わらせた対局には Result が必要です。勝った席（1 や 1,2）、または勝者なしの - を書きます
wrong-result = Result は { $result } ですが、手順からは { $expected } になります

# 解
wrong-bound =
    { $side ->
        [low] 下限 { $bound } は正しくありません
       *[high] 上限 { $bound } は正しくありません
    }
not-verified =
    { $positions ->
       *[other] 制限時間内に検証できませんでした。ここまで { $positions } 局面は正しいものでした
    }

# 問題
puzzle-kind = このゲームに { $kind } という種類の問題はありません。種類: { $known }
puzzle-nobody-moves = この局面には手番のプレイヤーがいません
puzzle-over = この問題は1手で終わりです
puzzle-not-single = この局面の答えは一つに決まりません
puzzle-wrong-answer = 答えは { $line } です（{ $claimed } ではありません）
puzzle-wrong-variations = 変化が、ほかの受けと一致しません
puzzle-wrong-themes = テーマは { $themes } です
puzzle-grade = 難度は 1400 1350-1450 のように数値と区間で書きます（{ $grade } は読めません）

# エンジン
engine-not-started = エンジン { $engine } を起動できません：{ $why }
engine-other-game = エンジン { $engine } は { $game } に対応していません。対応するゲーム：{ $known }
engine-hangs = エンジン { $engine } が時間内に応答しませんでした
engine-ended = エンジン { $engine } がステータス { $status } で終了しました
engine-floods = エンジン { $engine } が応答せずに { $most } バイトを超えて出力しました
engine-nonsense = エンジン { $engine } の応答「{ $text }」は手ではありません
engine-illegal = エンジン { $engine } の手 { $move } は指せません：{ $why }
