// What a page does beyond being read: code can be copied, the contents show where one is, and the keyboard stops only at
// what scrolls. Nothing here is needed to read it.
(() => {
  "use strict";
  // The words are on the element, so that the program is the same on all pages.
  const { copy, copied, selected } = document.currentScript.dataset;
  // Milliseconds for which a button says that it has copied.
  const PAUSE = 2500;

  const status = document.createElement("p");
  status.className = "unseen";
  status.setAttribute("role", "status");
  document.body.append(status);

  // Puts the text of an element on the clipboard, or, where pages have none, leaves it selected.
  async function write(element) {
    try {
      await navigator.clipboard.writeText(element.textContent);
      return true;
    } catch {
      getSelection().selectAllChildren(element);
      return document.execCommand("copy");
    }
  }

  for (const code of document.querySelectorAll(".input > pre, .listing > pre")) {
    const button = document.createElement("button");
    const name = code.parentElement.querySelector("summary");
    button.type = "button";
    button.className = "copy";
    button.textContent = copy;
    if (name) button.setAttribute("aria-label", `${copy} ${name.textContent}`);
    let timer;
    button.addEventListener("click", async () => {
      const isDone = await write(code);
      button.textContent = isDone ? `✓ ${copied}` : copy;
      status.textContent = isDone ? copied : selected;
      clearTimeout(timer);
      // Said again, it must be new.
      timer = setTimeout(() => { button.textContent = copy; status.textContent = ""; }, PAUSE);
    });
    code.before(button);
  }

  const stops = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const scrolls = target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight;
      if (scrolls) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const box of document.querySelectorAll(".scroll, .cell pre, .listing > pre")) stops.observe(box);

  const contents = document.getElementById("contents");
  const sections = [...document.querySelectorAll("#contents a")].map((link) => {
    return { link, heading: document.getElementById(decodeURIComponent(link.hash.slice(1))) };
  });
  const summary = contents?.querySelector("summary");
  let present;

  // The present section is the last whose heading has come into the upper quarter of the window.
  function mark() {
    const page = document.documentElement;
    const seen = sections.filter(({ heading }) => heading.checkVisibility());
    const isAtEnd = page.scrollTop > 0 && page.scrollTop + innerHeight >= page.scrollHeight - 2;
    const above = ({ heading }) => heading.getBoundingClientRect().top < innerHeight / 4;
    const link = (isAtEnd ? seen : seen.filter(above)).at(-1)?.link;
    if (link === present) return;
    present?.removeAttribute("aria-current");
    present = link;
    delete summary.dataset.present;
    if (!link) return;
    link.setAttribute("aria-current", "location");
    // The bar on a telephone names the section; a formula in it is there twice, and as it was typed.
    const name = link.cloneNode(true);
    for (const double of name.querySelectorAll(".katex-html, annotation")) double.remove();
    summary.dataset.present = name.textContent;
    const [box, line] = [contents, link].map((element) => element.getBoundingClientRect());
    if (line.top < box.top || line.bottom > box.bottom) contents.scrollTop += line.top - box.top - box.height / 2;
  }

  if (sections.length) {
    addEventListener("scroll", () => requestAnimationFrame(mark), { passive: true });
    addEventListener("resize", mark);
    // On a telephone the list lies over what it leads to.
    const fold = summary.parentElement;
    contents.addEventListener("click", (event) => { if (event.target.closest("a")) fold.open = false; });
    contents.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !fold.open) return;
      fold.open = false;
      summary.focus();
    });
    mark();
  }
})();
