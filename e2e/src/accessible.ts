import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

/** The minified source, because each document compiles it: `axe.source` is twice as long. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Checks that axe finds no violations in either theme and that the page does not scroll sideways. */
export async function expectAccessible(page: Page) {
  await expect(page.getByRole("progressbar", { name: "Loading the page" })).toHaveCount(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // A document keeps what was evaluated in it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE_SOURCE);
  expect(await page.evaluate(inspect)).toEqual({ violations: [], violationsInTheOtherTheme: [], overflow: 0 });
}

/**
 * Runs axe in the page itself. Its Playwright package opens another page for each report, which takes longer than the
 * analysis. The list of passed checks, which takes half of axe's time to write, is left out, and so are style sheets
 * from other origins, because there are none. Busy content is left out too: it may be pale and is about to be replaced,
 * and a list can become busy between two checks, when data arrives or a search begins.
 */
async function inspect() {
  const { axe: inPage } = window as unknown as { readonly axe: typeof axe };
  const violationsOf = async (options: axe.RunOptions) => {
    const all = { resultTypes: ["violations"] satisfies axe.resultGroups[], preload: false };
    const { violations } = await inPage.run({ exclude: ["[aria-busy=true]"] }, { ...all, ...options });
    return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  };
  const html = document.documentElement;
  const violations = await violationsOf({});
  const overflow = html.scrollWidth - html.clientWidth;
  // The themes differ only in their colours. With motion disabled (playwright.config.ts) they switch at once.
  const theme = html.dataset.theme ?? "light";
  html.dataset.theme = theme === "dark" ? "light" : "dark";
  const violationsInTheOtherTheme = await violationsOf({ runOnly: ["color-contrast"] });
  html.dataset.theme = theme;
  return { violations, violationsInTheOtherTheme, overflow };
}
