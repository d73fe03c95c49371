# プレイヤーが抜けた席のテキスト：投票、ボット、復帰。

agree = 賛成：{ $names }
asks-to-return = { $name }さんが席に戻りたいと言っています。
come-back = 席に戻る
declined = ほかのプレイヤーに断られました。1分後にもう一度頼めます。
end-the-game = ゲームを終える
for-bot = ボット
for-end = 終了
for-name = { $name }さんの代わり
game-waits = 投票中です
hours-left = 残り{ $hours ->
   *[other] { $hours }時間
  }
left = 退席
let-back = 席に戻ってもらう
nobody-wins = 勝者なし
not-yet = 未投票
plays-for = { $name }さんの代わりに{ $bot }がプレイします。
question = 空いた席をボット（{ $level }）に任せますか、それともゲームを終えますか？
ran-out-of-time = { $name }さんの時間が切れました。
ranks = 順位
resigned = { $name }さんが投了しました。
take-a-bot = ボット（{ $level }）に任せる
time-left = 残り時間：{ $time }
way-back = 席に戻る
went-away = { $name }さんが抜けました。
you-left = このゲームから抜けました。ほかのプレイヤーが賛成すれば戻れます。
