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
