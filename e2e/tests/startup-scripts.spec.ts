import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";

signedIn();

test("a user adds a startup script, inserts it in a new VM, renames and deletes it", async ({ page, credentials }) => {
  test.setTimeout(120_000);
  const name = uniqueName("nginx");
  await openWorkspacePage(page, credentials, "startup-scripts");
  await page.getByRole("link", { name: "New startup script" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Script", { exact: true }).fill("#cloud-config\npackages: [nginx]\n");
  await page.getByRole("button", { name: "Add startup script" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("button", { name: "Show the script" }).click();
  await expect(page.getByText("packages: [nginx]")).toBeVisible();
  await expectAccessible(page);

  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await page.getByRole("button", { name: "Insert a startup script" }).click();
  await page.getByRole("menuitem", { name }).click();
  await expect(page.getByLabel("User data")).toHaveValue("#cloud-config\npackages: [nginx]\n");

  await openWorkspacePage(page, credentials, `startup-scripts?search=${name}`);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Name").fill(`${name}-2`);
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${name}-2` })).toBeVisible();
  await openWorkspacePage(page, credentials, `startup-scripts?search=${name}`);
  await chooseInRow(page, `${name}-2`, "Delete");
  await dialog.getByRole("button", { name: "Delete startup script" }).click();
  await expectGone(page.getByRole("row", { name: `${name}-2` }));
});
