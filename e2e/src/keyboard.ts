import type { Locator, Page } from "@playwright/test";

/** More tab stops than any page has. */
const MOST_STOPS = 200;

/**
 * Presses the tab key until the target has the focus, as keyboard users do.
 * @throws Error if the tab key does not reach the target
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the tab key does not lead to ${target}`);
}

/** Moves the focus to the target by the tab key and presses a key. */
export async function pressAt(
  page: Page,
  target: Locator,
  key: "Enter" | "Space" | "ArrowRight" = "Enter",
): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Moves the focus to the target by the tab key and replaces its text. */
export async function typeAt(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}
