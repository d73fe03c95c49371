# 通知の文章。ページには表示されず、プッシュ サービスまたはメールで届く。

begun = 対局が始まりました
confirm-ignore = お心当たりがない場合は、このメールを無視してください。これ以上メールは届きません。
confirm-subject = メールアドレスの確認
confirm-text = { $page } であなたの番になったとき、1日1回メールを受け取る設定です。次のリンクを開いてアドレスを確認してください（有効期間は1日）：
digest-hours = { $hours ->
    [0] 残り1時間未満
   *[other] 残り{ $hours }時間
  }
digest-stop = このメールの配信を止める：
digest-subject = { $count ->
    [1] 1つのテーブルであなたの番です
   *[other] { $count }つのテーブルであなたの番です
  }
rematch = 再戦を申し込まれています
time = 持ち時間が残り12時間です
turn = あなたの番です
