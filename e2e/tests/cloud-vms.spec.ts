import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, tick, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { made } from "../src/vm.ts";

signedIn();

test("an empty workspace links to the form for a new VM", async ({ page, emptyWorkspace }) => {
  await page.goto(`/workspaces/${emptyWorkspace}/cloud-vms`);
  await expect(page.getByRole("heading", { name: "No VMs yet" })).toBeVisible();
  await page.getByRole("link", { name: "Create a VM" }).click();
  await expect(page.getByRole("heading", { name: "New VM" })).toBeVisible();
});

test("a user creates a VM by the form, stops, starts and deletes it", async ({ page, credentials }) => {
  const name = uniqueName("form");
  const status = (text: string) => page.getByRole("main").getByText(text, { exact: true }).first();
  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
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
  await expectGone(page.getByRole("row", { name }));
});

test("a user creates a firewall group and a volume from the form for a new VM", async ({ page, credentials, api }) => {
  const [vm, group] = [uniqueName("whole"), uniqueName("ssh")];
  const dialog = page.getByRole("alertdialog");
  const { name: taken } = await made(api, "/networking/firewall-groups", { name: uniqueName("taken") });
  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await page.getByLabel("Name", { exact: true }).fill(vm);
  await page.getByRole("button", { name: "New firewall group" }).click();
  await dialog.getByLabel("Name").fill(taken);
  await dialog.getByRole("button", { name: "Create firewall group" }).click();
  await expect(dialog.getByText("Name is taken in this workspace.")).toBeVisible();
  await dialog.getByLabel("Name").fill(group);
  await dialog.getByLabel("HTTPS").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create firewall group" }).click();
  await expect(page.getByRole("checkbox", { name: group })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: taken })).not.toBeChecked();

  await page.getByRole("button", { name: "New volume" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue(`${vm}-data`);
  await dialog.getByLabel("Size in GB").fill("0");
  await dialog.getByRole("button", { name: "Create volume" }).click();
  await expect(dialog.getByText("Size in GB must be at least 1")).toBeVisible();
  await dialog.getByLabel("Size in GB").fill("30");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create volume" }).click();
  await expect(page.getByRole("checkbox", { name: `${vm}-data` })).toBeChecked();
  // The dialogs did not send the form.
  await expect(page.getByRole("heading", { name: "New VM" })).toBeVisible();
  await page.getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByRole("heading", { name: vm, level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Volumes" }).getByRole("link", { name: `${vm}-data` })).toBeVisible();
  await page.getByRole("region", { name: "Firewall groups" }).getByRole("link", { name: group }).click();
  const rules = page.getByRole("list", { name: "Rules", exact: true });
  await expect(rules.getByRole("listitem")).toHaveText([/TCP 22 from anywhere/, /TCP 443/, /everything to anywhere/]);
});

test("the form for a new VM shows errors at their fields", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await page.getByLabel("Name", { exact: true }).fill("no/slashes");
  await page.getByLabel("Other SSH public keys").fill("not a key, by far");
  await page.getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByText("Name must consist of letters, digits")).toBeVisible();
  await expect(page.getByText("Other SSH public keys must be a public key in OpenSSH format")).toBeVisible();
});

test("a disabled action shows its reason, and an allowed action is carried out", async ({ page, credentials, api }) => {
  const vmId = await api.createVm(uniqueName("reason"));
  await expect.poll(() => api.statusOf(vmId)).toBe("running");
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  const start = page.getByRole("button", { name: "Start", exact: true });
  await expect(start).toHaveAttribute("aria-disabled", "true");
  await start.focus();
  await expect(page.getByRole("tooltip")).toHaveText("The VM is running already; there is nothing to start.");
  await page.getByRole("button", { name: "Reboot", exact: true }).click();
  await page.getByRole("button", { name: "Reboot VM" }).click();
  await page.getByRole("link", { name: "Operations", exact: true }).last().click();
  await expect(page.getByRole("row", { name: "Reboot" })).toContainText("succeeded");
});

test("a refusal because the VM has changed meanwhile is shown in the dialog", async ({ page, credentials, api }) => {
  const vmId = await api.createVm(uniqueName("late"));
  await expect.poll(() => api.statusOf(vmId)).toBe("running");
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  await page.getByRole("button", { name: "Reboot", exact: true }).click();
  expect((await api.send("POST", `/compute/cloud-vms/${vmId}/stop`, { data: {} })).status()).toBe(202);
  await page.getByRole("button", { name: "Reboot VM" }).click();
  await expect(page.getByRole("alertdialog").getByRole("alert")).toContainText(/wait until|start it instead/);
});

test("a failed create shows its step and its error", async ({ page, credentials, api }) => {
  const name = `fail-at-provision-instance--${uniqueName("e2e")}`;
  const vmId = await api.createVm(name);
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  await expect(page.getByRole("heading", { name: "Create failed" })).toBeVisible();
  await expect(
    page.getByRole("list", { name: "Steps" }).getByRole("listitem").filter({ hasText: "provision instance" }),
  ).toContainText("failed");
  await expect(page.getByRole("main").getByText("error", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete", exact: true })).not.toHaveAttribute("aria-disabled");
});

test("the form suggests a name, adds up prices and shows the request for every client", async ({
  page,
  credentials,
  api,
}) => {
  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await page.getByRole("radio", { name: /^Cloud small/ }).check();
  await page.getByRole("radio", { name: /^Debian 12/ }).check();
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toHaveValue(/^debian-small-[a-z0-9]{4}$/);
  await page.getByLabel("Root disk in GB").fill("140");
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("$16.06");
  await page.getByLabel("Public address").selectOption("A new one, for the life of the VM");
  await page.getByLabel("Tags").fill("it's, web");
  await page.getByText("Show as code").click();
  const code = page.getByRole("code");
  await expect(code).toContainText("/v1/compute/cloud-vms?workspace_id=");
  const body = (await code.textContent())?.match(/-d '(.*)'$/s)?.[1]?.replaceAll("'\\''", "'") ?? "";
  expect(JSON.parse(body)).toEqual({
    name: await name.inputValue(),
    plan_id: "plan-small",
    template_id: "debian-12",
    disk_gb: 140,
    public_ip: true,
    tags: ["it's", "web"],
  });
  for (const [client, text] of [
    ["Command line", `fulmar vm create --name ${await name.inputValue()}`],
    ["SDK", "await client.cloudVm.create({"],
    ["OpenTofu", 'resource "fulmar_cloud_vm"'],
  ] as const) {
    await page.getByRole("radio", { name: client }).check();
    await expect(code).toContainText(text);
  }
  expect((await api.send("POST", "/compute/cloud-vms", { data: JSON.parse(body) })).status()).toBe(202);
  await page.getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /name/i }).first()).toBeVisible();
});

test("the VM list updates live, searches, sorts, filters and hides columns", async ({ page, credentials, api }) => {
  const own = uniqueName("live");
  // Empty lists have no search box.
  await api.createVm(uniqueName("other"));
  await openWorkspacePage(page, credentials, "cloud-vms");
  await page.getByRole("searchbox").fill(own.toUpperCase());
  await expect(page.getByRole("heading", { name: "No VM matches" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`search=${own.toUpperCase()}`));
  await api.send("POST", "/compute/cloud-vms", {
    data: { name: `B-${own}`, plan_id: "plan-large", template_id: "debian-12", tags: [own] },
  });
  await api.createVm(`slow-1500--${own}`);
  const rows = page.getByRole("row").filter({ hasText: own });
  await expect(rows).toHaveCount(2);
  const slow = rows.filter({ hasText: "slow-1500" });
  await expect(slow).toContainText(/pending|creating|provisioning|configuring/);
  await expect(slow).toContainText("running");

  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(rows.first()).toContainText(`B-${own}`);
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(rows.first()).toContainText(`slow-1500--${own}`);
  await page.getByRole("button", { name: "Cost a month", exact: true }).click();
  await expect(rows.first()).toContainText(`slow-1500--${own}`);
  await page.getByRole("button", { name: "Cost a month", exact: true }).click();
  await expect(rows.first()).toContainText(`B-${own}`);
  await expect(page.getByRole("columnheader", { name: "Cost a month" })).toHaveAttribute("aria-sort", "descending");
  for (const [title, sort] of [
    ["Plan", "plan_id"],
    ["System", "os_distro"],
    ["Site", "site_id"],
  ] as const) {
    await page.getByRole("columnheader", { name: title, exact: true }).getByRole("button").click();
    await expect(page).toHaveURL(new RegExp(`sort=${sort}`));
    await expect(page.getByRole("columnheader", { name: title, exact: true })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    await expect(rows).toHaveCount(2);
  }
  await expectAccessible(page);
  await page.getByRole("button", { name: "Choose columns" }).click();
  await page.getByRole("checkbox", { name: "System" }).uncheck();
  await expect(page.getByRole("columnheader", { name: "System" })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "System" }).check();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: `Show VMs with tag ${own}` }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Status" }).click();
  await tick(page, "stopped");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "No VM matches" })).toBeVisible();
  await page.getByRole("link", { name: "Show all VMs" }).click();
  await expect(rows).toHaveCount(2);
});

test("a VM's row menu carries out actions and shows why others are disabled", async ({ page, credentials, api }) => {
  const name = uniqueName("row");
  const vmId = await api.createVm(name);
  await expect.poll(() => api.statusOf(vmId)).toBe("running");
  await openWorkspacePage(page, credentials, `cloud-vms?search=${name}`);
  const row = page.getByRole("row", { name });
  const menu = row.getByRole("button", { name: `Actions for ${name}` });
  await menu.click();
  await expect(page.getByRole("menuitem", { name: /^Start/ })).toContainText(
    "The VM is running already; there is nothing to start.",
  );
  await page.getByRole("menuitem", { name: /^Stop/ }).click();
  await page.getByRole("button", { name: "Stop VM" }).click();
  await expect(row).toContainText("stopped");
  await menu.click();
  await page.getByRole("menuitem", { name: /^Start/ }).click();
  await expect(row).toContainText("running");
});

test("a bulk action leaves out VMs in error and reports the result of each VM", async ({ page, credentials, api }) => {
  const own = uniqueName("bulk");
  const ids = await Promise.all([`a-${own}`, `b-${own}`].map((name) => api.createVm(name)));
  const broken = await api.createVm(`fail-at-provision-instance--${own}`);
  for (const id of ids) await expect.poll(() => api.statusOf(id)).toBe("running");
  await expect.poll(() => api.statusOf(broken)).toBe("error");
  await openWorkspacePage(page, credentials, `cloud-vms?search=${own}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const bar = page.getByRole("region", { name: "Selected rows" });
  await expect(bar).toContainText("3 selected");
  await bar.getByRole("button", { name: "Stop" }).click();
  const dialog = page.getByRole("alertdialog");
  const line = (text: string) => dialog.getByRole("listitem").filter({ hasText: text });
  await expect(line("fail-at-provision-instance")).toContainText(
    "Left out: The VM is in error; delete it and create a new one.",
  );
  await expectAccessible(page);

  // Another user stops one of them in the meantime.
  expect((await api.send("POST", `/compute/cloud-vms/${ids[0]}/stop`, { data: {} })).status()).toBe(202);
  await dialog.getByRole("button", { name: "Stop 2 VMs" }).click();
  await expect(dialog.getByRole("status")).toHaveText("2 of 2 sent, 1 refused");
  await expect(line(`a-${own}`)).toContainText(/Refused: .*(stopped already|wait until)/);
  await expect(line(`b-${own}`)).toContainText("accepted");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("row").filter({ hasText: "stopped" })).toHaveCount(2);

  await bar.getByRole("button", { name: "Delete" }).click();
  await dialog.getByLabel("Type 3 VMs to confirm").fill("3 VMs");
  await dialog.getByRole("button", { name: "Delete 3 VMs" }).click();
  await expect(dialog.getByRole("status")).toHaveText("3 of 3 sent");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("heading", { name: "No VM matches" })).toBeVisible();
});

test("a viewer sees disabled actions with reasons, and the billing role sees no VMs", async ({
  openPage,
  credentials,
  api,
  member,
}) => {
  const name = uniqueName("seen");
  await api.createVm(name);
  const viewer = await openPage((await member("viewer")).session);
  await openWorkspacePage(viewer, credentials, `cloud-vms?search=${name}`);
  await viewer.getByRole("button", { name: "New VM" }).focus();
  await expect(viewer.getByRole("tooltip")).toContainText("does not allow this");
  await expect(viewer.getByRole("checkbox", { name: `Select ${name}` })).toHaveCount(0);
  await viewer.getByRole("button", { name: `Actions for ${name}` }).click();
  await expect(viewer.getByRole("menuitem", { name: /^Delete/ })).toContainText("does not allow this");
  const billing = await openPage((await member("billing")).session);
  await openWorkspacePage(billing, credentials, "cloud-vms");
  await expect(billing.getByRole("heading", { name: "You do not have access" })).toBeVisible();
});

test("a missing VM, a workspace of another organization and an unknown page do not exist", async ({
  page,
  credentials,
}) => {
  await openWorkspacePage(page, credentials, "cloud-vms/vm_none");
  await expect(page.getByRole("alert").filter({ hasText: "There is no such cloud VM" })).toBeVisible();
  const own = `/workspaces/${credentials.workspace_id}`;
  for (const path of [
    "/workspaces/999999/cloud-vms",
    `${own}/other-vms`,
    `${own}/other-vms/new`,
    `${own}/other-vms/1`,
  ]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the VM list is rendered on the server", async ({ page, credentials, api }) => {
    const name = uniqueName("prefetched");
    await api.createVm(name);
    await openWorkspacePage(page, credentials, "cloud-vms");
    await expect(page.getByRole("row", { name })).toBeVisible();
  });
});
