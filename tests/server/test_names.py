"""Names and messages from outside: what is refused, and which names of people must pass."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from encore.bots.bot import bot_names
from encore.server.domain.decisions import LONGEST_NAME, Refusal
from encore.server.domain.names import clean, clean_name, is_table_name

PAGE_TEXTS = Path(__file__).parents[2] / "web" / "src" / "i18n"
LEVELS = ("beginner", "easy", "medium", "hard", "expert")


def reason(text: str) -> str:
    """Return the code of the reason for which a name is refused; empty if it is not."""
    try:
        clean_name(text)
    except Refusal as refusal:
        return refusal.fact.code
    return ""


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\t\n", "\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\u200b", "\u00ad", "\u2060", "\ufeff"),
        *("\ufffc", "\u034f", "\ufe0f", "\u17b5", "\U0001d159", "\U000e0100", "\U000e0041", "\ue000", "\u202e"),
        *("\u3164\u3164 \u2800", "\u0301", "\u0e34", " \u20dd"),
    ],
)
def test_a_name_that_draws_nothing_is_refused(name: str) -> None:
    assert reason(name) == "server.empty-name"
    with pytest.raises(Refusal, match="message is empty"):
        clean(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "x\u0300\u0301\u0302",
            "Z\u0335\u0336\u0337algo",
            "a" + "\u0301" * 20,
            "x\u0301\u0301",
            "x\u20dd\u20de\u20df",
        ),
        "\u0e01" + "\u0e47" * 12,  # a Thai sign, which is drawn higher each time
        "\u0e01\u0e34\u0e35\u0e36\u0e37\u0e48",
        "a" + "\ufe0f" * 3,
        "\u0928" + "\u0902" * 5,
    ],
)
def test_stacked_marks_are_refused(name: str) -> None:
    assert reason(name) == "server.stacked-marks"
    with pytest.raises(Refusal, match="Too many marks"):
        clean(f"look: {name}")


@pytest.mark.parametrize(
    "name",
    [
        *("Ada", "Nguyễn Thị Ngọc Ánh", "Zoë", "Łukasz", "Ólafur", "Siân", "Ọlájùmọ̀kẹ́", "Þór", "İpek", "Ǝlvin"),
        *("น้ำทิพย์", "ศักดิ์สิทธิ์", "ปิ่นแก้ว", "ที่รัก"),  # Thai
        *("ज़िंदगी", "फ़िरोज़", "श्रीकृष्ण", "ज़ुंबा", "সুদীপ্তা", "தமிழ்ச்செல்வி", "శ్రీకాంత్"),
        *("مُحَمَّدٌ", "عَبْدُ اللّٰهِ", "فاطمة", "شیرین"),
        *("יִשָּׂשכָר", "מֹשֶׁה", "שַׁבְּתַי"),
        *("ကျော်", "မြို့", "မျှော်", "သျှင်", "སྒྲོལ་མ", "བསྒྲུབས", "ស្រីមុំ", "វិសាល"),
        *("김민준", "葛\U000e0100城", "さくら", "王小明", "Ελένη", "Ольга", "Йосип", "Ժաննա"),
        *("❤️", "👩‍🚀 Ada", "1️⃣", "⠓⠑⠇⠇⠕", "R2-D2", "-_-", "¨", "42", "👍🏽"),
    ],
)
def test_names_of_people_pass(name: str) -> None:
    for form in ("NFC", "NFD"):
        assert reason(unicodedata.normalize(form, name)) == ""


@pytest.mark.parametrize(
    "name",
    [
        *(
            "bot:expert",
            "Bot (Expert)",
            "Coral · Expert",
            "Ada • Expert",
            "BOT",
            "bot",
            "ВОТ",
            "Вот",
            "бот",
            "Βοτ",
            "ｂｏｔ",
            "Ｂｏｔ：ｈａｒｄ",
            "b0t",
            "[bot] Ada",
        ),
        *("b.o.t", "B O T", "b_o-t easy", "_bot_", "bot1", "1bot", "b\u200bot", "bo\u00adt:hard", "bót", "B\u0301ot"),
        *("🅱🅾🆃", "🇧🇴🇹", "ⓑⓞⓣ", "ᵇᵒᵗ", "ʙᴏᴛ", "𝐁𝐨𝐭", "b\u3164ot", "ᏼot", "ꮟot", "boꭲ", "ᗷOT", "ᏴOT", "B〇T", "b●t"),
        *("BOTハード", "x bot:expert"),
        *("ボット", "ボット（達人）", "ﾎﾞｯﾄ", "ぼっと", "ホ\u3099ット"),
    ],
)
def test_a_name_that_looks_like_a_bot_is_refused(name: str) -> None:
    assert reason(name) == "server.bot-name"
    assert clean(name)  # a message may be about bots


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Botond",
            "Abbott",
            "Talbot",
            "Robot",
            "ロボット",
            "ホットケーキ",
            "Botticelli",
            "Bo T.",
            "B. Otto",
            "Lucille Bot",
            "Gal·la",
        ),
        *("Вотан", "Бото", "Otb", "Boto", "Bött", "guest", "watcher"),
    ],
)
def test_a_name_that_only_resembles_the_word_passes(name: str) -> None:
    assert clean_name(name) == name


def page_texts(language: str) -> tuple[dict[str, str], list[str]]:
    """Return the texts of the page that have one line, and the names of bots."""
    text = (PAGE_TEXTS / f"{language}.ftl").read_text("utf-8")
    lines = (line.partition("=") for line in text.splitlines())
    (names,) = re.findall(r"^bot-name = (\{.*?^  \})$", text, flags=re.MULTILINE | re.DOTALL)
    return {name.strip(): text.strip() for name, equals, text in lines if equals}, re.findall(r"\[\w+\] (.*)", names)


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja"])
def test_every_label_of_a_bot_is_refused(language: str) -> None:
    texts, names = page_texts(language)
    assert len(names) == 5
    for level in LEVELS:
        for name in names:
            shown = texts["bot-level"].replace("{ $name }", name.replace("{ $number }", "5"))
            shown = shown.replace("{ $level }", texts[level])
            assert "$" not in shown
            assert reason(shown) == "server.bot-name", shown
    for bot in bot_names():
        if bot.startswith("bot:"):
            assert reason(bot) == "server.bot-name"


LETTERS = st.text(st.characters(exclude_categories=["Cs"]), max_size=2 * LONGEST_NAME)


@given(LETTERS)
@example("a\u0344\u0344")  # composed differently in NFC
@example(" a\u3164\u0301")
def test_whatever_is_accepted_can_be_read(text: str) -> None:
    try:
        name = clean_name(text)
    except Refusal as refusal:
        assert refusal.fact.code in {"server.empty-name", "server.stacked-marks", "server.bot-name"}
        return
    assert 0 < len(name) <= LONGEST_NAME
    assert name == name.strip()
    assert name.isprintable()
    assert any(unicodedata.category(letter)[0] in "LNPS" for letter in name)
    assert clean_name(name) == name  # a name that was accepted is accepted again


@given(
    st.text("abcxyz", min_size=1, max_size=8), st.sampled_from("\u0300\u0301\u0302\u0303\u0e47\u0489\u20e3"), st.data()
)
def test_no_letter_gets_many_marks(word: str, mark: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(1, len(word)))
    count = data.draw(st.integers(3, 10))
    assert reason(f"{word[:place]}{mark * count}{word[place:]}") == "server.stacked-marks"


@pytest.mark.parametrize("name", ["", "\x00", "a\x00", "a b", "é", "a" * 65, "../x", "a\n", "٣", "tables.sqlite"])
def test_not_every_text_is_the_name_of_a_table(name: str) -> None:
    assert not is_table_name(name)
    assert is_table_name("aZ09_-")
