// An invoice that the wallet did not cover, as operators and the organization see it.
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, test } from "../src/fixtures.ts";
import { issueInvoice } from "../src/invoices.ts";

test("an operator finds what is overdue and postpones it, and its organization sees until when", async ({
  newOperator,
  openPage,
  database,
  credentials,
}) => {
  const { organization_id, workspace_id } = credentials;
  await issueInvoice(database, workspace_id, "2020-0001", "12.5");
  const person = await newOperator("operator", "owner");
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  await page.goto(`/operator/organizations/${organization_id}`);
  await page
    .getByRole("main")
    .getByRole("link", { name: /Invoices/ })
    .click();
  await page.getByRole("main").getByRole("link", { name: "2020-0001" }).click();
  const facts = page.getByRole("region", { name: "Invoice", exact: true });
  await expect(facts).toContainText("Overdue");
  await expect(facts).toContainText("$12.50");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Postpone" }).click();
  await dialog.getByLabel("Due").fill("2099-05-01");
  await dialog.getByLabel("Reason").fill("They wait for their own customer.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Postpone invoice" }).click();
  await expect(page.getByText("Postponed invoice 2020-0001")).toBeVisible();
  await expect(facts).toContainText("They wait for their own customer.");
  await expect(facts).not.toContainText("Overdue");

  await openWorkspacePage(page, credentials, "billing/invoices");
  await expect(page.getByRole("row").filter({ hasText: "2020-0001" })).toContainText("Open");
  await expectAccessible(page);
});
