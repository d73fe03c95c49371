# プレイヤー同士の依頼と、抜けた席の文章：投票、ボット、復帰。

agree = 賛成：{ $names }
asks-draw = { $name }さんが引き分けを提案しています。
asks-to-return = { $name }さんが席に戻りたいと言っています。
asks-undo = { $name }さんが待ったをお願いしています。
away-claim = { $name }さんはしばらく不在です。待つことも、勝ちを申し立てることもできます。
come-back = 席に戻る
declined = ほかのプレイヤーに断られました。1分後にもう一度頼めます。
draw-declined = 引き分けの提案は断られました。
draw-declined-by = { $name }さんが引き分けの提案を断りました。
end-the-game = ゲームを終える
end-this-game-in-a-draw = この対局を引き分けにしますか？
for-bot = ボット
for-end = 終了
for-name = { $name }さんの代わり
game-waits = 投票中です
hours-left = 残り{ $hours ->
   *[other] { $hours }時間
  }
left = 退席
let-back = 席に戻ってもらう
no-thanks = いいえ、結構です
nobody-wins = 勝者なし
not-yet = 未投票
others-must-agree = ほかの人の同意を待っています。
play-on = 続ける
plays-for = { $name }さんの代わりに{ $bot }がプレイします。
question = 空いた席をボット（{ $level }）に任せますか、それともゲームを終えますか？
ran-out-of-time = { $name }さんの時間が切れました。
ranks = 順位
rematch-declined = 相手はもう一局を希望していません。
rematch-declined-by = { $name }さんはもう一局を希望していません。
resign-this-game = この対局を投了しますか？
resigned = { $name }さんが投了しました。
take-a-bot = ボット（{ $level }）に任せる
time-left = 残り時間：{ $time }
time-over = { $name }さんの持ち時間が切れました。ほかの人は勝ちを申し立てることができます。
time-over-claim = { $name }さんの持ち時間が切れました。勝ちを申し立てることができます。
undo-declined = 待ったは断られました。
undo-declined-by = { $name }さんが待ったを断りました。
way-back = 席に戻る
went-away = { $name }さんが抜けました。
withdraw = 取り下げる
yes-a-draw = はい、引き分けにします
yes-resign = はい、投了します
you-left = このゲームから抜けました。ほかのプレイヤーが賛成すれば戻れます。
your-time-is-over = あなたの持ち時間が切れました。勝ちを申し立てられるまでは、まだ打てます。
