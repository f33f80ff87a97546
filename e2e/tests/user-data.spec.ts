import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";

signedIn();

test("user data begins with snippets and is checked while it is typed", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "cloud-vms/new");
  const field = page.getByRole("textbox", { name: "User data" });
  const remarks = page.getByRole("list", { name: "Problems in the user data" });
  for (const snippet of ["Packages", "Commands", "Docker"]) {
    await page.getByRole("button", { name: "Insert a snippet" }).click();
    await page.getByRole("menuitem", { name: snippet }).click();
  }
  await expect(field).toHaveValue(/^#cloud-config\npackages:\n {2}- curl\n {2}- git\nruncmd:\n {2}- curl -fsSL/);
  await expect(field).toHaveValue(/systemctl, restart, ssh/);
  await expect(remarks).toHaveCount(0);
  await expectAccessible(page);

  await field.fill("#cloud-config\npackages: [curl\nhostname: web\n");
  await expect(remarks.getByRole("button", { name: /^Line [23], column \d+$/ }).first()).toBeVisible();
  await field.fill("#cloud-config\nhostname: web\npackage: [curl]\n");
  await expect(remarks).toContainText("cloud-init does not know package. Did you mean packages?");
  await expectAccessible(page);
  await remarks.getByRole("button", { name: "Line 3, column 1" }).click();
  await expect(field).toBeFocused();
  await page.keyboard.type("packages: [curl]");
  await expect(field).toHaveValue("#cloud-config\nhostname: web\npackages: [curl]\n");
  await expect(remarks).toHaveCount(0);
  await field.fill("echo hello\n");
  await expect(remarks).toContainText("The first line must be #cloud-config");
  await field.fill("#!/bin/sh\nif [ : then: {\n");
  await expect(remarks).toHaveCount(0);
});

test("user data over the limit is refused at its field, and within it the VM is created", async ({
  page,
  credentials,
}) => {
  const name = uniqueName("user-data");
  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  const field = page.getByRole("textbox", { name: "User data" });
  await field.fill(`#!/bin/sh\n# ${"x".repeat(70_000)}\n`);
  await expect(page.getByText("68.4 of 64 KiB")).toBeVisible();
  await page.getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /User data must/ })).toBeVisible();
  await field.fill("#cloud-config\npackages: [curl]\n");
  await page.getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
});

test("a link beside the user data opens its passage of the documentation in a tab of its own", async ({
  page,
  credentials,
}) => {
  await openWorkspacePage(page, credentials, "cloud-vms/new");
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "About user data" }).click();
  await expect((await opened).getByRole("heading", { name: "Cloud VMs", level: 1 })).toBeVisible();
});

test("marks of systems stand beside their names, which alone are read out", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await expect(page.getByRole("radio", { name: /^Debian 13/ })).toBeVisible();
  for (const system of ["debian", "ubuntu", "rocky", "alpine"]) {
    const mark = page.locator(`[data-system=${system}]`).first();
    await expect(mark).toHaveAttribute("aria-hidden", "true");
    const mask = await mark.evaluate((element) => getComputedStyle(element).maskImage);
    const address = /url\("([^"]+)"\)/.exec(mask)?.[1] ?? "";
    expect(address).toContain(system);
    expect((await page.request.get(address)).headers()["content-type"], address).toBe("image/svg+xml");
  }
});

test("the user data of a VM is replaced, and the form says what takes effect when", async ({
  api,
  credentials,
  database,
  page,
}) => {
  const vmId = await api.createVm(uniqueName("later"));
  await expect.poll(() => api.statusOf(vmId), { timeout: 60_000 }).toBe("running");
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/settings`);
  await page.getByRole("button", { name: "Change user data" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("list", { name: "What takes effect when" })).toContainText("When the VM is rebuilt");
  const field = dialog.getByRole("textbox", { name: "User data" });
  await field.fill("IyEvYmluL3NoCmVjaG8gaGVsbG8K");
  await dialog.getByRole("button", { name: "Save user data" }).click();
  await expect(dialog.getByRole("alert").filter({ hasText: "must be the text itself" })).toBeVisible();
  await field.fill("#!/bin/sh\necho later\n");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save user data" }).click();
  await expectGone(dialog);
  const { rows } = await database.query("SELECT sealed_user_data IS NOT NULL AS written FROM vm WHERE vm_id = $1", [
    vmId,
  ]);
  expect(rows).toEqual([{ written: true }]);
});
