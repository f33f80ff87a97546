import type { Locator, Page } from "@playwright/test";

/** More stops than any page has. */
const MOST_STOPS = 200;

/**
 * Goes on by the tab key until something has the focus, as a person without a mouse does. @throws when the key does not
 * lead there
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the tab key does not lead to ${target}`);
}

/** Goes there by the tab key, and presses a key. */
export async function pressAt(
  page: Page,
  target: Locator,
  key: "Enter" | "Space" | "ArrowRight" = "Enter",
): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes there by the tab key, and types over what is there. */
export async function typeAt(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}
