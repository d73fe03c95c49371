# Texts of the settings.

at-once = すぐに
colours = 配色
contrast = コントラスト
dark = 暗い
fast = 速い
high = 高い
language = 言語
large = 大
light = 明るい
motion = 動き
moves-of-others = 相手の手の表示
normal = 標準
notation-in-lists = 手の記号も表示する
off = オフ
on = オン
slow = ゆっくり
system = システム
text-size = 文字の大きさ
very-large = 特大
