"""The pages of the book as their readers open them: from a file, on a phone, on paper, with a screen reader."""

import re
import unicodedata

import pypdf
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

PAGES = ("index.html", "nim.html", "kayles.html", "hackenbush.html", "errata.html", "en/index.html", "en/nim.html", "en/games.html")
# The radicals that Unicode does not take for compatibility characters.
SIMPLIFIED_RADICALS = str.maketrans("⺟⻄⻅⻆⻉⻋⻓⻔⻘⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻬⻮⻰⻳", "母西见角贝车长门青页风飞食马骨鬼鱼鸟卤麦黄齐齿龙龟")
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1440, 900)}


@pytest.fixture
def open_handout(page, handouts):
    """Opens a page from its file. Every other request is refused and noted in `page.requests`."""
    page.requests = []

    def guard(route):
        if route.request.url.startswith("file:"):
            route.continue_()
        else:
            page.requests.append(route.request.url)
            route.abort()

    def open_(name, **media):
        page.route(re.compile("^(?!data:)"), guard)
        page.emulate_media(**media)
        page.goto((handouts / name).as_uri())
        return page

    return open_


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole_without_network_and_without_errors(open_handout, name):
    page = open_handout(name)
    page.wait_for_load_state("networkidle")
    assert page.requests == [] and page.problems == []
    assert page.title() and page.locator("h1").count() == 1
    # What a closed fold hides has no box; every other formula and picture has one that can be seen.
    flat = page.evaluate(
        """[...document.querySelectorAll(".katex, figure.picture svg, figure.picture img")]
           .filter(shown => shown.checkVisibility())
           .filter(shown => { const box = shown.getBoundingClientRect(); return box.width < 2 || box.height < 5 })
           .map(shown => shown.outerHTML.slice(0, 200))"""
    )
    assert flat == []
    # Each formula is there for eyes and, as MathML, for ears.
    assert page.locator(".katex").count() == page.locator(".katex math").count()
    assert page.evaluate("document.fonts.ready.then(fonts => [...fonts].every(font => font.status != 'error'))")
    missing = page.evaluate(
        """[...document.querySelectorAll("a[href^='#']")].map(link => decodeURIComponent(link.hash.slice(1)))
           .filter(id => !document.getElementById(id))"""
    )
    assert missing == [], "links that lead nowhere"


@pytest.mark.parametrize("size", SIZES)
def test_no_page_is_wider_than_its_screen(open_handout, page, handouts, size):
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    every = sorted(str(file.relative_to(handouts)) for file in handouts.rglob("*.html"))
    for name in every if size == "phone" else PAGES:
        open_handout(name)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide == 0, f"{name} is {wide} pixels too wide on a {size}"


# One page of each kind: axe looks at every pair of colours, and takes seconds a page.
@pytest.mark.parametrize(
    ("size", "scheme", "names"),
    [
        ("desktop", "light", ("index.html", "kayles.html", "en/hackenbush.html", "en/omega.html")),
        ("desktop", "dark", ("en/games.html",)),
        ("phone", "light", ("arithmetic.html", "en/misere.html")),
    ],
)
def test_axe_finds_nothing(open_handout, page, size, scheme, names):
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[size])))
    for name in names:
        page = open_handout(name, color_scheme=scheme)
        if page.locator(".agon-board").count():
            page.locator(".agon-do-why").first.click()
        violations = Axe().run(page).response["violations"]
        assert violations == [], f"{name}: " + "\n".join(
            f"{v['id']}: {v['help']}: {node['html'][:200]} {node['failureSummary']}" for v in violations for node in v["nodes"][:3]
        )


def test_a_telephone_gets_the_text_first_and_the_rest_for_a_tap(open_handout, page):
    page.set_viewport_size({"width": 360, "height": 740})
    open_handout("en/kayles.html")
    link = page.locator("#contents a").first
    expect(link).to_be_hidden()
    page.locator("#contents summary").click()
    expect(link).to_be_visible()
    code = page.locator("details.input")
    expect(code.locator("visible=true")).to_have_count(0)
    page.get_by_role("checkbox", name="Show the code, too").check()
    expect(code.first).to_be_visible()
    # A picture that would be too small to read scrolls, and says so.
    expect(page.locator(".swipe").first).to_be_visible()
    assert page.locator(".across").first.evaluate("box => box.scrollWidth > box.clientWidth")


@pytest.mark.parametrize("size", ["tablet", "desktop"])
def test_where_there_is_room_the_contents_are_there(open_handout, page, size):
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[size])))
    open_handout("kayles.html")
    expect(page.locator("#contents a").first).to_be_visible()
    expect(page.locator("#contents summary")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator("#contents a").first).to_be_visible()


def test_on_paper_the_index_says_what_its_signs_mean(open_handout, page):
    open_handout("en/index.html")
    meaning = page.locator(".legend dd").first
    expect(meaning).to_be_hidden()
    page.emulate_media(media="print")
    expect(meaning).to_be_visible()
    expect(page.get_by_role("link", name="中文")).to_be_hidden()


def test_tables_of_prose_have_their_captions(open_handout):
    for name, caption in (("misere.html", "五种局面"), ("en/history.html", "The five references that do not fit")):
        page = open_handout(name)
        expect(page.locator(".prose caption", has_text=caption)).to_be_visible()
        assert page.locator(".prose table").count() == page.locator(".prose caption").count(), name


def present(page):
    return page.locator("#contents [aria-current]")


def test_the_contents_follow_the_reader(open_handout, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_handout("en/kayles.html")
    expect(present(page)).to_have_count(0)
    for name in ("The book's values", "Short lists deceive", "Rules and notation"):
        heading = page.get_by_role("heading", name=name)
        heading.evaluate("heading => scrollTo(0, heading.offsetTop + 40)")
        expect(present(page)).to_have_text(name)
        # Beside the text, wherever one reads.
        box = present(page).bounding_box()
        assert 0 <= box["y"] < 800 and box["x"] + box["width"] <= heading.bounding_box()["x"]
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(present(page)).to_have_text("Change me")
    page.locator("#contents a").nth(2).click()
    expect(present(page)).to_have_text(page.locator("#contents a").nth(2).inner_text())


def test_contents_longer_than_the_screen_show_the_present_section(open_handout, page):
    page.set_viewport_size({"width": 1280, "height": 300})
    open_handout("en/kayles.html")
    page.get_by_role("heading", name="Where the bound is").evaluate("heading => heading.scrollIntoView()")
    expect(present(page)).to_have_text("Where the bound is")
    expect(present(page)).to_be_in_viewport()


def test_on_a_telephone_the_contents_stay_at_hand(open_handout, page):
    page.set_viewport_size({"width": 360, "height": 740})
    open_handout("en/kayles.html")
    summary, links = page.locator("#contents summary"), page.locator("#contents a")
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    expect(summary).to_be_in_viewport()
    expect(summary).to_have_attribute("data-present", re.compile("."))
    summary.click()
    links.filter(has_text="Short lists deceive").click()
    # The list makes way for what it leads to, and the bar does not lie on it.
    expect(links.first).to_be_hidden()
    heading = page.get_by_role("heading", name="Short lists deceive")
    expect(heading).to_be_in_viewport()
    bar = summary.bounding_box()
    assert heading.bounding_box()["y"] >= bar["y"] + bar["height"]
    expect(summary).to_have_attribute("data-present", "Short lists deceive")
    summary.focus()
    page.keyboard.press("Enter")
    expect(links.first).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(links.first).to_be_hidden()
    expect(summary).to_be_focused()


def test_code_is_copied_with_a_key_and_the_page_says_so(open_handout, page):
    # The clipboard of the system is nobody's business.
    page.add_init_script("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve() }")
    open_handout("en/kayles.html")
    button = page.get_by_role("button", name="Copy Code 2", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    status = page.get_by_role("status").filter(has_text="Copied")
    expect(status).to_have_text("Copied")
    expect(button).to_have_text("✓ Copied")
    shown = page.locator("details.input").nth(1).locator("code").text_content()
    assert page.evaluate("window.copied") == shown and "\n" in shown
    expect(button).to_have_text("Copy")
    expect(status).to_have_count(0)
    page.emulate_media(media="print")
    expect(page.locator(".copy").locator("visible=true")).to_have_count(0)


def test_where_a_page_may_not_copy_the_code_is_selected(open_handout, page):
    page.add_init_script("delete Navigator.prototype.clipboard; document.execCommand = () => false")
    open_handout("kayles.html")
    button = page.get_by_role("button", name="复制 代码 2", exact=True)
    button.click()
    expect(page.get_by_role("status").filter(has_text="已选中")).to_be_attached()
    shown = page.locator("details.input").nth(1).locator("code").text_content()
    assert page.evaluate("getSelection().toString()").split() == shown.split()
    assert page.problems == []


def test_without_scripts_nothing_is_missing(browser, handouts):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto((handouts / "kayles.html").as_uri())
    expect(page.locator("#contents a").first).to_be_in_viewport()
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.locator("details.input code").first).to_be_visible()
    context.close()


def test_numbers_stand_right_and_paper_has_all_rows(open_handout, page):
    page.set_viewport_size({"width": 1280, "height": 500})
    open_handout("en/kayles.html")
    table = page.locator(".scroll", has=page.locator("caption", has_text="25 rows × 2 columns")).first
    cell = table.locator("tbody td").first
    assert cell.evaluate("cell => getComputedStyle(cell).textAlign") == "right"
    cut = "box => box.scrollHeight - box.clientHeight"
    # On a screen a long table is less high than the window, and keys reach it.
    assert table.evaluate(cut) > 0 and table.bounding_box()["height"] < 500
    table.focus()
    page.keyboard.press("End")
    expect(table.locator("tbody tr").last).to_be_in_viewport()
    page.emulate_media(media="print")
    assert page.locator(".scroll").evaluate_all(f"boxes => boxes.filter(box => ({cut})(box) > 0).length") == 0


def test_keys_stop_at_what_scrolls_only(open_handout, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_handout("en/kayles.html")
    boxes = page.locator(".scroll, .cell pre")
    idle = "boxes => boxes.filter(box => box.tabIndex >= 0 && box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight).length"
    assert boxes.count() > 20 and boxes.evaluate_all(idle) == 0


def test_keys_reach_whatever_scrolls_on_a_telephone(open_handout, page, handouts):
    page.set_viewport_size({"width": 360, "height": 740})
    for file in sorted(handouts.rglob("*.html")):
        open_handout(str(file.relative_to(handouts)))
        out_of_reach = page.evaluate(
            """[...document.querySelectorAll("main *")].filter(box => /auto|scroll/.test(getComputedStyle(box).overflowX))
               .filter(box => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
               .filter(box => box.tabIndex < 0 && !box.querySelector("a, button, [tabindex='0']")).map(box => box.outerHTML.slice(0, 150))"""
        )
        assert out_of_reach == [], file.name


def test_a_reader_leaves_the_code_out_with_a_key(open_handout):
    page = open_handout("en/kayles.html")
    box = page.get_by_role("checkbox", name="Text and results without the code")
    code = page.locator("details.input")
    expect(code.first).to_be_visible()
    box.focus()
    page.keyboard.press("Space")
    expect(code.locator("visible=true")).to_have_count(0)
    expect(page.locator(".agon-board").first).to_be_visible()
    page.emulate_media(media="print")
    expect(code.locator("visible=true")).to_have_count(0)
    expect(box).to_be_hidden()


def test_the_book_is_read_from_page_to_page(open_handout):
    page = open_handout("index.html")
    page.locator("summary").first.click()
    expect(page.locator("dl.counts dt").first).to_contain_text("已证明")
    page.get_by_role("link", name=re.compile("^Nim")).click()
    expect(page).to_have_url(re.compile("/nim.html$"))
    for link, lab in (("next", "mex"), ("prev", "nim"), ("next", "mex")):
        page.locator(f"a[rel={link}]").click()
        expect(page).to_have_url(re.compile(f"/{lab}.html$"))
    page.get_by_role("banner").get_by_role("link", name="English").click()
    expect(page).to_have_url(re.compile("/en/mex.html$"))
    page.get_by_role("banner").get_by_role("link", name="The labs").click()
    expect(page).to_have_url(re.compile("/en/index.html$"))


@pytest.mark.parametrize("name", ["nim.html", "hackenbush.html"])
def test_paper_has_every_chinese_character(open_handout, tmp_path, name):
    page = open_handout(name)
    file = tmp_path / "page.pdf"
    page.pdf(path=file, prefer_css_page_size=True)
    paper = pypdf.PdfReader(file)
    text = "".join(sheet.extract_text() for sheet in paper.pages)
    page.emulate_media(media="print")
    shown = page.evaluate("document.querySelector('main').innerText")
    # A character without a glyph is drawn as the one box that all such characters share, which has no name.
    missing = chinese(shown) - chinese(text)
    assert not missing, f"not on paper: {''.join(sorted(missing))}"
    assert len(chinese(text)) > 200
    assert all(sheet.mediabox.width == pytest.approx(595, abs=2) for sheet in paper.pages), "A4"


def chinese(text):
    """The Chinese characters of a text. A PDF calls 面 by the name of its twin among the radicals, ⾯."""
    return set(re.findall(r"[\u4e00-\u9fff]", unicodedata.normalize("NFKC", text.translate(SIMPLIFIED_RADICALS))))
