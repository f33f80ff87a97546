// What operators do about one person and one VM.
import { expectAccessible } from "../src/accessible.ts";
import { expect, test, uniqueName } from "../src/fixtures.ts";
import { openRowMenu } from "../src/row-menu.ts";

test("an operator finds a person, signs them out and resets their second factor", async ({
  newOperator,
  newMember,
  openPage,
  database,
}) => {
  const [operator, person] = [await newOperator(), await newMember("viewer")];
  await database.query('UPDATE "user" SET two_factor_enabled = true WHERE id = $1', [person.user_id]);
  const page = await openPage(operator.session);
  const dialog = page.getByRole("alertdialog");
  await page.goto("/operator/people");
  await page.getByRole("searchbox", { name: "Search by name or e-mail" }).fill(person.email);
  const rows = page.getByRole("region", { name: "People" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await rows.getByRole("link", { name: person.name }).click();
  const facts = page.getByRole("region", { name: "Person", exact: true });
  await expect(facts).toContainText("Signed-in browsers1");
  await expect(page.getByRole("region", { name: "Memberships" })).toContainText("viewer");

  await page.getByRole("button", { name: "End sessions" }).click();
  await dialog.getByRole("button", { name: "End sessions" }).click();
  await expect(dialog.getByText("Reason must not be empty.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("The laptop was stolen.");
  await expect(dialog.getByRole("region", { name: "What this does" })).toContainText("sessions: 1 → 0");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "End sessions" }).click();
  await expect(page.getByText(`Signed ${person.name} out`)).toBeVisible();
  await expect(facts).toContainText("Signed-in browsers0");

  await page.getByRole("button", { name: "Reset second factor" }).click();
  await dialog.getByLabel("Reason").fill("Lost phone");
  await dialog.getByRole("button", { name: "Reset second factor" }).click();
  await expect(facts).toContainText("Second factoroff");
  await page.getByRole("button", { name: "Reset second factor" }).focus();
  await expect(page.getByRole("tooltip")).toContainText("nothing to reset");

  await page.getByRole("button", { name: "Lock", exact: true }).click();
  await dialog.getByLabel("Reason").fill("The account was taken over.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Lock person" }).click();
  await expect(page.getByText(`Locked ${person.name}`)).toBeVisible();
  await expect(facts).toContainText("The account was taken over.");
  await page.getByRole("button", { name: "Unlock" }).click();
  await dialog.getByLabel("Reason").fill("The owner has it back.");
  await dialog.getByRole("button", { name: "Unlock person" }).click();
  await expect(page.getByText(`Unlocked ${person.name}`)).toBeVisible();
});

test("an operator finds a VM and stops it, and its owner sees why, until it is released", async ({
  api,
  credentials,
  newOperator,
  newMember,
  openPage,
}) => {
  const [operator, owner] = [await newOperator(), await newMember("owner")];
  const name = uniqueName("vm");
  const vmId = await api.createVm(name);
  const page = await openPage(operator.session);
  const dialog = page.getByRole("alertdialog");
  await page.goto(`/operator/find?q=${vmId}`);
  await page.getByRole("region", { name: "Found" }).getByRole("link", { name }).click();
  const facts = page.getByRole("region", { name: "VM", exact: true });
  await expect(facts).toContainText("Demo");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await dialog.getByRole("button", { name: "Stop VM" }).click();
  await expect(dialog.getByText("Reason must not be empty.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("It sends spam.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Stop VM" }).click();
  await expect(page.getByText(`Stopped ${name}`)).toBeVisible();
  await expect(facts).toContainText("It sends spam.");
  await expectAccessible(page);

  const theirs = await openPage(owner.session);
  await theirs.goto(`/workspaces/${credentials.workspace_id}/cloud-vms/${vmId}`);
  await expect(theirs.getByRole("main")).toContainText("An operator of this cloud stopped the VM: It sends spam.");
  await expectAccessible(theirs);
  await theirs.goto(`/workspaces/${credentials.workspace_id}/cloud-vms?search=${name}`);
  await openRowMenu(theirs, name);
  await expect(theirs.getByRole("menuitem", { name: "Start" })).toContainText("An operator of the cloud keeps the VM");

  await page.getByRole("button", { name: "Release" }).click();
  await dialog.getByRole("button", { name: "Release VM" }).click();
  await expect(page.getByText(`Released ${name}`)).toBeVisible();
});
