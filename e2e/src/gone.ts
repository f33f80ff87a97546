import { expect, type Locator } from "@playwright/test";

/**
 * Expects that a page no longer shows something that is found by its role. The page behind an open dialog is hidden
 * from roles, and a list that still loads is empty: either would let the check pass too early, so it waits for both.
 */
export async function expectGone(shown: Locator): Promise<void> {
  const page = shown.page();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  await expect(shown).toHaveCount(0);
}
