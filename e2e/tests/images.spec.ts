import type { Page } from "@playwright/test";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";
import { made, runningVm, settled } from "../src/vm.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");

test("images: a user imports one from a bucket or a URL, and reads why a file is refused", async ({
  page,
  credentials,
}) => {
  const name = uniqueName("brought");
  await openWorkspacePage(page, credentials, "images");
  await page.getByRole("button", { name: "Import image" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  // The console's own address answers a page, which is no qcow2.
  await dialog(page).getByLabel("URL").fill(new URL("/sign-in", page.url()).href);
  await dialog(page).getByRole("button", { name: "Import image" }).click();
  await expect(page.getByText(`Importing ${name}`)).toBeVisible();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("error", { timeout: 30_000 });
  await expect(row).toContainText("is not one");
  const [disguised, vhdx] = [page.getByRole("row", { name: /disguised/ }), uniqueName("disguised")];
  await page.getByRole("button", { name: "Import image" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(vhdx);
  await dialog(page).getByLabel("URL").fill(new URL("/sign-in", page.url()).href);
  await dialog(page).getByLabel("Format").selectOption("VHDX");
  await dialog(page).getByRole("button", { name: "Import image" }).click();
  await expect(disguised).toContainText("sent as vhdx, but is not one", { timeout: 30_000 });
});

test("images: a user uploads a file, sees what would be refused before, and gets an image of it", async ({
  page,
  credentials,
  api,
}) => {
  const [name, bucket] = [uniqueName("uploaded"), uniqueName("image-files")];
  await made(api, "/object-storage/buckets", { name: bucket, region: "eu-central-1" });
  await openWorkspacePage(page, credentials, "images");
  const begin = async (title: string) => {
    await page.getByRole("button", { name: "Import image" }).click();
    await dialog(page).getByLabel("Name", { exact: true }).fill(title);
    const buffer = Buffer.alloc(17 * 1024 * 1024, 7);
    await dialog(page).getByLabel("File").setInputFiles({ name: "disk.raw", mimeType: "", buffer });
    await dialog(page).getByLabel("Bucket").selectOption(bucket);
    await dialog(page).getByLabel("Format").selectOption("raw");
    await dialog(page).getByRole("button", { name: "Upload and import" }).click();
  };
  await begin(name);
  await expect(dialog(page)).toHaveCount(0);
  const uploads = page.getByRole("region", { name: "Uploads" });
  await expect(uploads).toContainText("1 uploaded", { timeout: 30_000 });
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("available", { timeout: 30_000 });
  await expect(row).toContainText(`${bucket}/image-uploads/`);
  await begin(name);
  await expect(dialog(page)).toContainText("another image of this name");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(uploads).toContainText("1 uploaded");
});

test("images: a user makes one of a VM and of a snapshot, edits, deprecates, offers and deletes it", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(120_000);
  const name = uniqueName("golden-vm");
  const [golden, past] = [uniqueName("golden"), uniqueName("past")];
  const vmId = await runningVm(api, name);
  await made(api, `/compute/cloud-vms/${vmId}/snapshots`, { name: "before", capture_scope: "root_only" });
  await settled(api, vmId);
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/snapshots`);
  await page.getByRole("button", { name: "Make an image" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(golden);
  await dialog(page).getByLabel("Description").fill("nginx, hardened");
  await dialog(page).getByRole("button", { name: "Make image" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await settled(api, vmId);
  await chooseInRow(page, "before", "Make an image");
  await dialog(page).getByLabel("Name", { exact: true }).fill(past);
  await dialog(page).getByRole("button", { name: "Make image" }).click();
  await settled(api, vmId);

  await openWorkspacePage(page, credentials, "images");
  const row = page.getByRole("row", { name: new RegExp(golden) });
  await expect(row).toContainText("available");
  await expect(row).toContainText("nginx, hardened");
  await expect(page.getByRole("row", { name: new RegExp(past) })).toContainText(`a snapshot of ${name}`);
  await expect(page.getByRole("row", { name: /Debian 13/ })).toContainText("Catalog");
  await chooseInRow(page, golden, "Edit");
  await dialog(page).getByLabel("Tags").fill("web, nginx");
  await dialog(page).getByRole("button", { name: "Save image" }).click();
  await expect(row).toContainText("web");
  await chooseInRow(page, golden, "Share");
  await dialog(page).getByLabel("Organizations").fill("org_none");
  await dialog(page).getByRole("button", { name: "Share image" }).click();
  await expect(dialog(page)).toContainText("must be ids of organizations of this installation");
  await dialog(page).getByLabel("Organizations").fill(credentials.organization_id);
  await dialog(page).getByRole("button", { name: "Share image" }).click();
  await expect(row).toContainText("shared with 1 organization");
  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await expect(page.getByRole("radio", { name: new RegExp(`^${golden}`) })).toBeVisible();

  await openWorkspacePage(page, credentials, "images");
  await chooseInRow(page, golden, "Deprecate");
  await dialog(page).getByLabel("Note").fill("Use the next one");
  await dialog(page).getByRole("button", { name: "Deprecate image" }).click();
  await expect(row).toContainText("deprecated");
  await expect(row).toContainText("Use the next one");
  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await page.getByRole("button", { name: /^Show \d+ deprecated$/ }).click();
  await expect(page.getByRole("radio", { name: new RegExp(`^${golden}`) })).toBeVisible();
  await expect(page.locator("main")).toContainText("Deprecated: Use the next one");

  await openWorkspacePage(page, credentials, "images?owner=workspace");
  await chooseInRow(page, golden, "Delete");
  await dialog(page).getByLabel(`Type ${golden} to confirm`).fill(golden);
  await dialog(page).getByRole("button", { name: "Delete image" }).click();
  await expectGone(row);
});

test("images: a user copies one to another site, reads what it costs, and removes the copy", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(120_000);
  const name = uniqueName("copied");
  const vmId = await runningVm(api, uniqueName("copied-vm"));
  await made(api, "/compute/images", { name, vm_id: vmId });
  await settled(api, vmId);
  await openWorkspacePage(page, credentials, "images?owner=workspace");
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("available");
  await chooseInRow(page, name, "Copy to site");
  await expect(dialog(page)).toContainText("is brought from");
  await expect(dialog(page)).toContainText("a month until it is deleted");
  const site = await dialog(page).getByLabel("Site").inputValue();
  await dialog(page).getByRole("button", { name: "Copy to site" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row).toContainText(site);
  await expect(row).not.toContainText("copying", { timeout: 30_000 });
  await chooseInRow(page, name, "Remove copy");
  await expect(dialog(page).getByLabel("Site")).toHaveValue(site);
  await dialog(page).getByRole("button", { name: "Remove copy" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row).not.toContainText(site);
});
