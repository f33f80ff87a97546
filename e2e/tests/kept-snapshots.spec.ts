import type { Page } from "@playwright/test";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";
import { made, runningVm, settled, typeWhatIsAsked } from "../src/vm.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");

test("snapshots: a user keeps two without their VM, makes a VM of one, and deletes both", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(120_000);
  const [name, again] = [uniqueName("ledger"), uniqueName("again")];
  const vmId = await runningVm(api, name);
  for (const snapshot of ["marked", "other"]) {
    await made(api, `/compute/cloud-vms/${vmId}/snapshots`, { name: snapshot });
    await settled(api, vmId);
  }
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/snapshots`);
  await chooseInRow(page, "marked", "Keep it without its VM");
  await expect(page.getByRole("row", { name: /^marked/ })).toContainText("you delete it");
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/settings`);
  await page.getByRole("button", { name: "Delete this VM" }).click();
  await expect(dialog(page)).toContainText("1 snapshot outlives the VM in any case");
  await dialog(page)
    .getByLabel(/^Keep its snapshot/)
    .check();
  await dialog(page).getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog(page).getByRole("button", { name: "Delete VM" }).click();
  await expect.poll(() => api.statusOf(vmId)).toBe("deleted");

  await openWorkspacePage(page, credentials, "snapshots?kept=true");
  const listed: { snapshot_set_id: string; name: string; vm_id: string }[] = await (
    await api.send("GET", "/compute/snapshots?kept=true")
  ).json();
  const [other, marked] = listed.filter(({ vm_id }) => vm_id === vmId);
  const rowOf = (id = "") => page.getByRole("row").filter({ hasText: id });
  await expect(rowOf(marked?.snapshot_set_id)).toContainText("VM deleted");
  await chooseInRow(page, `snapshot ${marked?.snapshot_set_id}`, "Create a VM");
  await dialog(page).getByLabel("Name", { exact: true }).fill(again);
  await dialog(page).getByLabel("Plan").selectOption("plan-small");
  await dialog(page).getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByText(`Creating ${again}`, { exact: true })).toBeVisible();

  for (const snapshot of [marked, other]) {
    await chooseInRow(page, `snapshot ${snapshot?.snapshot_set_id}`, "Delete");
    await typeWhatIsAsked(page);
    await dialog(page).getByRole("button", { name: "Delete snapshot" }).click();
    await expectGone(rowOf(snapshot?.snapshot_set_id));
  }
});
