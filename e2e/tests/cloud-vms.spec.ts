import { expect, openWorkspacePage, SESSION_FILE, signedIn, test, uniqueName } from "../src/fixtures.ts";

signedIn();

test("a workspace without VMs shows the one next step", async ({ page }) => {
  await page.goto("/workspaces/2/cloud-vms");
  await expect(page.getByRole("heading", { name: "No VMs yet" })).toBeVisible();
  await page.getByRole("link", { name: "Create a VM" }).click();
  await expect(page.getByRole("heading", { name: "New VM" })).toBeVisible();
});

test("a VM is created through the form, stopped, started and deleted", async ({ page, credentials }) => {
  const name = uniqueName("form");
  const status = (text: string) => page.getByRole("main").getByText(text, { exact: true }).first();
  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("radio", { name: /^Cloud small/ }).check();
  await page.getByRole("radio", { name: /^Debian 12/ }).check();
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("$7.30");
  await page.getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(status("running")).toBeVisible();

  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Stop VM" }).click();
  await expect(status("stopped")).toBeVisible();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(status("running")).toBeVisible();

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const confirm = page.getByRole("button", { name: "Delete VM" });
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
  await page.getByLabel(`Type ${name} to confirm`).fill(name);
  await confirm.click();
  await expect(status("deleted")).toBeVisible();
  await openWorkspacePage(page, credentials, "cloud-vms");
  await expect(page.getByRole("heading", { name: "Cloud VMs" })).toBeVisible();
  await expect(page.getByRole("row", { name })).toHaveCount(0);
});

test("what the form cannot send is said at its fields", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await page.getByLabel("Name").fill("no/slashes");
  await page.getByLabel("SSH public keys").fill("not a key, by far");
  await page.getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByText("Name use letters, digits")).toBeVisible();
  await expect(page.getByText("Plan must not be empty.")).toBeVisible();
  await expect(page.getByText("SSH public keys must be a public key in OpenSSH format.")).toBeVisible();
});

test("an action that the state forbids says why", async ({ page, credentials, api }) => {
  const vmId = await api.createVm(uniqueName("reason"));
  await expect.poll(() => api.statusOf(vmId)).toBe("running");
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  const start = page.getByRole("button", { name: "Start", exact: true });
  await expect(start).toHaveAttribute("aria-disabled", "true");
  await start.focus();
  await expect(page.getByRole("tooltip")).toHaveText("The VM is running already; there is nothing to start.");
});

test("a refusal for a state that has changed meanwhile is shown where it was asked", async ({ page, credentials, api }) => {
  const vmId = await api.createVm(uniqueName("late"));
  await expect.poll(() => api.statusOf(vmId)).toBe("running");
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  await page.getByRole("button", { name: "Reboot", exact: true }).click();
  expect((await api.send("POST", `/compute/cloud-vms/${vmId}/stop`, { data: {} })).status()).toBe(202);
  await page.getByRole("button", { name: "Reboot VM" }).click();
  await expect(page.getByRole("alertdialog").getByRole("alert")).toContainText(/wait until|start it instead/);
});

test("a create that fails shows its step and its error", async ({ page, credentials, api }) => {
  const name = `fail-at-provision-instance--${uniqueName("e2e")}`;
  const vmId = await api.createVm(name);
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  await expect(page.getByRole("heading", { name: "Create did not succeed" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Steps" }).getByRole("listitem").filter({ hasText: "provision instance" })).toContainText("failed");
  await expect(page.getByRole("main").getByText("error", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete", exact: true })).not.toHaveAttribute("aria-disabled");
});

test("the list follows its VMs live, and is narrowed by name and status", async ({ page, credentials, api }) => {
  const name = `slow-700--${uniqueName("live")}`;
  await api.createVm(name);
  await openWorkspacePage(page, credentials, `cloud-vms?name=${name}`);
  const row = page.getByRole("row", { name });
  await expect(row).toContainText(/pending|creating|provisioning|configuring/);
  await expect(row).toContainText("running");
  await page.getByLabel("Status").selectOption("stopped");
  await expect(page.getByRole("heading", { name: "No VM matches" })).toBeVisible();
  await page.getByRole("link", { name: "Clear the filter" }).click();
  await expect(row).toBeVisible();
});

test("a VM that does not exist, and a workspace of somebody else, say so", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "cloud-vms/vm_none");
  await expect(page.getByRole("alert").filter({ hasText: "There is no such cloud VM" })).toBeVisible();
  await page.goto("/workspaces/999/cloud-vms");
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
});

test("a page comes with its rows: they are there before any script has run", async ({ browser, baseURL, credentials, api }) => {
  const name = uniqueName("prefetched");
  await api.createVm(name);
  const context = await browser.newContext({ javaScriptEnabled: false, storageState: SESSION_FILE, ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await openWorkspacePage(page, credentials, "cloud-vms");
  await expect(page.getByRole("row", { name })).toBeVisible();
  await context.close();
});
