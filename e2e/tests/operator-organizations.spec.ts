// The overview, an organization, its operations, and the sites.
import { expectAccessible } from "../src/accessible.ts";
import { expect, test, uniqueName } from "../src/fixtures.ts";

test("the overview says what is left to set up, until it is done", async ({ newOperator, openPage, database }) => {
  const person = await newOperator();
  const page = await openPage(person.session);
  const product = uniqueName("new.product");
  await database.query(
    "INSERT INTO sku (sku_code, family, name, unit, currency) VALUES ($1, 'cdn', 'New', 'request', 'USD')",
    [product],
  );
  await page.goto("/operator");
  const steps = page.getByRole("region", { name: "Set up", exact: true });
  const prices = steps.getByRole("listitem").filter({ hasText: "Set the prices of products" });
  await expect(prices).toContainText(product);
  await expectAccessible(page);
  await prices.getByRole("link", { name: "Prices" }).click();
  await page.getByRole("button", { name: "Set price" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Product").selectOption(`New (${product}), no price`);
  await dialog.getByLabel("Price of an hour").fill("0.002");
  await dialog.getByRole("button", { name: "Set price" }).click();
  await expect(page.getByText("Set the price of New in Standard")).toBeVisible();
  await expect(page.getByRole("region", { name: "Prices of the book" })).toContainText(product);
  await page.goto("/operator");
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await expect(page.getByText(`sku code: ${product}`)).toBeVisible();
  await expect(prices.filter({ hasText: product })).toHaveCount(0);
});

test("an operator finds an organization, tops it up, limits its credit, suspends it and resumes it", async ({
  newOperator,
  openPage,
  credentials,
}) => {
  const person = await newOperator();
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  const plan = dialog.getByRole("region", { name: "What this does" });
  await page.goto("/");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Operator" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  const numbers = page.getByRole("main").getByRole("listitem");
  await expect(numbers.filter({ hasText: "Organizations" })).toContainText(/\d/);
  await expect(numbers.filter({ hasText: "Income this month" })).toContainText(/\$\d+\.\d\d/);
  await expect(page.getByRole("region", { name: "Sites", exact: true })).toContainText("open");
  await expect(page.getByRole("region", { name: "Sites", exact: true })).toContainText(/Memory sold.* GB/);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Organizations" }).click();
  await page.getByRole("searchbox", { name: "Search by name or e-mail" }).fill(person.email);
  const rows = page.getByRole("region", { name: "Organizations" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await page.getByRole("combobox", { name: "State" }).selectOption("Suspended");
  await expect(page.getByText("No organization matches")).toBeVisible();
  await page.getByRole("combobox", { name: "State" }).selectOption("Active");
  await rows.getByRole("link", { name: "Demo" }).click();
  await expect(page.getByRole("heading", { name: "Demo", level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Workspaces", exact: true })).toContainText("Main");
  const facts = page.getByRole("region", { name: "Organization", exact: true });
  await expect(facts).toContainText(credentials.organization_id);
  await expect(page.getByText("No operator acted on it yet.")).toBeVisible();

  const reference = uniqueName("Transfer");
  await page.getByRole("button", { name: "Top up" }).click();
  await dialog.getByLabel("Amount, in USD").fill("a lot");
  await dialog.getByRole("button", { name: "Top up" }).click();
  await expect(dialog.getByText(/must be an amount above 0/)).toBeVisible();
  await dialog.getByLabel("Amount, in USD").fill("250.5");
  await dialog.getByLabel("Reference").fill(reference);
  await expect(plan).toContainText("balance: 1000000 → 1000250.5");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Top up" }).click();
  await expect(page.getByText("Added $250.50 to the balance of Demo")).toBeVisible();
  await expect(facts).toContainText("$1,000,250.50");
  const events = page.getByRole("region", { name: "Events", exact: true });
  await expect(events).toContainText(`amount: $250.50, reference: ${reference}`);

  await page.getByRole("button", { name: "Set credit limit" }).click();
  await dialog.getByLabel("Credit limit, in USD").fill("75");
  await expect(plan).toContainText("credit limit: 0 → 75");
  await dialog.getByRole("button", { name: "Set credit limit" }).click();
  await expect(page.getByText("The credit limit of Demo is $75.00 now")).toBeVisible();
  await expect(facts).toContainText("$75.00");

  await page.getByRole("button", { name: "Suspend" }).click();
  await dialog.getByLabel("Reason").fill("The invoice is not paid.");
  await expect(plan).toContainText("Changes the organization");
  await dialog.getByRole("button", { name: "Suspend organization" }).click();
  await expect(page.getByText("Suspended Demo")).toBeVisible();
  await expect(facts).toContainText("The invoice is not paid.");
  await expect(facts).toContainText("an operator");
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(plan).toContainText("Changes the organization");
  await dialog.getByRole("button", { name: "Resume organization" }).click();
  await expect(page.getByText("Resumed Demo")).toBeVisible();
  await expect(page.getByRole("button", { name: "Suspend" })).toBeVisible();

  await expect(events).toContainText("Resumed an organization");
  await expect(events).toContainText("Reason: The invoice is not paid.");
  await expectAccessible(page);
});

test("an operator follows an operation of a customer to its course, and sees what a site has sold", async ({
  api,
  credentials,
  newOperator,
  openPage,
  database,
}) => {
  const person = await newOperator();
  const vmId = await api.createVm(uniqueName("vm"));
  const { rows } = await database.query("SELECT operation_id FROM operation WHERE resource_id = $1", [vmId]);
  const operationId: string = rows[0].operation_id;
  const page = await openPage(person.session);
  await page.goto(`/operator/organizations/${credentials.organization_id}`);
  await expect(page.getByRole("region", { name: "Operations of the organization" })).toContainText(operationId);
  await page.goto("/operator/operations");
  const row = page.getByRole("region", { name: "Operations" }).getByRole("row").filter({ hasText: operationId });
  await expect(row).toContainText("create of cloud vm");
  await expect(row).toContainText("Demo, Main");
  await row.getByRole("link", { name: "create of cloud vm" }).click();
  await expect(page.getByRole("region", { name: "Course" })).toContainText("asked for create of cloud_vm");
  await page.goto("/operator/operations?state=failed");
  await expect(page.getByRole("main")).not.toContainText(operationId);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sites" }).click();
  await expect(page.getByRole("region", { name: "Sites" })).toContainText(/site-ams-1open/);
});
