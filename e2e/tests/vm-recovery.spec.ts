import type { Page } from "@playwright/test";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow, openRowMenu } from "../src/row-menu.ts";
import { availableVolume, halfADayAfter, made, runningVm, settled, typeWhatIsAsked } from "../src/vm.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");

test("snapshots: a user takes, searches, restores and deletes snapshots of some volumes", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(120_000);
  const name = uniqueName("snapshots");
  const volume = uniqueName("data");
  const vmId = await runningVm(api, name, { volume_ids: [await availableVolume(api, volume)] });
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/snapshots`);
  await expect(page.getByRole("heading", { name: "No snapshots yet" })).toBeVisible();

  const take = page.getByRole("button", { name: "Take a snapshot" });
  await take.click();
  await dialog(page).getByRole("button", { name: "Take snapshot" }).click();
  await expect(dialog(page).getByText("Name must not be empty.")).toBeVisible();
  await dialog(page).getByLabel("Name", { exact: true }).fill("before-upgrade");
  await dialog(page).getByLabel("Description").fill("Debian 12 to 13");
  await dialog(page)
    .getByRole("radio", { name: /^Choose/ })
    .check();
  await dialog(page).getByLabel(volume).check();
  await dialog(page).getByRole("button", { name: "Take snapshot" }).click();
  const before = page.getByRole("row", { name: /before-upgrade/ });
  await expect(before).toContainText("succeeded");
  await expect(before).toContainText(volume);

  await expect(take).not.toHaveAttribute("aria-disabled");
  await take.click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("before-upgrade");
  await dialog(page).getByRole("button", { name: "Take snapshot" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("another snapshot of this name");
  await dialog(page).getByLabel("Name", { exact: true }).fill("root-alone");
  await dialog(page)
    .getByRole("radio", { name: /^Root disk/ })
    .check();
  await dialog(page).getByRole("button", { name: "Take snapshot" }).click();
  const root = page.getByRole("row", { name: /root-alone/ });
  await expect(root).toContainText("succeeded");
  await expect(page.getByText("2 snapshots")).toBeVisible();

  await page.getByLabel("Search by name or description").fill("upgrade");
  await expect(root).toHaveCount(0);
  await expect(before).toBeVisible();
  await page.getByLabel("Search by name or description").fill("nothing of the kind");
  await page.getByRole("link", { name: "Show all snapshots" }).click();
  await expect(root).toBeVisible();

  await settled(api, vmId);
  await chooseInRow(page, "before-upgrade", "Restore");
  await expect(dialog(page).getByRole("checkbox", { name: "Root disk" })).toBeChecked();
  await dialog(page).getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog(page).getByRole("button", { name: "Restore VM" }).click();
  // The notice of its end takes the place of the notice of its beginning.
  await expect(page.getByText(new RegExp(`^Restor(ing|ed) ${name}$`))).toBeVisible();
  await settled(api, vmId);

  await chooseInRow(page, "root-alone", "Delete");
  await dialog(page).getByLabel("Type root-alone to confirm").fill("root-alone");
  await dialog(page).getByRole("button", { name: "Delete snapshot" }).click();
  await expectGone(root);
});

test("a failed snapshot is shown and cannot be restored", async ({ page, credentials, api }) => {
  const vmId = await runningVm(api, `fail-at-capture-volumes--${uniqueName("e2e")}`);
  await made(api, `/compute/cloud-vms/${vmId}/snapshots`, { name: "unlucky" });
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/snapshots`);
  const row = page.getByRole("row", { name: /unlucky/ });
  await expect(row).toContainText("failed");
  await expect(page.getByRole("status").filter({ hasText: "Snapshot failed" })).toBeVisible();
  await openRowMenu(page, "unlucky");
  await expect(page.getByRole("menuitem", { name: /^Restore/ })).toContainText("failed, so there is nothing");
});

test("backups: a user sets the policy, backs up, restores and deletes; a parent of a chain cannot be deleted", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(120_000);
  const name = uniqueName("backups");
  const time = halfADayAfter(new Date().getUTCHours());
  const vmId = await runningVm(api, name);
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/backups`);
  await expect(page.getByRole("heading", { name: "No backup schedule" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No backups yet" })).toBeVisible();

  await page.getByRole("button", { name: "Enable backups" }).click();
  await dialog(page).getByLabel("Frequency").selectOption("weekly");
  await dialog(page).getByLabel("Day", { exact: true }).selectOption("Monday");
  await dialog(page).getByLabel("Time", { exact: true }).fill(time);
  await dialog(page).getByLabel("Time zone").selectOption("UTC");
  await dialog(page).getByRole("button", { name: "Enable backups" }).click();
  const policy = page.getByRole("region", { name: "Schedule and retention" });
  await expect(policy).toContainText(`Every Monday at ${time} (UTC), beginning within 30 minutes`);
  await expect(policy).toContainText("7 days");

  await page.getByRole("button", { name: "Edit policy" }).click();
  await dialog(page).getByLabel("Days to keep").fill("0");
  await dialog(page).getByRole("button", { name: "Save policy" }).click();
  await expect(dialog(page).getByText("Days to keep must be at least 1.")).toBeVisible();
  await dialog(page).getByLabel("Days to keep").fill("14");
  await dialog(page).getByLabel("Time", { exact: true }).fill("");
  await dialog(page).getByRole("button", { name: "Save policy" }).click();
  await expect(dialog(page).getByText("Time must not be empty.")).toBeVisible();
  await dialog(page).getByLabel("Time", { exact: true }).fill(time);
  await dialog(page).getByLabel("Frequency").selectOption("daily");
  await dialog(page).getByRole("button", { name: "Save policy" }).click();
  await expect(policy).toContainText(`Every day at ${time} (UTC)`);
  await expect(policy).toContainText("14 days");

  const now = page.getByRole("button", { name: "Back up now" });
  const rows = page.getByRole("region", { name: "Backups taken" }).getByRole("row");
  await now.click();
  await dialog(page).getByRole("button", { name: "Back up" }).click();
  const full = rows.filter({ hasText: "Full" });
  await expect(full).toContainText("succeeded");
  await expect(now).not.toHaveAttribute("aria-disabled");
  await now.click();
  await dialog(page)
    .getByRole("radio", { name: /^Incremental/ })
    .check();
  await dialog(page).getByRole("button", { name: "Back up" }).click();
  const incremental = rows.filter({ hasText: "Incremental" });
  await expect(incremental).toContainText("succeeded");
  await page.getByLabel("Type", { exact: true }).selectOption("incremental");
  await expect(full).toHaveCount(0);
  await page.getByLabel("Type", { exact: true }).selectOption("");
  await settled(api, vmId);

  await full.getByRole("button", { name: /^Actions for / }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await typeWhatIsAsked(page);
  await dialog(page).getByRole("button", { name: "Delete backup" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Later incremental backups depend on this one");
  await expect(dialog(page).getByRole("alert").getByRole("link")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();

  await incremental.getByRole("button", { name: /^Actions for / }).click();
  await page.getByRole("menuitem", { name: "Restore" }).click();
  await dialog(page).getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog(page).getByRole("button", { name: "Restore VM" }).click();
  await expect(page.getByText(new RegExp(`^Restor(ing|ed) ${name}$`))).toBeVisible();
  await settled(api, vmId);
  await incremental.getByRole("button", { name: /^Actions for / }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await typeWhatIsAsked(page);
  await dialog(page).getByRole("button", { name: "Delete backup" }).click();
  await expectGone(incremental);
  await expect(full).toBeVisible();

  await page.getByRole("button", { name: "Disable" }).click();
  await dialog(page).getByRole("button", { name: "Disable backups" }).click();
  await expect(policy).toContainText("disabled");
  await expect(page.getByRole("button", { name: "Enable backups" })).toBeVisible();
});

test("a failed backup shows the step that failed", async ({ page, credentials, api }) => {
  const vmId = await runningVm(api, `fail-at-copy-volumes--${uniqueName("e2e")}`);
  await made(api, `/compute/cloud-vms/${vmId}/backups`, {});
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/backups`);
  const row = page.getByRole("row").filter({ hasText: "failed" });
  await expect(row).toContainText("copy-volumes");
});
