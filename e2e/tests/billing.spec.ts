import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";

signedIn();

test("the billing page shows wallet and month, and the ledger its entries", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "billing");
  const wallet = page.getByRole("region", { name: "Wallet" });
  await expect(wallet).toContainText("Balance");
  await expect(wallet).toContainText(/\$[\d,]+\.\d\d/);
  await expect(page.getByRole("region", { name: "This month" })).toContainText("Spent this month in Main");
  await expect(page.getByRole("region", { name: "This month" })).toContainText("Expected by the end of the month");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Ledger" }).click();
  await expect(page.getByRole("region", { name: "Ledger" }).getByRole("row").nth(1)).toContainText(
    /Opening|Top-up|Adjustment|Usage/,
  );
  await expectAccessible(page);
});

test("the price list shows hourly and monthly prices by family", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "billing/prices");
  const row = page.getByRole("region", { name: "Prices of Networking" }).getByRole("row", { name: /ip\.reserved/ });
  await expect(row).toContainText("$0.005");
  await expect(row).toContainText("$3.65");
  await expectAccessible(page);
});

test("a user checks whether a product may be bought, and lists and filters billing decisions", async ({
  page,
  credentials,
  api,
}) => {
  const name = uniqueName("bought");
  expect((await api.send("POST", "/object-storage/buckets", { data: { name, region: "eu-central-1" } })).status()).toBe(
    201,
  );
  await openWorkspacePage(page, credentials, "billing/admissions");
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("bucket.standard");
  await expect(row).toContainText("allowed");
  await expect(row).toContainText("$0.001");
  const check = page.getByRole("button", { name: "Check" });
  await expect(check).toHaveAttribute("aria-disabled", "true");
  await page.getByLabel("Product").selectOption("nat.gateway");
  await check.click();
  const may = page.getByRole("region", { name: "Check a purchase" });
  await expect(may).toContainText("$0.03 an hour, $21.90 a month");
  await expect(may).toContainText("Balance and credit limit pay for at least one hour of it.");
  await expectAccessible(page);

  await page.getByRole("combobox", { name: "Decision" }).selectOption("false");
  await expect(page).toHaveURL(/allowed=false/);
  await expect(row).toHaveCount(0);
  await page.getByRole("combobox", { name: "Decision" }).selectOption("true");
  await expect(row).toBeVisible();
});

test("usage and decisions of an empty workspace show an empty state", async ({ page, emptyWorkspace }) => {
  await page.goto(`/workspaces/${emptyWorkspace}/billing/usage`);
  await expect(page.getByRole("heading", { name: "Nothing was used" })).toBeVisible();
  await page.getByLabel("Period").selectOption("last-month");
  await expect(page).toHaveURL(/period=last-month/);
  await expect(page.getByRole("heading", { name: "Nothing was used" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/workspaces/${emptyWorkspace}/billing/admissions`);
  await expect(page.getByRole("heading", { name: "No decisions yet" })).toBeVisible();
});

test.describe("a viewer", () => {
  signedIn("viewer");

  test("sees prices, and why the wallet is hidden", async ({ page, credentials }) => {
    await openWorkspacePage(page, credentials, "billing");
    await expect(page.getByRole("heading", { name: "You may not see the wallet" })).toBeVisible();
    await expect(page.getByText("your role is viewer")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Ledger" }).click();
    await expect(page.getByRole("heading", { name: "You may not see the wallet" })).toBeVisible();
    await page.getByRole("link", { name: "Prices" }).click();
    await expect(page.getByRole("region", { name: "Prices of Compute" })).toBeVisible();
  });
});

test.describe("the billing role", () => {
  signedIn("billing");

  test("sees the wallet with its credit limit", async ({ page, credentials }) => {
    await openWorkspacePage(page, credentials, "billing");
    await expect(page.getByRole("region", { name: "Wallet" })).toContainText("Credit limit");
  });
});
