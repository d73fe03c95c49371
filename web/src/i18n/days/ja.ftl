# 日数制の対局の文章：予約手

add-a-move = 盤上で相手の手を指し、続けて自分の応手を指してください。
change-the-plan = 予約を変更
delete-the-plan = 予約を削除
if-name-plays = { $name }がこう指したら…
if-then = こう来たら、こう指す
moved-on = 対局が進みました。予約の残りはこちらです。
no-further = ここで新しく配られるため、予約はここまでです。
plan-help = 予約した手が指されると、すぐにあなたの応手が指されます。別の手なら予約は消えます。ほかの人には見えません。
planned-replies = 応手を{ $count }つ予約しています。
save-the-plan = 予約を保存
saved = 予約を保存しました。
the-end = ここで対局は終わりです。
then-you-play = …自分はこう指す
your-plan = あなたの予約
