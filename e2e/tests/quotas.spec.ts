// A member asks for a higher quota, and operators decide and set the quotas of classes.
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";

test("an owner asks for more and withdraws; an operator grants a part, and refuses with a reason", async ({
  newOperator,
  openPage,
  database,
  credentials,
}) => {
  const person = await newOperator("operator", "owner");
  await database.query(
    `INSERT INTO quota (workspace_id, resource, "limit") VALUES ($1, 'nat_gateways', 500), ($1, 'cdn_distributions', 600)
         ON CONFLICT (workspace_id, resource) DO UPDATE SET "limit" = excluded."limit"`,
    [credentials.workspace_id],
  );
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  const requests = page.getByRole("region", { name: "Requests for higher quotas" });
  const why = uniqueName("launch");
  const ask = async (resource: string, wanted: string) => {
    await page.getByRole("button", { name: `Ask for more: ${resource}` }).click();
    await dialog.getByLabel("Wanted limit").fill(wanted);
    await dialog.getByLabel("Reason").fill(why);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Send request" }).click();
    await expect(page.getByText(`Asked for more: ${resource}`)).toBeVisible();
  };
  await openWorkspacePage(page, credentials, "settings/quotas");
  await ask("NAT gateways", "900");
  await expect(requests.getByRole("row", { name: /NAT gateways/ }).first()).toContainText("open");
  await expectAccessible(page);
  await requests.getByRole("button", { name: "Withdraw" }).first().click();
  await dialog.getByRole("button", { name: "Withdraw request" }).click();
  await expect(requests.getByRole("row", { name: /NAT gateways/ }).first()).toContainText("withdrawn");
  await ask("NAT gateways", "900");
  await ask("CDN distributions", "950");

  await page.goto("/operator/quotas?status=open");
  const waiting = page.getByRole("region", { name: "Quota requests" }).getByRole("row").filter({ hasText: why });
  await expect(waiting).toHaveCount(2);
  await expectAccessible(page);
  await waiting.filter({ hasText: "NAT gateways" }).getByRole("button", { name: "Grant" }).click();
  await dialog.getByLabel("Limit").fill("700");
  await dialog.getByLabel("Reason").fill("More from June on.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Grant request" }).click();
  await expect(waiting).toHaveCount(1);
  await waiting.getByRole("button", { name: "Refuse" }).click();
  await dialog.getByLabel("Reason").fill("Please pay first.");
  await dialog.getByRole("button", { name: "Refuse request" }).click();
  // The page may show the change before its request is answered, and leaving it then would break that off.
  await expect(page.getByText(/^Refused /)).toBeVisible();
  await expect(waiting).toHaveCount(0);

  await openWorkspacePage(page, credentials, "settings/quotas");
  await expect(page.getByRole("row", { name: /^NAT gateways/ }).first()).toContainText("of 700");
  await expect(requests).toContainText("Please pay first.");
});

test("an operator makes a class of organizations, sets its quotas, gives it to one, and removes it", async ({
  newOperator,
  openPage,
  database,
  credentials,
}) => {
  const person = await newOperator();
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  const name = uniqueName("Trusted");
  const id = uniqueName("class");
  // Organizations of other tests may become of it meanwhile, so it stays.
  const other = uniqueName("New ones");
  await database.query("INSERT INTO quota_class (class_id, name) VALUES ($1, $2)", [uniqueName("new"), other]);
  const row = page.getByRole("region", { name: "Quota classes" }).getByRole("row", { name });
  await page.goto("/operator/quotas");
  await page.getByRole("button", { name: "New class" }).click();
  await dialog.getByLabel("Id").fill(id);
  await dialog.getByLabel("Name").fill(name);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create class" }).click();
  await expect(row).toContainText("no limit");
  await chooseInRow(page, name, "Set quotas");
  await dialog.getByLabel("CPUs of all VMs").fill("4000");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Set quotas" }).click();
  await expect(row).toContainText("CPUs of all VMs 4,000");
  const newOnes = page.getByRole("region", { name: "Quota classes" }).getByRole("row", { name: other });
  await chooseInRow(page, other, "Make default");
  await dialog.getByRole("button", { name: "Make default" }).click();
  await expect(newOnes).toContainText("default");
  await chooseInRow(page, "Standard", "Make default");
  await dialog.getByRole("button", { name: "Make default" }).click();
  await expect(newOnes).not.toContainText("default");

  const organization = `/operator/organizations/${credentials.organization_id}`;
  const setClass = async (label: string, shown: string) => {
    await page.goto(organization);
    await page.getByRole("button", { name: "Set quota class" }).click();
    await dialog.getByLabel("Quota class").selectOption(label);
    await dialog.getByLabel("Reason").fill("A year of paid invoices.");
    await dialog.getByRole("button", { name: "Set quota class" }).click();
    await expect(page.getByText(`has the quota class ${shown} now`)).toBeVisible();
  };
  await setClass(name, id);
  await setClass("Standard", "standard");
  await page.goto("/operator/quotas");
  await chooseInRow(page, name, "Remove");
  await dialog.getByRole("button", { name: "Remove quota class" }).click();
  await expectGone(row);
});
