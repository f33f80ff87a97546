// Price books, whom they are for, and who invoices are made out to. Each test has a book and an organization of its own.
import { expectAccessible } from "../src/accessible.ts";
import { expect, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";

test("an operator makes a price book, sets and takes back its prices and discounts, renames and removes it", async ({
  newOperator,
  openPage,
  database,
}) => {
  const person = await newOperator();
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  const plan = dialog.getByRole("region", { name: "What this does" });
  const [id, name] = [uniqueName("book"), uniqueName("Partners")];
  await page.goto("/operator");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Prices" }).click();
  const books = page.getByRole("region", { name: "Price books" }).getByRole("row");
  await expect(books.nth(1)).toContainText("Standard");
  await expect(books.nth(1)).toContainText("all others");
  await page.getByRole("button", { name: "New price book" }).click();
  await dialog.getByLabel("Id").fill("Partners!");
  await dialog.getByLabel("Name").fill("standard");
  await dialog.getByRole("button", { name: "Create price book" }).click();
  await expect(dialog.getByText(/Id must be 1 to 63 small letters/)).toBeVisible();
  await dialog.getByLabel("Id").fill(id);
  await dialog.getByRole("button", { name: "Create price book" }).click();
  await expect(dialog.getByRole("alert")).toContainText("There is a price book with this name");
  await dialog.getByLabel("Name").fill(name);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create price book" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByText("It has no prices of its own")).toBeVisible();
  await expect(page.getByText("It gives nothing off.")).toBeVisible();

  await page.getByRole("button", { name: "Set price" }).click();
  const bills = dialog.getByRole("region", { name: "This month's bills" });
  await dialog.getByLabel("Product").selectOption("ip.reserved");
  await dialog.getByLabel("Price of an hour").fill("a lot");
  await dialog.getByRole("button", { name: "Set price" }).click();
  await expect(dialog.getByText(/Price of an hour, in USD must be an amount/)).toBeVisible();
  await dialog.getByLabel("Price of an hour").fill("0.01");
  await expect(dialog).toContainText("$7.30 in a month of 730 hours");
  await expect(bills).toContainText("No bill of this month would change.");
  await dialog.getByLabel("Monthly cap").fill("5");
  await dialog.getByLabel("Free amount").fill("2");
  await dialog.getByLabel("From, UTC").fill("2099-01-01T05:00");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Set price" }).click();
  const prices = page.getByRole("region", { name: "Prices of the book" });
  await expect(prices).toContainText("$0.01");
  await expect(prices).toContainText("at most $5.00 in a month");
  await expect(prices).toContainText("2099-01-01 05:00");
  await expect(prices).toContainText("future");
  const { rows } = await database.query("SELECT name FROM sku WHERE sku_code = 'ip.reserved'");
  await chooseInRow(page, `${rows[0].name} from 2099-01-01 05:00`, "Take back");
  await dialog.getByRole("button", { name: "Take back price" }).click();
  await expect(page.getByText("It has no prices of its own")).toBeVisible();

  await page.getByRole("button", { name: "Set discount" }).click();
  await dialog.getByLabel("Percent").fill("12.5");
  await dialog.getByLabel("From, UTC").fill("2099-02-01T00:00");
  await dialog.getByRole("button", { name: "Set discount" }).click();
  const discounts = page.getByRole("region", { name: "Discounts of the book" });
  await expect(discounts).toContainText("12.5 %");
  await chooseInRow(page, "12.5 % from 2099-02-01 00:00", "Take back");
  await dialog.getByRole("button", { name: "Take back discount" }).click();
  await expect(page.getByText("It gives nothing off.")).toBeVisible();

  await page.getByRole("button", { name: "Rename" }).click();
  await dialog.getByLabel("Name").fill(`${name} again`);
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("heading", { name: `${name} again`, level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(plan).toContainText("Deletes the price book");
  await dialog.getByRole("button", { name: "Remove price book" }).click();
  await expect(page.getByRole("heading", { name: "Prices", level: 1 })).toBeVisible();
  await expectGone(page.getByRole("region", { name: "Price books" }).getByRole("row", { name: id }));
});

test("an operator sees what a standard price would do to this month's bills, and the past prices", async ({
  api,
  newOperator,
  openPage,
  database,
}) => {
  const person = await newOperator();
  await api.createVm(uniqueName("vm"));
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  await page.goto("/operator/prices/standard");
  const prices = page.getByRole("region", { name: "Prices of the book" });
  await expect(prices).toContainText("the beginning");
  await page.getByLabel("Past prices too").check();
  await expect(prices).toContainText("present");
  await page.getByRole("button", { name: "Set price" }).click();
  const { rows } = await database.query("SELECT sku_code FROM charge WHERE resource_type = 'cloud_vm' LIMIT 1");
  await dialog.getByLabel("Product").selectOption(rows[0].sku_code);
  await dialog.getByLabel("Price of an hour").fill("99");
  const bills = dialog.getByRole("region", { name: "This month's bills" });
  await expect(bills).toContainText(/Had it held all month, \d+ bills? would change/);
  await expect(bills).toContainText(/All bills together\$[\d,.]+ → \$[\d,.]+ \(\+\$[\d,.]+\)/);
  await expectAccessible(page);
});

test("an operator gives an organization a price book, takes it back, and says who its invoices are made out to", async ({
  newOperator,
  openPage,
  database,
  credentials,
}) => {
  const person = await newOperator();
  const [id, name] = [uniqueName("book"), uniqueName("Friends")];
  await database.query("INSERT INTO price_book (book_id, name) VALUES ($1, $2)", [id, name]);
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  await page.goto(`/operator/organizations/${credentials.organization_id}`);
  await expect(page.getByText("It has the standard prices.")).toBeVisible();
  await page.getByRole("button", { name: "Set price book" }).click();
  await dialog.getByLabel("Price book").selectOption(name);
  await dialog.getByLabel("From, UTC").fill("2099-01-01T00:00");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Set price book" }).click();
  const own = page.getByRole("region", { name: "Price books of the organization" });
  await expect(own).toContainText(`${name}2099-01-01 00:00future`);
  await chooseInRow(page, `${name} from 2099-01-01 00:00`, "Take back");
  await dialog.getByRole("button", { name: "Take back price book" }).click();
  await expect(page.getByText("It has the standard prices.")).toBeVisible();

  await page.getByRole("button", { name: "Edit billing details" }).click();
  await dialog.getByLabel("Legal name").fill("Engines GmbH");
  await dialog.getByLabel("Country").selectOption("Germany");
  await dialog.getByLabel("VAT number").fill("de 136.695-976");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Reason must not be empty.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Ticket 4711");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  const details = page.getByRole("region", { name: "Billing details", exact: true });
  await expect(details).toContainText("Engines GmbH");
  await expect(details).toContainText("DE136695976");
});
