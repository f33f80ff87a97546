// The hosts of a site of the test's own: one is cordoned, drained by a worker and restored.
import type { Client } from "pg";
import { expectAccessible } from "../../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../../src/fixtures.ts";
import { hostsOf, makeSite, putOn, removeSite, WORKER_MS } from "../../src/own-site.ts";

signedIn();

test("an operator cordons a host, drains it with a VM on it, and restores it", async ({
  api,
  database,
  newOperator,
  openPage,
}) => {
  test.slow();
  const siteId = uniqueName("site");
  const name = uniqueName("moved");
  await makeSite(database, siteId);
  try {
    await expect.poll(() => hostsOf(database, siteId), { timeout: WORKER_MS }).toEqual(["host-1", "host-2", "host-3"]);
    const vmId = await api.createVm(name);
    await expect.poll(() => api.statusOf(vmId), { timeout: WORKER_MS }).toBe("running");
    await putOn(database, { siteId, vmId, host: "host-1" });

    const page = await openPage((await newOperator()).session);
    const main = page.getByRole("main");
    const dialog = page.getByRole("alertdialog");
    await page.goto(`/operator/sites/${siteId}`);
    await expect(main.getByRole("row", { name: /^host-1/ })).toContainText("active");
    await main.getByRole("link", { name: "host-1" }).click();
    await expect(main.getByRole("heading", { name: "host-1", level: 1 })).toBeVisible();
    await expect(main.getByRole("region", { name: "VMs on the host" })).toContainText(name);
    await expectAccessible(page);

    await main.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Tags").fill("fast");
    await dialog.getByLabel("Zone").fill("rack-7");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(main.getByRole("region", { name: "Host", exact: true })).toContainText("rack-7");

    await main.getByRole("button", { name: "Cordon" }).click();
    await dialog.getByLabel("Reason").fill("Its fan is loud");
    await dialog.getByRole("button", { name: "Cordon host" }).click();
    await expect(main.getByRole("region", { name: "Host", exact: true })).toContainText("Its fan is loud");

    await main.getByRole("button", { name: "Drain" }).click();
    await expect(dialog.getByRole("list", { name: "What moves" })).toContainText("Move while they run: 1 VM.");
    await dialog.getByLabel("Reason").fill("New memory");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Drain host" }).click();
    await expect(main.getByText("drained", { exact: true })).toBeVisible({ timeout: WORKER_MS });
    const { rows } = await database.query("SELECT host FROM simulated.instance WHERE vm_id = $1", [vmId]);
    expect(["host-2", "host-3"]).toContain(rows[0]?.host);
    expect(await api.statusOf(vmId)).toBe("running");

    await main.getByRole("button", { name: "Restore" }).click();
    await dialog.getByRole("button", { name: "Restore host" }).click();
    await expect(main.getByText("active", { exact: true })).toBeVisible();
  } finally {
    await removeSite(database, siteId);
  }
});

test("an operator dedicates a host, its organization makes a VM there, and the host is taken back", async ({
  api,
  credentials,
  database,
  newOperator,
  openPage,
  page,
}) => {
  test.slow();
  const siteId = uniqueName("site");
  const theirs = uniqueName("theirs");
  await makeSite(database, siteId);
  await database.query("UPDATE plan SET site_ids = site_ids || $1::text WHERE plan_id = 'plan-nano'", [siteId]);
  await database.query("UPDATE image SET site_ids = site_ids || $1::text WHERE template_id = 'debian-13'", [siteId]);
  try {
    await expect.poll(() => hostsOf(database, siteId), { timeout: WORKER_MS }).toEqual(["host-1", "host-2", "host-3"]);
    const vmId = await api.createVm(theirs);
    await expect.poll(() => api.statusOf(vmId), { timeout: WORKER_MS }).toBe("running");
    await putOn(database, { siteId, vmId, host: "host-1" });
    const { organization_id } = (
      await database.query(
        "SELECT w.organization_id FROM vm v JOIN workspace w ON w.workspace_id = v.workspace_id WHERE v.vm_id = $1",
        [vmId],
      )
    ).rows[0];

    const operated = await openPage((await newOperator()).session);
    const main = operated.getByRole("main");
    const dialog = operated.getByRole("alertdialog");
    await operated.goto(`/operator/sites/${siteId}`);
    await main.getByRole("link", { name: "host-1" }).click();
    await main.getByRole("button", { name: "Dedicate" }).click();
    await dialog.getByLabel("Find organizations").fill(organization_id);
    await dialog.getByLabel("Organization", { exact: true }).selectOption(organization_id);
    await expect(dialog.getByRole("list", { name: "VMs that may not stay" })).toContainText("None.");
    await expectAccessible(operated);
    await dialog.getByRole("button", { name: "Dedicate host" }).click();
    await expect(main.getByRole("region", { name: "Host", exact: true })).toContainText("Dedicated to");

    await openWorkspacePage(page, credentials, "cloud-vms/new");
    await page.getByLabel("Site", { exact: true }).selectOption(siteId);
    await page.getByRole("radio", { name: /^Cloud nano/ }).check();
    await page.getByRole("radio", { name: /^Debian 13/ }).check();
    const name = uniqueName("own");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("On hosts of your organization alone").check();
    await page.getByRole("button", { name: "Create VM" }).click();
    await expect(page.getByText("Dedicated to your organization")).toBeVisible();
    const made = page.url().split("/").at(-1) ?? "";
    await expect.poll(() => placeOf(database, made), { timeout: WORKER_MS }).toBe("host-1 running");

    await operated.reload();
    await main.getByRole("button", { name: "Take back" }).click();
    await expect(dialog.getByRole("list", { name: "VMs that may not stay" })).toContainText(name);
    await dialog.getByRole("button", { name: "Take host back" }).click();
    await expect(dialog.getByText(/may not stay there; move them away first/)).toBeVisible();
    await dialog.getByLabel("What becomes of them").selectOption("move");
    await dialog.getByRole("button", { name: "Take host back" }).click();
    await expect(main.getByText("none until those that may not stay have moved away")).toBeVisible();
  } finally {
    await database.query("UPDATE plan SET site_ids = array_remove(site_ids, $1) WHERE plan_id = 'plan-nano'", [siteId]);
    await database.query("UPDATE image SET site_ids = array_remove(site_ids, $1) WHERE template_id = 'debian-13'", [
      siteId,
    ]);
    await removeSite(database, siteId);
  }
});

test("an operator declares a host lost, and its VM starts on another one", async ({
  api,
  database,
  newOperator,
  openPage,
}) => {
  test.slow();
  const siteId = uniqueName("site");
  const name = uniqueName("lost");
  await makeSite(database, siteId);
  try {
    await expect.poll(() => hostsOf(database, siteId), { timeout: WORKER_MS }).toEqual(["host-1", "host-2", "host-3"]);
    const vmId = await api.createVm(name);
    await expect.poll(() => api.statusOf(vmId), { timeout: WORKER_MS }).toBe("running");
    await putOn(database, { siteId, vmId, host: "host-1" });
    await database.query("UPDATE simulated.host SET online = false WHERE provider = $1 AND name = 'host-1'", [
      `simulated:${siteId}`,
    ]);

    const page = await openPage((await newOperator()).session);
    const main = page.getByRole("main");
    const dialog = page.getByRole("alertdialog");
    await expect.poll(() => offlineAt(database, siteId), { timeout: WORKER_MS }).toEqual(["host-1"]);
    await page.goto(`/operator/sites/${siteId}`);
    await expect(main.getByRole("row", { name: /^host-1/ })).toContainText("offline");
    await main.getByRole("link", { name: "host-1" }).click();
    await main.getByRole("button", { name: "Declare lost" }).click();
    const list = dialog.getByRole("list", { name: "What becomes of its VMs" });
    await expect(list).toContainText("The fence hook turns the host off first.");
    await expect(list).toContainText("starts on another host.");
    await dialog.getByLabel("Reason").fill("Its power supply burnt");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Declare lost" }).click();
    await expect(main.getByText("lost", { exact: true })).toBeVisible();
    await expect(main.getByRole("region", { name: "Host", exact: true })).toContainText("Its power supply burnt");
    await expect.poll(() => placeOf(database, vmId), { timeout: WORKER_MS }).toMatch(/^host-[23] running$/);
    await expect.poll(() => api.statusOf(vmId), { timeout: WORKER_MS }).toBe("running");
    await main.getByRole("button", { name: "Restore" }).click();
    await dialog.getByRole("button", { name: "Restore host" }).click();
    await expect(main.getByText("active", { exact: true })).toBeVisible();
  } finally {
    await removeSite(database, siteId);
  }
});

// Each step of these VMs takes four seconds, so the move is under way when it is stopped.
test("an operator balances the hosts of a site, and stops it", async ({ api, database, newOperator, openPage }) => {
  test.slow();
  const siteId = uniqueName("site");
  const names = [uniqueName("slow-4000--heavy"), uniqueName("slow-4000--heavy")];
  await makeSite(database, siteId);
  try {
    await expect.poll(() => hostsOf(database, siteId), { timeout: WORKER_MS }).toEqual(["host-1", "host-2", "host-3"]);
    await database.query("UPDATE simulated.host SET ram_mb = 4096 WHERE provider = 'simulated:' || $1", [siteId]);
    await database.query("UPDATE site_host SET ram_mb = 4096 WHERE site_id = $1", [siteId]);
    const vmIds: string[] = [];
    for (const name of names) vmIds.push(await api.createVm(name));
    for (const vmId of vmIds) {
      await expect.poll(() => api.statusOf(vmId), { timeout: WORKER_MS }).toBe("running");
      await putOn(database, { siteId, vmId, host: "host-1" });
    }

    const page = await openPage((await newOperator()).session);
    const main = page.getByRole("main");
    const dialog = page.getByRole("alertdialog");
    await page.goto(`/operator/sites/${siteId}`);
    await main.getByRole("button", { name: "Balance" }).click();
    await expect(dialog.getByRole("list", { name: "What moves" })).toContainText("Move: 1 VM.");
    await dialog.getByLabel("Reason").fill("Two hosts are empty");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Balance hosts" }).click();
    const words = main.getByRole("status").filter({ hasText: "Two hosts are empty" });
    await expect(words).toContainText("Moving now: 1.", { timeout: WORKER_MS });
    await main.getByRole("button", { name: "Stop balancing" }).click();
    await dialog.getByRole("button", { name: "Stop balancing" }).click();
    await expect(words).toContainText("Balancing was stopped");
    const places = async () => new Set(await Promise.all(vmIds.map((vmId) => placeOf(database, vmId)))).size;
    await expect.poll(places, { timeout: WORKER_MS }).toBe(2);
  } finally {
    await removeSite(database, siteId);
  }
});

/** The host of an instance and its power. */
async function placeOf(database: Client, vmId: string): Promise<string> {
  const { rows } = await database.query("SELECT host, power FROM simulated.instance WHERE vm_id = $1", [vmId]);
  return `${rows[0]?.host} ${rows[0]?.power}`;
}

/** The hosts that a worker has seen silent. */
async function offlineAt(database: Client, siteId: string): Promise<string[]> {
  const { rows } = await database.query("SELECT name FROM site_host WHERE site_id = $1 AND offline_at IS NOT NULL", [
    siteId,
  ]);
  return rows.map((row) => row.name);
}
