// The seller is on the invoices of all organizations, and its country is that of those that have not said theirs.
import { expect, test, uniqueName } from "../../src/fixtures.ts";

test("an operator says who invoices are from", async ({ newOperator, openPage }) => {
  const person = await newOperator();
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  const name = uniqueName("Cloud");
  await page.goto("/operator/tax");
  await page.getByRole("button", { name: "Edit seller" }).click();
  await dialog.getByLabel("Legal name").fill(name);
  await dialog.getByLabel("Country").selectOption("Iceland");
  await dialog.getByRole("button", { name: "Save" }).click();
  const seller = page.getByRole("region", { name: "Seller", exact: true });
  await expect(seller).toContainText(name);
  await expect(seller).toContainText("Iceland");
});
