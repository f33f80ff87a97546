// What a site has and the database does not know, at a site of the test's own.
import type { Client } from "pg";
import { expectAccessible } from "../../src/accessible.ts";
import { expect, test, uniqueName } from "../../src/fixtures.ts";
import { openRowMenu } from "../../src/row-menu.ts";

const WORKER_MS = 45_000;

test("an operator resumes a fenced site, adopts one machine there and discards another", async ({
  api,
  credentials,
  database,
  newOperator,
  openPage,
}) => {
  test.slow();
  const siteId = uniqueName("site");
  const [wanted, unwanted] = [uniqueName("wanted"), uniqueName("unwanted")];
  const legacy = uniqueName("legacy");
  await makeStranger(database, siteId, legacy);
  await makeSite(database, siteId);
  try {
    for (const name of [wanted, unwanted])
      await loseVm(database, { siteId, name, workspaceId: credentials.workspace_id });
    await expect.poll(() => seenBy(database, siteId), { timeout: WORKER_MS }).toBe(2);
    await fence(database, siteId);

    const page = await openPage((await newOperator()).session);
    const main = page.getByRole("main");
    const dialog = page.getByRole("alertdialog");
    const decisions = main.getByRole("region", { name: "Decisions about the site" });
    await page.goto(`/operator/sites/${siteId}`);
    await main.getByRole("button", { name: "Resume" }).click();
    await expect(dialog.getByRole("list", { name: "Findings" })).toContainText("Unknown, and kept as it is: 2 × VM.");
    await dialog.getByLabel("Reason").fill("Restored last night");
    await dialog.getByLabel(`Type ${siteId} to confirm`).fill(siteId);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Resume site" }).click();
    await expect(decisions.getByText(/^Resumed\. Operations/)).toBeVisible({ timeout: WORKER_MS });

    await page.goto(`/operator/sites/${siteId}/unknown`);
    const listed = main.getByRole("region", { name: "Unknown resources" });
    await expect(listed.getByRole("row", { name: wanted })).toContainText("needs nothing");
    await expectAccessible(page);
    await openRowMenu(page, wanted);
    await page.getByRole("menuitem", { name: "Adopt" }).click();
    await dialog.getByLabel("Reason").fill("Made after the backup");
    await dialog.getByRole("button", { name: "Adopt" }).click();
    await expect(decisions.getByRole("row", { name: wanted })).toContainText("Adopted.", { timeout: WORKER_MS });
    await expect(listed.getByRole("row", { name: wanted })).toHaveCount(0);
    expect(await api.statusOf(vmIdOf(wanted))).toBe("running");

    await openRowMenu(page, unwanted);
    await page.getByRole("menuitem", { name: "Discard" }).click();
    await dialog.getByLabel("Reason").fill("Nobody needs it");
    await dialog.getByLabel(`Type ${unwanted} to confirm`).fill(unwanted);
    await dialog.getByRole("button", { name: "Discard for good" }).click();
    await expect(decisions.getByRole("row", { name: unwanted })).toContainText("Deleted from its site.", {
      timeout: WORKER_MS,
    });
    const { rows } = await database.query("SELECT name FROM simulated.instance WHERE provider = $1", [
      `simulated:${siteId}`,
    ]);
    expect(rows).toEqual([{ name: wanted }]);

    const strangers = main.getByRole("region", { name: "Machines that are not Fulmar's" });
    await expect(strangers.getByRole("row", { name: legacy })).toContainText("needs a workspace", {
      timeout: WORKER_MS,
    });
    await openRowMenu(page, legacy);
    await page.getByRole("menuitem", { name: "Adopt" }).click();
    await dialog.getByLabel("Workspace id").fill(credentials.workspace_id);
    await expect(dialog.getByRole("list", { name: "What is recorded" })).toContainText("as plan-nano");
    await dialog.getByLabel("Reason").fill("Moved from the old cluster");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Adopt" }).click();
    await expect(decisions.getByRole("row", { name: legacy })).toContainText("Adopted as the VM", {
      timeout: WORKER_MS,
    });
  } finally {
    await removeSite(database, siteId);
  }
});

test("an operator fences a site with a reason that tenants see on what waits, and resumes it", async ({
  database,
  newOperator,
  openPage,
}) => {
  test.slow();
  const siteId = uniqueName("site");
  await makeSite(database, siteId);
  try {
    const page = await openPage((await newOperator()).session);
    const main = page.getByRole("main");
    const dialog = page.getByRole("alertdialog");
    const facts = main.getByRole("region", { name: "Site", exact: true });
    await page.goto(`/operator/sites/${siteId}`);
    await main.getByRole("button", { name: "Fence" }).click();
    await dialog.getByLabel("Reason").fill("Its storage is repaired");
    const shows = dialog.getByRole("region", { name: "What this does" });
    await expect(shows).toContainText("0 VMs, 0 volumes, 0 load balancers stay as they are");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Fence site" }).click();
    await expect(facts).toContainText("An operator has fenced the site: Its storage is repaired.");
    await expect(main.getByRole("button", { name: "Fence" })).toHaveCount(0);

    await main.getByRole("button", { name: "Resume" }).click();
    await dialog.getByLabel("Reason").fill("It is repaired");
    await dialog.getByLabel(`Type ${siteId} to confirm`).fill(siteId);
    await dialog.getByRole("button", { name: "Resume site" }).click();
    await expect(main.getByRole("button", { name: "Fence" })).toBeVisible({ timeout: WORKER_MS });
    await expect(facts).not.toContainText("An operator has fenced");
  } finally {
    await removeSite(database, siteId);
  }
});

function vmIdOf(name: string): string {
  return `vm_${name}`;
}

async function makeSite(database: Client, siteId: string): Promise<void> {
  await database.query(
    `INSERT INTO site (site_id, name, location, provider, position)
     SELECT $1, $1, 'Nowhere', 'simulated:' || $1, max(position) + 1 FROM site`,
    [siteId],
  );
}

/** A machine that somebody made by hand, and a plan that covers it. */
async function makeStranger(database: Client, siteId: string, name: string): Promise<void> {
  await database.query(
    `INSERT INTO simulated.stranger (provider, name, cpu, ram_mb, disk_gb, image, private_ip, power, started_at)
     VALUES ('simulated:' || $1, $2, 1, 1024, 20, 'Debian 12', '10.9.0.7', 'running', now())`,
    [siteId, name],
  );
  await database.query("UPDATE plan SET site_ids = site_ids || $1::text WHERE plan_id = 'plan-nano'", [siteId]);
}

/** A machine that an earlier state of the database had. */
async function loseVm(
  database: Client,
  { siteId, name, workspaceId }: { readonly siteId: string; readonly name: string; readonly workspaceId: string },
): Promise<void> {
  await database.query(
    `INSERT INTO simulated.instance (provider, vm_id, name, cpu, ram_mb, disk_gb, template_id, power, started_at,
                                     record)
     SELECT 'simulated:' || $1, $2, $3, 1, 1024, 20, 'debian-12', 'running', now(),
            jsonb_build_object('installation_id', installation_id, 'rows', jsonb_build_object('vm', jsonb_build_array(
              to_jsonb(image) || to_jsonb(plan) || jsonb_build_object(
                'vm_id', $2::text, 'workspace_id', $4::bigint, 'site_id', $1::text, 'name', $3::text, 'tags', '[]'::jsonb,
                'ssh_keys', '[]'::jsonb, 'created_at', now()))))
       FROM installation, (SELECT template_id, os_type, os_distro FROM image WHERE template_id = 'debian-12') AS image,
            (SELECT plan_id, type, cpu, ram_mb, disk_gb FROM plan WHERE plan_id = 'plan-small') AS plan`,
    [siteId, vmIdOf(name), name, workspaceId],
  );
}

/** How many of them a worker has found. The site has its mark then. */
async function seenBy(database: Client, siteId: string): Promise<number> {
  const { rows } = await database.query(
    `SELECT (SELECT count(*)::int FROM unknown_resource WHERE provider = 'simulated:' || $1) AS count
       FROM site_fence WHERE provider = 'simulated:' || $1`,
    [siteId],
  );
  return rows[0]?.count ?? 0;
}

/** As a worker does that finds what the database has lost. */
async function fence(database: Client, siteId: string): Promise<void> {
  await database.query(
    `UPDATE site_fence SET reason = 'unknown_resources', detail = 'The site has what this database does not know.',
            fenced_at = now()
      WHERE provider = 'simulated:' || $1 AND fenced_at IS NULL`,
    [siteId],
  );
}

async function removeSite(database: Client, siteId: string): Promise<void> {
  await database.query("UPDATE vm SET status = 'deleted', deleted_at = now() WHERE site_id = $1", [siteId]);
  await database.query("UPDATE site SET removed_at = now() WHERE site_id = $1", [siteId]);
  await database.query("DELETE FROM unknown_resource WHERE provider = 'simulated:' || $1", [siteId]);
  await database.query("DELETE FROM site_fence WHERE provider = 'simulated:' || $1", [siteId]);
  await database.query("DELETE FROM simulated.instance WHERE provider = 'simulated:' || $1", [siteId]);
  await database.query("UPDATE plan SET site_ids = array_remove(site_ids, $1)", [siteId]);
  await database.query("DELETE FROM site_stranger WHERE provider = 'simulated:' || $1", [siteId]);
  await database.query("DELETE FROM simulated.stranger WHERE provider = 'simulated:' || $1", [siteId]);
  await database.query("DELETE FROM reconciler WHERE lane = 'simulated:' || $1", [siteId]);
}
