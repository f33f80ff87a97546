import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/** Nothing for axe to find in either theme, and nothing that makes the page scroll sideways. */
export async function expectAccessible(page: Page) {
  // What is about to be replaced may be pale.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(axe.source);
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
    0,
  );
  // The other theme differs in its colours alone. Where nothing moves (playwright.config.ts) they are there at once.
  const html = page.locator("html");
  const theme = (await html.getAttribute("data-theme")) ?? "light";
  const setTheme = (name: string) => html.evaluate((element, value) => element.setAttribute("data-theme", value), name);
  await setTheme(theme === "dark" ? "light" : "dark");
  expect(await findings(page, { runOnly: ["color-contrast"] })).toEqual([]);
  await setTheme(theme);
}

/**
 * What axe says of the page, run in the page itself: its package for Playwright opens another page for each report,
 * which takes longer than the looking. Nobody reads what it found in order, which takes half of its time to write down;
 * no style sheet of ours comes from elsewhere.
 */
async function findings(page: Page, options: axe.RunOptions = {}) {
  const run = `axe.run(${JSON.stringify({ resultTypes: ["violations"], preload: false, ...options })})`;
  const { violations } = await page.evaluate<axe.AxeResults>(run);
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
}
