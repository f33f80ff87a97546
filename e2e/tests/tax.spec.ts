import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";

test("an operator adds a tax rate and takes it back, and an owner says who invoices are made out to", async ({
  newOperator,
  openPage,
  credentials,
}) => {
  const person = await newOperator("operator", "owner");
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  await page.goto("/operator/tax");
  await page.getByRole("button", { name: "Add rate" }).click();
  await dialog.getByRole("button", { name: "Add rate" }).click();
  await expect(dialog.getByText(/must be the code of a country/)).toBeVisible();
  // Nobody is taxed there.
  await dialog.getByRole("combobox", { name: "Country" }).selectOption("Antarctica");
  await dialog.getByLabel("Percent").fill("19.5");
  await dialog.getByLabel("From, UTC").fill("2090-01-01");
  await dialog.getByLabel(/^Reverse charge/).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add rate" }).click();
  await expect(page.getByText("Antarctica has a rate from 2090-01-01 on")).toBeVisible();
  const row = page.getByRole("region", { name: "Tax rates" }).getByRole("row", { name: "Antarctica" });
  await expect(row).toContainText("VAT 19.5 %");
  await expect(row).toContainText("reverse charge");
  await chooseInRow(page, "Antarctica from 2090-01-01", "Take back");
  await dialog.getByRole("button", { name: "Take back tax rate" }).click();
  await expectGone(row);

  const name = uniqueName("Engines");
  await openWorkspacePage(page, credentials, "billing");
  await page.getByRole("button", { name: "Edit billing details" }).click();
  await dialog.getByLabel("Legal name").fill(name);
  await dialog.getByLabel("Address").fill("Ring 1\nDoor 4");
  await dialog.getByRole("combobox", { name: "Country" }).selectOption("Austria");
  await dialog.getByLabel("VAT number").fill("DE 136 695 976");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(/^VAT number must have the form/)).toBeVisible();
  await dialog.getByLabel("VAT number").fill("atu 18522105");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved the billing details")).toBeVisible();
  const details = page.getByRole("region", { name: "Billing details" });
  for (const shown of [name, "Ring 1, Door 4", "ATU18522105"]) await expect(details).toContainText(shown);
});
