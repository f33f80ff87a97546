import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Nothing for axe to find in either theme, and nothing that makes the page scroll sideways. */
export async function expectAccessible(page: Page) {
  expect(await findings(axeOf(page))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  // The other theme differs in its colours alone. Where nothing moves (playwright.config.ts) they are there at once.
  const html = page.locator("html");
  const theme = (await html.getAttribute("data-theme")) ?? "light";
  const setTheme = (name: string) => html.evaluate((element, value) => element.setAttribute("data-theme", value), name);
  await setTheme(theme === "dark" ? "light" : "dark");
  expect(await findings(axeOf(page).withRules(["color-contrast"]))).toEqual([]);
  await setTheme(theme);
}

/** Nobody reads what it found in order, which takes half of its time to write down; no style sheet of ours comes from elsewhere. */
function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"], preload: false });
}

async function findings(axe: AxeBuilder) {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
}
