import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { type Api, expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { productUnderTest } from "../src/product.ts";
import { chooseInRow } from "../src/row-menu.ts";
import { availableVolume, GPU_SITE, halfADayAfter, made, runningVm, settled } from "../src/vm.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");
const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });
const answerOf = async (api: Api, path: string) => (await api.send("GET", path)).json();

/** A bucket of the installation's own object store, and a key for it. */
async function bucketWithKey(api: Api) {
  const bucket = uniqueName("copies");
  await made(api, "/object-storage/buckets", { name: bucket, region: "eu-central-1" });
  const { access_key_id, secret_access_key } = await made(api, "/object-storage/access-keys", {
    ...{ name: bucket, permission: "read_write", bucket_names: [bucket] },
  });
  const endpoint = `http://127.0.0.1:${productUnderTest().objectStorePort}`;
  return { bucket, endpoint, accessKey: String(access_key_id), secretKey: String(secret_access_key) };
}

/** Opens the form and fills in all but the choice of the key. */
async function fillDestination(page: Page, name: string, to: Awaited<ReturnType<typeof bucketWithKey>>) {
  await page.getByRole("button", { name: "Add destination" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  await dialog(page).getByLabel("Endpoint", { exact: true }).fill(to.endpoint);
  await dialog(page).getByLabel("Region", { exact: true }).fill("eu-central-1");
  await dialog(page).getByLabel("Bucket", { exact: true }).fill(to.bucket);
  await dialog(page).getByLabel("Prefix", { exact: true }).fill("prod/");
  await dialog(page).getByLabel("Access key", { exact: true }).fill(to.accessKey);
  await dialog(page).getByLabel("Secret key", { exact: true }).fill(to.secretKey);
}

test("backups: a user adds a destination, has a VM copied there, and makes a VM with its volume of the copy", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(240_000);
  const [name, elsewhere, again] = [uniqueName("ledger"), uniqueName("elsewhere"), uniqueName("again")];
  const vmId = await runningVm(api, name);
  const volumeId = await availableVolume(api, `${name}-data`);
  await made(api, `/block-storage/volumes/${volumeId}/attach`, { vm_id: vmId });
  await settled(api, vmId);
  const to = await bucketWithKey(api);

  await openWorkspacePage(page, credentials, "backups");
  await page.getByRole("link", { name: "Destinations", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No destinations yet" })).toBeVisible();
  await fillDestination(page, elsewhere, to);
  await dialog(page).getByLabel("Prefix", { exact: true }).fill("no slash");
  await dialog(page).getByLabel("Copies to keep of each VM").fill("14");
  await dialog(page).getByRole("button", { name: "Add destination" }).click();
  await expect(dialog(page)).toContainText("must be names that end with a slash each");
  await dialog(page).getByLabel("Prefix", { exact: true }).fill("prod/");
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Add destination" }).click();

  // The key is shown once, and the dialog stays until it is saved.
  await expect(dialog(page)).toContainText(`The key of ${elsewhere}`);
  const key = (await dialog(page).locator("code").textContent()) ?? "";
  expect(key).toMatch(/^[\w-]{43}$/);
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByRole("button", { name: "Done" })).toHaveAttribute("aria-disabled", "true");
  await dialog(page).getByLabel("I have saved the key").check();
  await dialog(page).getByRole("button", { name: "Done" }).click();
  const row = rowOf(page, elsewhere);
  await expect(row).toContainText("ready", { timeout: 30_000 });
  await expect(row).toContainText(`${to.bucket}/prod/`);
  await expect(row).toContainText("14 copies of each VM");
  await expectAccessible(page);

  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/backups`);
  await page.getByRole("button", { name: "Enable backups" }).click();
  await dialog(page).getByLabel("Copy to", { exact: true }).selectOption({ label: elsewhere });
  await dialog(page).getByLabel("Time", { exact: true }).fill(halfADayAfter(new Date().getUTCHours()));
  await dialog(page).getByLabel("Time zone").selectOption("UTC");
  await dialog(page).getByRole("button", { name: "Enable backups" }).click();
  const policy = page.getByRole("region", { name: "Schedule and retention" });
  await expect(policy.getByRole("link", { name: elsewhere })).toBeVisible();
  await page.getByRole("button", { name: "Edit policy" }).click();
  await expect(dialog(page).getByLabel("Copy to", { exact: true }).locator("option:checked")).toHaveText(elsewhere);
  await dialog(page).getByLabel("Days to keep").fill("5");
  await dialog(page).getByRole("button", { name: "Save policy" }).click();
  await expect(policy).toContainText("5 days");
  await expect(policy.getByRole("link", { name: elsewhere })).toBeVisible();

  await made(api, `/compute/cloud-vms/${vmId}/backups`, {});
  await settled(api, vmId);
  const [backup] = await answerOf(api, "/compute/backups");
  await page.getByRole("button", { name: `Actions for backup ${backup.backup_id}` }).click();
  await page.getByRole("menuitem", { name: "Copies" }).click();
  await expect(page.getByRole("heading", { name: "Copies", level: 1 })).toBeVisible();
  const copyRow = rowOf(page, name);
  await expect(copyRow).toContainText("copied", { timeout: 60_000 });
  await expect(copyRow).toContainText(`${name}-data, 5 GB`);
  await expectAccessible(page);

  const [copy] = await answerOf(api, `/compute/backup-copies?backup_id=${backup.backup_id}`);
  await chooseInRow(page, `copy ${copy.copy_id}`, "Create a VM");
  await dialog(page).getByLabel("Name", { exact: true }).fill(again);
  await dialog(page).getByLabel("Site", { exact: true }).selectOption(GPU_SITE);
  await dialog(page).getByLabel("Plan", { exact: true }).selectOption("plan-small");
  await expect(dialog(page).getByLabel(/^With its data volumes/)).toBeChecked();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Create VM" }).click();
  await expect(dialog(page)).toHaveCount(0);
  const volumeOf = async () => {
    const volumes: { name: string; status: string; site_id: string }[] = await answerOf(api, "/block-storage/volumes");
    return volumes.find((volume) => volume.name === `${again}-${name}-data`);
  };
  await expect.poll(volumeOf, { timeout: 60_000 }).toMatchObject({ status: "in-use", site_id: GPU_SITE });

  // A destination that a policy names stays.
  await copyRow.getByRole("link", { name: elsewhere }).click();
  await expect(page.getByRole("region", { name: "Destination", exact: true })).toContainText("ready");
  await expect(rowOf(page, name)).toContainText("copied");
  await page.getByRole("button", { name: `Delete ${elsewhere}` }).click();
  await expect(dialog(page)).toContainText(name);
  await dialog(page).getByLabel(`Type ${elsewhere} to confirm`).fill(elsewhere);
  await dialog(page).getByRole("button", { name: "Delete destination" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("polic");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();

  // With the bucket and its key alone, the copies are found.
  const found = uniqueName("found");
  await openWorkspacePage(page, credentials, "backups/destinations");
  await fillDestination(page, found, to);
  await dialog(page)
    .getByRole("radio", { name: /^Use my own/ })
    .check();
  await dialog(page).getByRole("button", { name: "Add destination" }).click();
  await expect(dialog(page)).toContainText("must be 32 bytes");
  await dialog(page).getByLabel("Key", { exact: true }).fill(key);
  await dialog(page).getByRole("button", { name: "Add destination" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(rowOf(page, found)).toContainText("ready", { timeout: 30_000 });
  await rowOf(page, found).getByRole("link", { name: found }).click();
  await expect(rowOf(page, name)).toContainText("found in the bucket");
  await page.getByRole("button", { name: `Delete ${found}` }).click();
  await dialog(page).getByLabel(`Type ${found} to confirm`).fill(found);
  await dialog(page).getByRole("button", { name: "Delete destination" }).click();
  await expect(page.getByRole("heading", { name: "Destinations", level: 1 })).toBeVisible();
  await expectGone(rowOf(page, found));
  await expect(row).toBeVisible();
});

test("backups: a destination says why its bucket cannot be used, is changed, and takes a single backup", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(240_000);
  const name = uniqueName("refused");
  const to = await bucketWithKey(api);
  await openWorkspacePage(page, credentials, "backups/destinations");
  await fillDestination(page, name, { ...to, secretKey: "not-the-secret-of-the-key" });
  await dialog(page).getByRole("button", { name: "Add destination" }).click();
  await dialog(page).getByLabel("I have saved the key").check();
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(rowOf(page, name)).toContainText("failed", { timeout: 30_000 });
  await expect(rowOf(page, name)).toContainText("403");
  // Another access is tried at once, and a shorter retention is planned before it is saved.
  await chooseInRow(page, name, "Change");
  await expect(dialog(page).getByLabel("Bucket", { exact: true })).toHaveValue(to.bucket);
  await dialog(page).getByLabel("Secret key", { exact: true }).fill(to.secretKey);
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Save destination" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(rowOf(page, name)).toContainText("ready", { timeout: 30_000 });
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Change" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(`${name}-2`);
  await dialog(page).getByLabel("Prefix", { exact: true }).fill("later");
  await dialog(page).getByRole("button", { name: "Save destination" }).click();
  await expect(dialog(page)).toContainText("must be names that end with a slash each");
  await dialog(page).getByLabel("Prefix", { exact: true }).fill("later/");
  await dialog(page).getByLabel("Copies to keep of each VM").fill("3");
  await dialog(page).getByRole("button", { name: "Save destination" }).click();
  await expect(page.getByRole("heading", { name: `${name}-2`, level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Destination", exact: true })).toContainText("3 copies of each VM");

  // A single backup is copied there, whose policy names no destination.
  const vmName = uniqueName("once");
  const vmId = await runningVm(api, vmName);
  await made(api, `/compute/cloud-vms/${vmId}/backups`, {});
  await settled(api, vmId);
  const backups: { backup_id: string; vm_id: string }[] = await answerOf(api, "/compute/backups");
  const backupId = backups.find((backup) => backup.vm_id === vmId)?.backup_id ?? "";
  await openWorkspacePage(page, credentials, "backups");
  await chooseInRow(page, `backup ${backupId}`, "Copy to a destination");
  await dialog(page)
    .getByLabel("Destination", { exact: true })
    .selectOption({ label: `${name}-2` });
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Copy backup" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await chooseInRow(page, `backup ${backupId}`, "Copies");
  await expect(rowOf(page, vmName)).toContainText("copied", { timeout: 60_000 });

  await openWorkspacePage(page, credentials, "backups/destinations");
  await chooseInRow(page, `${name}-2`, "Delete");
  await dialog(page).getByLabel(`Type ${name}-2 to confirm`).fill(`${name}-2`);
  await dialog(page).getByRole("button", { name: "Delete destination" }).click();
  await expectGone(rowOf(page, name));
});
