import { expectAccessible } from "../src/accessible.ts";
import { type Api, expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { chooseInRow } from "../src/row-menu.ts";

/**
 * Creates a small volume and waits until it is available.
 * @returns its record
 */
async function newVolume(api: Api, name: string, siteId: string): Promise<{ volume_id: string; status: string }> {
  const response = await api.send("POST", "/block-storage/volumes", { data: { name, size_gb: 10, site_id: siteId } });
  expect(response.status(), await response.text()).toBe(201);
  const { volume_id } = await response.json();
  return (await api.send("GET", `/block-storage/volumes/${volume_id}?wait=30`)).json();
}

/** Creates a VM and waits until it runs. */
async function runningVm(api: Api, name: string): Promise<{ vmId: string; siteId: string }> {
  const vmId = await api.createVm(name);
  await expect.poll(() => api.statusOf(vmId)).toBe("running");
  const { site_id } = await (await api.send("GET", `/compute/cloud-vms/${vmId}`)).json();
  return { vmId, siteId: site_id };
}

test.describe("an owner", () => {
  signedIn();

  test("creates, attaches, grows, renames, snapshots, copies and detaches a volume, and sees what blocks its deletion", async ({
    page,
    credentials,
    api,
  }) => {
    const name = uniqueName("disk");
    const vmName = uniqueName("holder");
    const { siteId } = await runningVm(api, vmName);
    const status = (text: string) => page.getByRole("main").getByText(text, { exact: true }).first();

    await openWorkspacePage(page, credentials, "volumes/new");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Site").selectOption(siteId);
    await page.getByLabel("Size in GB").fill("100");
    await expect(page.getByRole("region", { name: "Summary" })).toContainText("$8.76");
    await page.getByRole("radio", { name: /^HDD/ }).check();
    await expect(page.getByRole("region", { name: "Summary" })).toContainText("$3.65");
    await page.getByRole("button", { name: "Create volume" }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(status("available")).toBeVisible();

    await page.getByRole("button", { name: "Attach", exact: true }).click();
    const attach = page.getByRole("alertdialog");
    await attach.getByLabel("VM").selectOption({ label: `${vmName} · running` });
    await attach.getByRole("button", { name: "Attach volume" }).click();
    await expect(status("in use")).toBeVisible();
    await expect(page.getByRole("region", { name: "Attachment" })).toContainText("/dev/vdb");
    await expect(page.getByRole("button", { name: "Attach", exact: true })).toHaveAttribute("aria-disabled", "true");

    await page.getByRole("link", { name: "Metrics", exact: true }).click();
    for (const chart of ["Throughput", "Operations", "Disk usage"])
      await expect(page.getByRole("region", { name: chart })).toBeVisible();
    await page.getByLabel("7 days").click();
    await expect(page).toHaveURL(/range=7d/);
    await expectAccessible(page);

    await page.getByRole("link", { name: "Settings", exact: true }).last().click();
    await page.getByLabel("Size in GB").fill("200");
    await expect(page.getByText("It will cost $7.30 a month in place of $3.65.")).toBeVisible();
    await page.getByRole("button", { name: "Grow volume" }).click();
    await expect(page.getByLabel("Size in GB")).toHaveValue("200");
    await expect(status("in use")).toBeVisible();
    await page.getByRole("textbox", { name: "Name" }).fill(`${name}-renamed`);
    await page.getByRole("button", { name: "Rename" }).click();
    await expect(page.getByRole("heading", { name: `${name}-renamed`, level: 1 })).toBeVisible();

    await page.getByRole("main").getByRole("link", { name: "Snapshots", exact: true }).click();
    await expect(page.getByRole("heading", { name: "No snapshots yet" })).toBeVisible();
    await page.getByRole("button", { name: "Take a snapshot" }).click();
    await page.getByRole("alertdialog").getByLabel("Name", { exact: true }).fill("first");
    await page.getByRole("alertdialog").getByRole("button", { name: "Take snapshot" }).click();
    await expect(page.getByRole("row", { name: /first/ })).toContainText("succeeded");

    await page.getByRole("button", { name: "Detach", exact: true }).click();
    await page.getByRole("button", { name: "Detach volume" }).click();
    await expect(status("available")).toBeVisible();
    await page.getByRole("link", { name: "Operations", exact: true }).last().click();
    const operations = page.getByRole("region", { name: "Operations" });
    for (const operation of ["Create", "Attach volume", "Resize", "Snapshot", "Detach volume"])
      await expect(operations.getByRole("row", { name: operation })).toContainText("succeeded");
    await expect(operations.getByRole("row", { name: "Attach volume" })).toContainText(/VM .+device path/);
    await expectAccessible(page);
    // Each leads to its steps.
    await operations.getByRole("link", { name: "Snapshot" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Snapshot");
    await page.goBack();

    await page.getByRole("link", { name: "Settings", exact: true }).last().click();
    await page.getByRole("button", { name: "Delete volume" }).click();
    const remove = page.getByRole("alertdialog");
    await remove.getByLabel(/^Type/).fill(`${name}-renamed`);
    await remove.getByRole("button", { name: "Delete volume" }).click();
    await expect(remove.getByRole("alert")).toContainText("The volume has snapshots");
    await expect(remove.getByRole("link", { name: "first" })).toBeVisible();
    await remove.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("main").getByRole("link", { name: "Snapshots", exact: true }).click();
    await chooseInRow(page, "first", "New volume");
    await expect(page.getByRole("region", { name: "Source" })).toContainText("first");
    await expect(page.getByLabel("Size in GB")).toHaveValue("200");
    await page.getByLabel("Name", { exact: true }).fill(`${name}-copy`);
    await page.getByRole("button", { name: "Create volume" }).click();
    await expect(page.getByRole("heading", { name: `${name}-copy`, level: 1 })).toBeVisible();
    await expect(status("available")).toBeVisible();

    await page.goBack();
    await page.goBack();
    await chooseInRow(page, "first", "Delete");
    await page.getByRole("alertdialog").getByLabel("Type first to confirm").fill("first");
    await page.getByRole("button", { name: "Delete snapshot" }).click();
    await expect(page.getByRole("heading", { name: "No snapshots yet" })).toBeVisible();
  });

  test("searches, sorts and hides columns, and deletes several volumes, of which one is refused", async ({
    page,
    credentials,
    api,
  }) => {
    const prefix = uniqueName("bulk");
    const { vmId, siteId } = await runningVm(api, uniqueName("holder"));
    const [, held] = [await newVolume(api, `${prefix}-a`, siteId), await newVolume(api, `${prefix}-b`, siteId)];
    expect(
      (await api.send("POST", `/block-storage/volumes/${held.volume_id}/attach`, { data: { vm_id: vmId } })).status(),
    ).toBe(200);
    await openWorkspacePage(page, credentials, "volumes");
    await page.getByLabel("Search by name").fill(prefix.toUpperCase());
    const rows = page.getByRole("region", { name: "Volumes" }).getByRole("row");
    await expect(rows).toHaveCount(3);
    await page.getByRole("button", { name: "Name", exact: true }).click();
    await expect(rows.nth(1)).toContainText(`${prefix}-a`);
    await page.getByRole("button", { name: "Choose columns" }).click();
    await page.getByRole("checkbox", { name: "Site" }).uncheck();
    await expect(page.getByRole("columnheader", { name: "Site" })).toHaveCount(0);
    await page.getByRole("checkbox", { name: "Site" }).check();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("row", { name: `${prefix}-b` })).toContainText("in use");

    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Type 2 volumes to confirm").fill("2 volumes");
    await dialog.getByRole("button", { name: "Delete 2 volumes" }).click();
    await expect(dialog.getByRole("alert")).toContainText(`${prefix}-b: The volume is attached to a VM`);
    await expect(dialog.getByRole("list", { name: "Volumes to delete" }).getByRole("listitem")).toHaveCount(1);
    await dialog.getByLabel(/even if it is in use/).check();
    await dialog.getByLabel("Type 1 volume to confirm").fill("1 volume");
    await dialog.getByRole("button", { name: "Delete 1 volume" }).click();
    await expect(page.getByRole("heading", { name: "No volume matches" })).toBeVisible();
  });

  test("sees a failed volume's error, that a volume does not exist, and errors at the form's fields", async ({
    page,
    credentials,
    api,
  }) => {
    const sites = await (await api.send("GET", "/compute/sites")).json();
    const failed = await newVolume(api, `fail-at-create-volume--${uniqueName("e2e")}`, sites[0].site_id);
    expect(failed.status).toBe("error");
    await openWorkspacePage(page, credentials, `volumes/${failed.volume_id}`);
    await expect(page.getByRole("main").getByText("error", { exact: true })).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).not.toBeEmpty();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Operations", exact: true }).last().click();
    await expect(page.getByRole("region", { name: "Operations" }).getByRole("row", { name: "create" })).toContainText(
      "failed",
    );

    await openWorkspacePage(page, credentials, "volumes/vol_none/snapshots");
    await expect(page.getByRole("alert").filter({ hasText: "There is no such volume" })).toBeVisible();
    await openWorkspacePage(page, credentials, "volumes/new");
    await page.getByLabel("Name", { exact: true }).fill("no/slashes");
    await page.getByLabel("Size in GB").fill("0");
    await page.getByRole("button", { name: "Create volume" }).click();
    await expect(page.getByText("Name must consist of letters, digits")).toBeVisible();
    await expect(page.getByText("Size in GB must be at least 1.")).toBeVisible();
    await expectAccessible(page);
  });

  test("sees a link to the form for a volume in an empty workspace", async ({ page, emptyWorkspace }) => {
    await page.goto(`/workspaces/${emptyWorkspace}/volumes`);
    await expect(page.getByRole("heading", { name: "No volumes yet" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Create a volume" }).click();
    await expect(page.getByRole("heading", { name: "New volume" })).toBeVisible();
  });
});
