// A host is added to a site on libvirt on the operators' pages, and an added one is removed. No machine answers here.
import { expectAccessible } from "../../src/accessible.ts";
import { expect, test, uniqueName } from "../../src/fixtures.ts";

const WORKER_MS = 45_000;

test("an operator adds a host, sees why it is not added, and has another one removed", async ({
  database,
  newOperator,
  openPage,
}) => {
  test.slow();
  const siteId = uniqueName("site");
  await database.query(
    `INSERT INTO site (site_id, name, location, provider, position) VALUES ($1, $1, 'Nowhere', 'libvirt:' || $1, 999)`,
    [siteId],
  );
  await database.query(
    `INSERT INTO site_connection (site_id, endpoint, options) VALUES ($1, 'tls://127.0.0.1:1',
       '{"storage_pool":"fulmar","cpu_model":"EPYC","northbound":"ssl:127.0.0.1:1","screens":"none","pool_shared":"yes"}')`,
    [siteId],
  );
  await database.query(
    `INSERT INTO site_host (host_id, site_id, name, status, moves_live, shared_disks, endpoint)
     VALUES ($1 || '-1', $1, 'kvm1', 'online', true, true, NULL), ($1 || '-2', $1, 'kvm2', 'online', true, true, 'tls://127.0.0.1:2')`,
    [siteId],
  );
  // Its fence is not tried again meanwhile.
  await database.query(
    `INSERT INTO site_host (host_id, site_id, name, status, moves_live, shared_disks, endpoint, state, state_at, offline_at,
                            fence_tried_at, fence_error)
     VALUES ($1 || '-3', $1, 'kvm3', 'offline', true, true, 'tls://127.0.0.1:4', 'lost', now(), now(),
             now() + interval '1 hour', 'The power switch does not answer.')`,
    [siteId],
  );
  try {
    const page = await openPage((await newOperator()).session);
    const main = page.locator("main");
    const dialog = page.getByRole("alertdialog");
    await page.goto(`/operator/sites/${siteId}`);
    await main.getByRole("button", { name: "Add host" }).click();
    await expect(dialog.getByRole("button", { name: "Copy Script for the machine" })).toBeVisible();
    await dialog.getByLabel("Endpoint").fill("tls://127.0.0.1:3");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add host" }).click();
    const decisions = main.getByRole("region", { name: "Decisions", exact: true });
    await expect(decisions.getByRole("row", { name: /^Add a host/ })).toContainText("failed", { timeout: WORKER_MS });

    const lost = main.getByRole("row", { name: /^kvm3/ });
    await expect(lost).toContainText("not fenced");
    await expect(lost).toContainText("The power switch does not answer.");
    await main.getByRole("link", { name: "kvm3" }).click();
    await expect(
      main.getByRole("status").filter({ hasText: "Its VMs start elsewhere once it is fenced." }),
    ).toContainText("The power switch does not answer.");
    await expectAccessible(page);
    await page.goBack();

    await main.getByRole("link", { name: "kvm2" }).click();
    await main.getByRole("button", { name: "Remove", exact: true }).click();
    await dialog.getByLabel("Reason").fill("Its lease ends");
    await dialog.getByLabel("Type kvm2").fill("kvm2");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Remove host" }).click();
    await expect(decisions.getByRole("row", { name: /^Remove a host/ })).toContainText("kvm2");
  } finally {
    for (const table of ["site_decision", "site_host", "site_capacity", "site_connection", "site_fence", "site"])
      await database.query(
        table === "site_fence"
          ? "DELETE FROM site_fence WHERE provider = 'libvirt:' || $1"
          : `DELETE FROM ${table} WHERE site_id = $1`,
        [siteId],
      );
  }
});
