import { expectAccessible } from "../../src/accessible.ts";
import { FENCED, fenceSites } from "../../src/fenced-sites.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../../src/fixtures.ts";

signedIn();

test("a fenced site shows the reason, unknown resources and who decides about them; held operations resume with it", async ({
  page,
  credentials,
  api,
  database,
}) => {
  const vmName = uniqueName("unknown");
  const resume = await fenceSites(database, { workspaceId: credentials.workspace_id, vmName });
  try {
    await openWorkspacePage(page, credentials, "settings/sites");
    const notice = page.getByRole("status").filter({ hasText: "Amsterdam 1 and Frankfurt 1 are fenced" });
    await expect(notice).toContainText("the database is behind the site");
    await expect(notice).toContainText(FENCED);
    await expect(notice).toContainText("Operations wait. Existing resources keep running.");
    await expect(page.getByRole("row", { name: /^Frankfurt 1/ })).toContainText("fenced");
    const unknown = page
      .getByRole("region", { name: "List of unknown resources at Amsterdam 1" })
      .getByRole("row", { name: vmName });
    await expect(unknown).toContainText("VM");
    await expect(unknown).toContainText("1 CPU, 1 GB RAM, 20 GB disk");
    await expectAccessible(page);
    await expect(notice).toContainText("Who operates the installation resumes it.");
    await expect(page.getByRole("main")).toContainText("Who operates the installation adopts or discards them.");

    const vmId = await api.createVm(uniqueName("waits"));
    const [operation] = await (await api.send("GET", `/compute/cloud-vms/${vmId}/operations`)).json();
    await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/volumes`);
    await expect(page.getByRole("main").getByRole("status").filter({ hasText: "Create on hold" })).toContainText(
      FENCED,
    );
    await page.getByRole("button", { name: /in progress/ }).click();
    await expect(page.getByRole("dialog", { name: "Operations" })).toContainText(FENCED);
    await openWorkspacePage(page, credentials, `operations/${operation.operation_id}`);
    await expect(page.getByRole("main").getByText("on hold", { exact: true })).toBeVisible();
    await expect(page.getByRole("main").getByRole("status").filter({ hasText: FENCED })).toContainText(
      "On hold until its site is resumed",
    );
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
    await expectAccessible(page);
  } finally {
    await resume();
  }
  await expect(page.getByRole("main").getByText("succeeded", { exact: true }).first()).toBeVisible();
  await openWorkspacePage(page, credentials, "settings/sites");
  await expect(page.getByRole("row", { name: /^Amsterdam 1/ })).toContainText("healthy");
  await expect(page.getByRole("region", { name: "List of unknown resources at Amsterdam 1" })).toHaveCount(0);
});
