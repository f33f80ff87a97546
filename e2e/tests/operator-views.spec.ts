// An operator views an organization, and deletes a person.
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test } from "../src/fixtures.ts";

signedIn();

const REASON = "Ticket 4711: the list of VMs is empty.";

test("an operator views an organization in one browser, ends it, and its owner and operators see it", async ({
  newOperator,
  openPage,
  credentials,
  database,
  page: owner,
}) => {
  const person = await newOperator("operator");
  await database.query("DELETE FROM member WHERE user_id = $1", [person.user_id]);
  const page = await openPage(person.session, { viewport: { width: 390, height: 844 } });
  const dialog = page.getByRole("alertdialog");
  await page.goto(`/operator/organizations/${credentials.organization_id}`);
  await page.getByRole("button", { name: "View its console" }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill(REASON);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "View its console" }).click();
  await expect(page).toHaveURL(/\/workspaces\//);
  const banner = page.getByRole("region", { name: "View of an operator" });
  await expect(banner).toContainText("Demo");
  await expectAccessible(page);
  await openWorkspacePage(page, credentials, "cloud-vms");
  await expect(banner).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("You do not have access");

  await openWorkspacePage(owner, credentials, "settings");
  const views = owner.getByRole("region", { name: "Views of operators" });
  await expect(views.getByRole("row").filter({ hasText: REASON })).toContainText("open");
  await expectAccessible(owner);

  await banner.getByRole("button", { name: "End" }).click();
  await expect(page).toHaveURL(`/operator/organizations/${credentials.organization_id}`);
  await expect(page.getByRole("heading", { name: "Demo", level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await page.goto("/operator/views");
  const row = page.getByRole("row").filter({ hasText: REASON }).first();
  await expect(row).toContainText("by the operator");
  await page.getByRole("combobox", { name: "Operator" }).fill(person.name);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(new RegExp(`user_id=${person.user_id}`));
  await expect(row).toContainText("Demo");
  await expectAccessible(page);
});

test("an operator deletes a person by typing the address", async ({ newOperator, openPage, newMember }) => {
  const member = await newMember("viewer");
  const page = await openPage((await newOperator("operator")).session);
  await page.goto(`/operator/people/${member.user_id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox").fill(member.email);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete person" }).click();
  await expect(page).toHaveURL("/operator/people");
});
