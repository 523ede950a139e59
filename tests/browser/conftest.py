"""A real Chromium for the tests of pages: `AGON_CHROMIUM`, or one from the path."""

import os
import shutil

import pytest
from playwright.sync_api import sync_playwright


@pytest.fixture(scope="session")
def browser():
    """The browser that all tests share; none is downloaded."""
    names = ["chromium", "chromium-browser", "google-chrome"]
    program = os.environ.get("AGON_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if program is None:
        pytest.skip("there is no Chromium: install one (Debian: apt install chromium), or name it in AGON_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    """An empty page of its own for each test."""
    context = browser.new_context()
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()
