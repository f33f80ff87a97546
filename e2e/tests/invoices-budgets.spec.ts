import { readFile } from "node:fs/promises";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { issueInvoice } from "../src/invoices.ts";

signedIn();

test("an owner opens an invoice, and downloads it as PDF and CSV", async ({ page, credentials, database }) => {
  const number = uniqueName("INV");
  await issueInvoice(database, credentials.workspace_id, number);
  await openWorkspacePage(page, credentials, "billing/invoices");
  await expect(page.getByRole("heading", { name: /so far$/ })).toBeVisible();
  await expectAccessible(page);
  const row = page.getByRole("region", { name: "Invoices" }).getByRole("row", { name: new RegExp(number) });
  await row.getByRole("link", { name: "March 2020" }).click();
  await expect(page.getByRole("heading", { name: "Invoice of March 2020" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Lines" })).toContainText("Old gateway");
  await expectAccessible(page);
  const files = { PDF: "%PDF-", CSV: "number,month" };
  for (const [format, begin] of Object.entries(files)) {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: `Download ${format}` }).click();
    const bytes = await readFile(await (await download).path());
    expect(bytes.toString("latin1").startsWith(begin)).toBe(true);
  }
});

test("an owner creates, changes and deletes a budget", async ({ page, credentials }) => {
  const name = uniqueName("budget");
  await openWorkspacePage(page, credentials, "billing/budgets");
  await page.getByRole("button", { name: "New budget" }).first().click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Amount a month, in USD").fill("500");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create budget" }).click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("$500.00");
  await expect(row).toContainText("50 %, 80 %, 100 %, 100 % expected");
  await expectAccessible(page);
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await dialog.getByLabel("Amount a month, in USD").fill("750.5");
  await dialog.getByLabel("At the amount").selectOption("refuse");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("$750.50");
  await expect(row).toContainText("Refuses what would cost more");
  await expect(row).toContainText(/\$0\.00, 0 %|under 1 %/);
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await dialog.getByLabel("At the amount").selectOption("refuse_and_stop");
  await dialog.getByLabel("VMs and groups to stop, in this order").fill("#batch #eu\n#web");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Refuses what would cost more, and stops VMs");
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await expect(dialog.getByLabel("VMs and groups to stop, in this order")).toHaveValue("#batch #eu\n#web");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete budget" }).click();
  await expect(row).toHaveCount(0);
});

test.describe("a viewer", () => {
  signedIn("viewer");

  test("is told who sees invoices and budgets", async ({ page, credentials }) => {
    await openWorkspacePage(page, credentials, "billing/invoices");
    await expect(page.getByRole("heading", { name: "You may not see invoices" })).toBeVisible();
    await openWorkspacePage(page, credentials, "billing/budgets");
    await expect(page.getByRole("heading", { name: "You may not see budgets" })).toBeVisible();
  });
});
