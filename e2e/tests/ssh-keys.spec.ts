import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";

signedIn();

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBMNqVbjleVAwAeYCxdQ3VG53kry0VxdCSET4wnwPHMZ ada@example.com";

test("a user adds, chooses, renames and deletes an SSH key", async ({ page, credentials }) => {
  test.setTimeout(120_000);
  const name = uniqueName("laptop");
  await openWorkspacePage(page, credentials, "ssh-keys");
  await page.getByRole("link", { name: "New SSH key" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Public key").fill("-----BEGIN OPENSSH PRIVATE KEY-----");
  await page.getByRole("button", { name: "Add SSH key" }).click();
  await expect(page.getByText("Public key is a private key, which nobody else may have")).toBeVisible();
  await page.getByLabel("Public key").fill(KEY);
  await page.getByRole("button", { name: "Add SSH key" }).click();
  await expect(page.getByText("SHA256:0XvRf5KehyRpmtCaDkJfxXUyCjAE1Xw9/J36XCRIIxc")).toBeVisible();
  await expectAccessible(page);

  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await page.getByRole("group", { name: "SSH keys of this workspace" }).getByLabel(name).check();

  await openWorkspacePage(page, credentials, `ssh-keys?search=${name}`);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Name").fill(`${name}-2`);
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${name}-2` })).toBeVisible();
  await openWorkspacePage(page, credentials, `ssh-keys?search=${name}`);
  await chooseInRow(page, `${name}-2`, "Delete");
  await dialog.getByRole("button", { name: "Delete SSH key" }).click();
  await expectGone(page.getByRole("row", { name: `${name}-2` }));
});
