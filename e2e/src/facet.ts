import { expect, type Page } from "@playwright/test";

/** Chooses values of a filter in its open box. The box is ticked when the address has the value. */
export async function tick(page: Page, ...values: readonly string[]): Promise<void> {
  for (const value of values) {
    const box = page.getByRole("checkbox", { name: value, exact: true });
    await box.click();
    await expect(box).toBeChecked();
  }
}
