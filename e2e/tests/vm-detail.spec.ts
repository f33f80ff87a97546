import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, tick, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { availableVolume, made, runningVm, SITE } from "../src/vm.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");
const status = (page: Page, text: string) => page.getByRole("main").getByText(text, { exact: true }).first();

test("settings: a user renames, resizes, grows, rescues and rebuilds a VM and changes its access", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(120_000);
  const name = uniqueName("settings");
  const vmId = await runningVm(api, name);
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/settings`);

  const renamed = `${name}-b`;
  await page.getByRole("region", { name: "Name and tags" }).getByRole("button", { name: "Edit" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("no/slashes");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByText("Name must consist of letters, digits")).toBeVisible();
  await dialog(page).getByLabel("Name", { exact: true }).fill(renamed);
  await dialog(page).getByLabel("Tags").fill("web, production");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: renamed })).toBeVisible();
  await expect(page.getByRole("region", { name: "Name and tags" })).toContainText("production");

  await page.getByRole("button", { name: "Change plan" }).click();
  await expect(dialog(page).getByRole("radio", { name: /Current plan/ })).toBeDisabled();
  await expect(dialog(page)).toContainText(/\+\$[\d.]+ a month/);
  await dialog(page)
    .getByRole("radio", { name: /^Cloud medium/ })
    .check();
  await expect(dialog(page)).toContainText(/The root disk grows from|The root disk stays/);
  await dialog(page).getByRole("button", { name: "Change plan" }).click();
  await expect(page.getByRole("region", { name: "Plan", exact: true })).toContainText("Cloud medium");
  await expect(status(page, "running")).toBeVisible();

  const { disk_gb } = await (await api.send("GET", `/compute/cloud-vms/${vmId}`)).json();
  await page.getByRole("button", { name: "Grow disk" }).click();
  await dialog(page)
    .getByLabel("Size in GB")
    .fill(String(disk_gb - 1));
  await dialog(page).getByRole("button", { name: "Grow disk" }).click();
  await expect(dialog(page).getByText(`must be at least ${disk_gb}`).first()).toBeVisible();
  await dialog(page)
    .getByLabel("Size in GB")
    .fill(String(disk_gb + 10));
  await expect(dialog(page)).toContainText("10 GB more cost");
  await dialog(page).getByRole("button", { name: "Grow disk" }).click();
  await expect(page.getByRole("region", { name: "Root disk" })).toContainText(`${disk_gb + 10} GB`);
  await expect(status(page, "running")).toBeVisible();

  await page.getByRole("button", { name: "Change access" }).click();
  await expect(dialog(page).getByRole("button", { name: "Change access" })).toHaveAttribute("aria-disabled", "true");
  await dialog(page).getByLabel("Password").fill("too short");
  await dialog(page).getByRole("button", { name: "Change access" }).click();
  await expect(dialog(page).getByText("Password must have at least 12 characters.")).toBeVisible();
  await dialog(page).getByLabel("Password").fill("correct horse battery");
  await dialog(page).getByRole("button", { name: "Change access" }).click();
  await expect(page.getByText(new RegExp(`^(Changing|Updated) the access to ${renamed}$`))).toBeVisible();

  const rescue = page.getByRole("button", { name: "Turn rescue mode on" });
  await expect(rescue).not.toHaveAttribute("aria-disabled");
  await rescue.click();
  await dialog(page).getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("rescue mode", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Rebuild" })).toHaveAttribute("aria-disabled", "true");
  const off = page.getByRole("button", { name: "Turn rescue mode off" });
  await expect(off).not.toHaveAttribute("aria-disabled");
  await off.click();
  await dialog(page).getByRole("button", { name: "Turn off" }).click();
  await expectGone(page.getByText("rescue mode", { exact: true }));

  const rebuild = page.getByRole("button", { name: "Rebuild", exact: true });
  await expect(rebuild).not.toHaveAttribute("aria-disabled");
  await rebuild.click();
  await dialog(page)
    .getByRole("radio", { name: /^Ubuntu/ })
    .first()
    .check();
  // The menu opens above the dialog: a press reaches its items.
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await dialog(page).getByRole("button", { name: "Insert a snippet" }).click();
    await page.getByRole("menuitem", { name: "Packages" }).click();
    await expect(page.getByRole("menuitem")).toHaveCount(0);
  }
  await expect(dialog(page).getByRole("textbox", { name: "User data" })).toHaveValue(/^#cloud-config\npackages:/);
  await dialog(page).getByLabel(`Type ${renamed} to confirm`).fill(renamed);
  await dialog(page).getByRole("button", { name: "Rebuild VM" }).click();
  await expect(page.getByRole("region", { name: "Rebuild" })).toContainText("Ubuntu");

  await page.getByRole("link", { name: "Operations", exact: true }).last().click();
  await expect(page.getByRole("row", { name: /Rebuild/ })).toContainText("succeeded");
  await page.getByRole("button", { name: "Action", exact: true }).click();
  await tick(page, "Change plan");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Operations" }).getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Status", exact: true }).click();
  await tick(page, "failed");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "No operation matches" })).toBeVisible();
  await page.getByRole("link", { name: "Show all operations" }).click();
  await page
    .getByRole("row", { name: /Rescue/ })
    .first()
    .getByRole("link")
    .first()
    .click();
  await expect(page).toHaveURL(/\/operations\/op_/);
});

test("volumes: a user creates, detaches and attaches a volume, and sees that an attachment failed", async ({
  page,
  credentials,
  api,
}) => {
  const vmId = await runningVm(api, uniqueName("volumes"));
  const failing = `fail-at-attach-volume--${uniqueName("v")}`;
  await availableVolume(api, failing);
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/volumes`);
  await expect(page.getByRole("heading", { name: "No volumes attached" })).toBeVisible();

  const name = uniqueName("data");
  await page.getByRole("button", { name: "New volume" }).click();
  await dialog(page).getByRole("button", { name: "Create and attach" }).click();
  await expect(dialog(page).getByText("Name must not be empty.")).toBeVisible();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  await dialog(page).getByLabel("Size in GB").fill("7");
  await expect(dialog(page)).toContainText("a month");
  await dialog(page).getByRole("button", { name: "Create and attach" }).click();
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("/dev/vd");
  await expect(row).toContainText("7 GB");

  await row.getByRole("button", { name: `Detach ${name}` }).click();
  await dialog(page).getByRole("button", { name: "Detach volume" }).click();
  // An absent row would not show that the volume is detached: while the dialog is open, the page behind it is hidden.
  await expect(page.getByRole("heading", { name: "No volumes attached" })).toBeVisible();

  const attach = page.getByRole("button", { name: "Attach a volume" });
  await expect(attach).not.toHaveAttribute("aria-disabled");
  await attach.click();
  await expect(dialog(page).getByRole("button", { name: "Attach volume" })).toHaveAttribute("aria-disabled", "true");
  await dialog(page)
    .getByLabel("Volume")
    .selectOption({ label: `${name} · 7 GB SSD` });
  await dialog(page).getByRole("button", { name: "Attach volume" }).click();
  await expect(row).toContainText("in use");

  await expect(attach).not.toHaveAttribute("aria-disabled");
  await attach.click();
  await dialog(page)
    .getByLabel("Volume")
    .selectOption({ label: `${failing} · 5 GB SSD` });
  await dialog(page).getByRole("button", { name: "Attach volume" }).click();
  const notice = page.getByRole("status").filter({ hasText: "Attach volume failed" });
  await expect(notice).toBeVisible();
  await notice.getByRole("link", { name: "Open operation" }).click();
  await expect(page).toHaveURL(/\/operations\/op_/);
});

test("a running operation is shown on every tab, and disables other actions with its reason", async ({
  page,
  credentials,
  api,
}) => {
  const name = uniqueName("e2e");
  const vmId = await runningVm(api, name);
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/settings`);
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(`slow-60000--${name}`);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `slow-60000--${name}` })).toBeVisible();
  await page.getByRole("button", { name: "Reboot" }).click();
  await made(api, `/compute/cloud-vms/${vmId}/stop`, {});
  await dialog(page).getByRole("button", { name: "Reboot VM" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("wait until that has ended");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  const notice = page.getByRole("status").filter({ hasText: "Stop in progress" });
  await expect(notice).toBeVisible();
  await page.getByRole("link", { name: "Volumes", exact: true }).last().click();
  await expect(page.getByRole("heading", { name: "No volumes attached" })).toBeVisible();
  await expect(notice).toBeVisible();
  const attach = page.getByRole("button", { name: "Attach a volume" });
  await attach.focus();
  await expect(page.getByRole("tooltip")).toHaveText("The VM is stopping; wait until that has ended, then try again.");
  await notice.getByRole("link", { name: "Open operation" }).click();
  await expect(page).toHaveURL(/\/operations\/op_/);
});

test("overview: plan, image, price and volumes are shown, and that a change failed", async ({
  page,
  credentials,
  api,
}) => {
  const name = `fail-at-resize-instance--${uniqueName("e2e")}`;
  const volume = uniqueName("data");
  const volumeId = await availableVolume(api, volume);
  const vmId = await runningVm(api, name, { volume_ids: [volumeId], tags: ["web"] });
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  const facts = page.getByRole("region", { name: "Overview" });
  await expect(facts).toContainText(/Cost this month\$\d+\.\d\d up to the last full hour/);
  await expect(facts).toContainText("Cloud small");
  await expect(facts).toContainText("Debian 12");
  await expect(facts).toContainText("$7.30 a month");
  await expect(page.getByRole("region", { name: "Volumes" }).getByRole("link", { name: volume })).toBeVisible();
  await made(api, `/compute/cloud-vms/${vmId}/resize-plan`, { plan_id: "plan-medium" });
  await expect(page.getByRole("heading", { name: "Change plan failed" })).toBeVisible();
  await expect(status(page, "running")).toBeVisible();
});

test("metrics: charts without samples say so, for every range", async ({ page, credentials, api }) => {
  // This VM never ran, so it has no samples: running VMs are measured every minute.
  const vmId = await api.createVm(`fail-at-boot-instance--${uniqueName("metrics")}`);
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/metrics`);
  await expect(status(page, "error")).toBeVisible();
  for (const title of ["CPU", "Memory", "Disk", "Network"])
    await expect(page.getByRole("region", { name: title, exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "CPU" })).toContainText("Nothing was measured in this period.");
  await expect(page.getByRole("slider", { name: "Traffic by month" })).toBeVisible();
  await page.getByLabel("7 days").click();
  await expect(page.getByLabel("7 days")).toBeChecked();
  await expect(page).toHaveURL(/range=7d/);
  await expect(page.getByRole("region", { name: "CPU" })).toContainText("Nothing was measured in this period.");
});

test("every tab is accessible at 390 pixels", async ({ page, credentials, api }) => {
  test.setTimeout(120_000);
  const group = await made(api, "/networking/firewall-groups", { name: uniqueName("group") });
  const volumeId = await availableVolume(api, uniqueName("data"));
  const vmId = await runningVm(api, uniqueName("axe"), {
    volume_ids: [volumeId],
    firewall_group_ids: [group.firewall_group_id],
    site_id: SITE,
  });
  await made(api, `/compute/cloud-vms/${vmId}/snapshots`, { name: "before" });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of ["", "operations", "networking", "volumes", "snapshots", "backups", "metrics", "settings"]) {
    await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/${tab}`);
    await expect(page.getByRole("navigation", { name: /^Pages of/ }).locator("[aria-current=page]")).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "Rebuild", exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
});

test("a viewer sees every tab, and why nothing can be changed", async ({ openPage, credentials, api, member }) => {
  const vmId = await runningVm(api, uniqueName("viewer"));
  const page = await openPage((await member("viewer")).session);
  for (const [tab, action] of [
    ["networking", "Attach to a subnet"],
    ["volumes", "New volume"],
    ["snapshots", "Take a snapshot"],
    ["backups", "Back up now"],
    ["settings", "Rebuild"],
  ] as const) {
    await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/${tab}`);
    const button = page.getByRole("button", { name: action, exact: true });
    await button.focus();
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(page.getByRole("tooltip").filter({ hasText: "does not allow this" }).first()).toBeVisible();
  }
});

test("the billing role may not see VMs, and a missing VM or one of the other type is not found", async ({
  openPage,
  page,
  credentials,
  api,
  member,
}) => {
  const vmId = await runningVm(api, uniqueName("billing"));
  const theirs = await openPage((await member("billing")).session);
  await openWorkspacePage(theirs, credentials, `cloud-vms/${vmId}/snapshots`);
  await expect(theirs.getByRole("heading", { name: "You do not have access" })).toBeVisible();
  await openWorkspacePage(page, credentials, "gpu-vms/vm_none/metrics");
  await expect(page.getByRole("alert").filter({ hasText: "There is no such GPU VM" })).toBeVisible();
  await openWorkspacePage(page, credentials, `gpu-vms/${vmId}`);
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
});

test("console log: a user reads, copies, downloads and follows the log", async ({
  page,
  credentials,
  api,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const name = uniqueName("console");
  const vmId = await runningVm(api, name);
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  await page.getByRole("link", { name: "Console log", exact: true }).click();
  const log = page.getByRole("region", { name: "Console log" });
  await expect(log).toContainText(`${name} login:`);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${name} login:`);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe(`${name}-console.log`);

  await expect(log).not.toContainText("Power down");
  await page.getByLabel("Follow").check();
  await made(api, `/compute/cloud-vms/${vmId}/stop`, {});
  await expect(log).toContainText("Power down");
});
