"""A notebook in JupyterLab, as its reader handles it: with keys and buttons."""

import re

from playwright.sync_api import expect

PATIENCE = 120_000  # milliseconds for anything to appear, on a machine that is busy with other things

HAS_RUN = re.compile(r"\[\d+\]")


class Notebook:
    """The notebook that a page shows. Cells are code cells, counted from 0."""

    def __init__(self, page):
        self.page = page
        self.panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
        self.code = self.panel.locator(".jp-CodeCell")
        self.wait_for_kernel()

    def wait_for_kernel(self):
        """Waits for a kernel that has nothing to do."""
        expect(self.panel.locator(".jp-Spinner")).to_have_count(0)
        expect(self.page.locator("#jp-bottom-panel, #jp-main-statusbar").get_by_text("Rust (Agon) | Idle")).to_be_visible()

    def button(self, command):
        self.panel.locator(f"[data-command='{command}']").first.click()

    def restart_and_run_all(self):
        self.button("notebook:restart-run-all")
        self.page.locator(".jp-Dialog .jp-mod-accept").click()

    def interrupt(self):
        self.button("notebook:interrupt-kernel")

    def edit(self, cell, text):
        """Replaces the text of a cell."""
        self.focus(cell)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    def focus(self, cell):
        """Puts the cursor behind the last character of a cell."""
        self.code.nth(cell).locator(".cm-content").click()
        self.page.keyboard.press("Control+End")

    def start(self, cell):
        """Runs a cell and does not wait for it."""
        self.focus(cell)
        self.page.keyboard.press("Control+Enter")

    def run(self, cell, text=None):
        """Runs a cell to its end; returns where its outputs are."""
        if text is not None:
            self.edit(cell, text)
        before = self.prompt(cell).inner_text()
        self.start(cell)
        expect(self.prompt(cell)).not_to_have_text(before)
        self.wait_for(cell)
        return self.output(cell)

    def prompt(self, cell):
        """The place of a cell's number."""
        return self.code.nth(cell).locator(".jp-InputArea-prompt")

    def wait_for(self, cell, timeout=PATIENCE):
        """Waits until a cell has its number."""
        expect(self.prompt(cell)).to_have_text(HAS_RUN, timeout=timeout)

    def output(self, cell):
        return self.code.nth(cell).locator(".jp-OutputArea").first

    @property
    def errors(self):
        """What cells wrote to standard error, and tracebacks: JupyterLab shows both as this type."""
        return self.panel.locator("[data-mime-type='application/vnd.jupyter.stderr']")
