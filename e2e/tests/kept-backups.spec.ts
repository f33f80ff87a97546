import type { Page } from "@playwright/test";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";
import { made, runningVm, settled, typeWhatIsAsked } from "../src/vm.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");

test("backups: a user deletes a VM and keeps its backup, makes a VM of it, and deletes it", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(120_000);
  const [name, again] = [uniqueName("ledger"), uniqueName("again")];
  const vmId = await runningVm(api, name);
  await made(api, `/compute/cloud-vms/${vmId}/backups`, {});
  await settled(api, vmId);
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/settings`);
  await page.getByRole("button", { name: "Delete this VM" }).click();
  await dialog(page)
    .getByLabel(/^Keep its backup/)
    .check();
  await dialog(page).getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog(page).getByRole("button", { name: "Delete VM" }).click();
  await expect.poll(() => api.statusOf(vmId)).toBe("deleted");

  await openWorkspacePage(page, credentials, "backups?kept=true");
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("succeeded");
  const [backup] = await (await api.send("GET", "/compute/backups?kept=true")).json();
  await chooseInRow(page, `backup ${backup.backup_id}`, "Create a VM");
  await dialog(page).getByLabel("Name", { exact: true }).fill(again);
  await dialog(page).getByLabel("Plan").selectOption("plan-small");
  await dialog(page).getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByText(`Creating ${again}`, { exact: true })).toBeVisible();

  await chooseInRow(page, `backup ${backup.backup_id}`, "Delete");
  await typeWhatIsAsked(page);
  await dialog(page).getByRole("button", { name: "Delete backup" }).click();
  await expectGone(row);
});
