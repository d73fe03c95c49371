# ページ上の通知の文章:通知をオン・オフする所。

about = このページを閉じていても、テーブルに戻るべき時をブラウザーがお知らせします。対局の内容は含まれません。
about-digest = 1日に最大1回、あなたの番になっているテーブルをメールでお知らせします。対局の内容は含まれません。
address = メールアドレス
begun = 対局が始まった
blocked = ブラウザーがこのページの通知を許可していません。ブラウザーの設定で、このアドレスの通知を許可してください。
confirm-address = アドレスを確認する
devices = 通知先の端末
digest = 毎日のメール
digest-asked = { $address } にメールを送りました。1日以内にリンクを開いてください。
digest-confirmed = アドレスが確認されました。
digest-stopped = 今後このメールは届きません。
digest-to = 送信先：{ $address }
impossible = このブラウザーでは通知を表示できません。iPhone や iPad では、先にページをホーム画面に追加してください。
kinds = 知らせる内容
no-digest = メールを止める
notices = 通知
on = このブラウザーでは通知がオンです。
rematch = 再戦を申し込まれた
remove = オフにする
since = { $at }から
tell-me = 自分の番になったら知らせる
this-device = この端末
time = 持ち時間が残り12時間になった
turn = 自分の番になった
vote = プレイヤーが抜けて投票が始まった
want-digest = このメールを受け取る
