import { expect, SESSION_FILE, test } from "../src/fixtures.ts";

test("sign in", async ({ page, credentials }) => {
  await page.goto("/");
  await page.getByLabel("E-mail").fill(credentials.email);
  await page.getByLabel("Password").fill(credentials.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Cloud VMs" })).toBeVisible();
  await page.context().storageState({ path: SESSION_FILE });
});
