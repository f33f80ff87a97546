import type { Page } from "@playwright/test";

/** Opens the menu of a table's row. @param name of the row, as its menu states it */
export async function openRowMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
}

/** Chooses an action in the menu of a table's row. */
export async function chooseInRow(page: Page, name: string, action: string): Promise<void> {
  await openRowMenu(page, name);
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}
