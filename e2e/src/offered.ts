import { expect, type Page } from "@playwright/test";

/** The menus of rows. */
export const MENUS = /^Actions for /;

/** @returns the enabled buttons of a page, without those that sort a list. They are read at once, because some vanish. */
export function enabledButtons(page: Page): Promise<readonly string[]> {
  const enabled = page.getByRole("main").locator("button:not(th button):not([aria-disabled=true]):enabled:visible");
  return enabled.evaluateAll((buttons) =>
    buttons.map((button) => (button.getAttribute("aria-label") ?? button.textContent ?? "").trim()),
  );
}

/**
 * @param harmless items that only read
 * @returns the enabled items of a page's menu that change something
 */
export async function enabledItems(page: Page, harmless: readonly string[] = []): Promise<readonly string[]> {
  const found: string[] = [];
  // The rows of a list have the same menu.
  const [menu] = await page.getByRole("main").getByRole("button", { name: MENUS }).all();
  if (menu !== undefined) {
    await menu.click();
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    for (const item of await page.getByRole("menuitem").all()) {
      const words = (await item.textContent()) ?? "";
      if ((await item.getAttribute("aria-disabled")) !== "true" && !harmless.includes(words)) found.push(words);
    }
    await page.keyboard.press("Escape");
  }
  return found;
}
