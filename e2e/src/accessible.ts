import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/** Checks that axe finds no violations in either theme and that the page does not scroll sideways. */
export async function expectAccessible(page: Page) {
  await expect(page.getByRole("progressbar", { name: "Loading the page" })).toHaveCount(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(axe.source);
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
    0,
  );
  // The themes differ only in their colours. With motion disabled (playwright.config.ts) they switch at once.
  const html = page.locator("html");
  const theme = (await html.getAttribute("data-theme")) ?? "light";
  const setTheme = (name: string) => html.evaluate((element, value) => element.setAttribute("data-theme", value), name);
  await setTheme(theme === "dark" ? "light" : "dark");
  expect(await findings(page, { runOnly: ["color-contrast"] })).toEqual([]);
  await setTheme(theme);
}

/**
 * Runs axe in the page itself. Its Playwright package opens another page for each report, which takes longer than the
 * analysis. The list of passed checks, which takes half of axe's time to write, is left out, and so are style sheets
 * from other origins, because there are none. Busy content is left out too: it may be pale and is about to be replaced,
 * and a list can become busy between two checks, when data arrives or a search begins.
 */
async function findings(page: Page, options: axe.RunOptions = {}) {
  const run = `axe.run({ exclude: ['[aria-busy=true]'] }, ${JSON.stringify({ resultTypes: ["violations"], preload: false, ...options })})`;
  const { violations } = await page.evaluate<axe.AxeResults>(run);
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
}
