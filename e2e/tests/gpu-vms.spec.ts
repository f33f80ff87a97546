import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";

signedIn();

test("a GPU VM is created through the form, found in its list, and deleted from there", async ({ page, credentials, emptyWorkspace }) => {
  await page.goto(`/workspaces/${emptyWorkspace}/gpu-vms`);
  await expect(page.getByRole("heading", { name: "No VMs yet" })).toBeVisible();
  const name = uniqueName("gpu");
  await openWorkspacePage(page, credentials, "gpu-vms/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("radio", { name: /^GPU L4\b.*NVIDIA L4/ }).check();
  await page.getByRole("radio", { name: /^Debian 12/ }).check();
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("$588.38");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByRole("main").getByText("running", { exact: true }).first()).toBeVisible();

  await openWorkspacePage(page, credentials, `gpu-vms?search=${name}`);
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("1 × NVIDIA L4");
  await expectAccessible(page);
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: /^Delete/ }).click();
  await page.getByLabel(`Type ${name} to confirm`).fill(name);
  await page.getByRole("button", { name: "Delete VM" }).click();
  await expect(page.getByRole("heading", { name: "No VM matches" })).toBeVisible();
});
