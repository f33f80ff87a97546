// Maintenance of a host of the test's own: an operator picks the host, and the tenant sees it on the VM that is there.
import { expectAccessible } from "../../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../../src/fixtures.ts";
import { hostsOf, makeSite, putOn, removeSite, WORKER_MS } from "../../src/own-site.ts";
import { runningVm } from "../../src/vm.ts";

signedIn();

test("an operator announces maintenance of a host, and its VM shows that until it is taken back", async ({
  api,
  credentials,
  database,
  newOperator,
  openPage,
  page,
}) => {
  test.slow();
  const siteId = uniqueName("site");
  const title = uniqueName("New memory");
  const [touched, untouched] = [uniqueName("touched"), uniqueName("untouched")];
  await makeSite(database, siteId);
  try {
    await expect.poll(() => hostsOf(database, siteId), { timeout: WORKER_MS }).toEqual(["host-1", "host-2", "host-3"]);
    const vmId = await runningVm(api, touched);
    await putOn(database, { siteId, vmId, host: "host-1" });
    await putOn(database, { siteId, vmId: await runningVm(api, untouched), host: "host-2" });
    const operated = await openPage((await newOperator()).session);
    const dialog = operated.getByRole("alertdialog");
    await operated.goto("/operator/announcements");
    await operated.getByRole("button", { name: "New announcement" }).click();
    await expect(dialog.getByRole("group", { name: "Hosts" })).toHaveCount(0);
    await dialog.getByRole("combobox", { name: "Kind" }).selectOption("Maintenance");
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByLabel("Text").fill("VMs are stopped for some minutes.");
    await dialog.getByLabel("Begins, UTC").fill("2099-01-01T22:00");
    await dialog.getByLabel("Ends, UTC").fill("2099-01-02T02:00");
    await dialog.getByLabel("Hosts of").selectOption(siteId);
    await dialog.getByRole("checkbox", { name: /^host-1/ }).check();
    await dialog.getByLabel("Hosts of").selectOption("site-fra-1");
    await expect(dialog.getByRole("checkbox", { name: `host-1, ${siteId}` })).toBeChecked();
    await dialog.getByRole("checkbox", { name: "Everybody" }).uncheck();
    await dialog.getByRole("searchbox", { name: "Find organizations" }).fill("Demo");
    await dialog.locator("label", { hasText: credentials.organization_id }).getByRole("checkbox").check();
    await expectAccessible(operated);
    await dialog.getByRole("button", { name: "Announce" }).click();
    await expect(operated.getByRole("row", { name: title })).toContainText("1 organization");

    await openWorkspacePage(page, credentials, `cloud-vms?search=${touched}`);
    const main = page.getByRole("main");
    const banner = main.getByRole("region", { name: "Announcements" });
    await expect(banner.getByRole("article").filter({ hasText: title })).toContainText(`It touches ${touched}.`);
    await expect(main.getByRole("row", { name: touched })).toContainText("maintenance");
    await expect(main).not.toContainText("host-1");
    await expectAccessible(page);
    await openWorkspacePage(page, credentials, "cloud-vms");
    await expect(main.getByRole("row", { name: untouched })).not.toContainText("maintenance");
    await main.getByRole("combobox", { name: "Maintenance" }).selectOption(title);
    await expect(main.getByRole("row", { name: untouched })).toHaveCount(0);
    await expect(main.getByRole("row", { name: touched })).toBeVisible();

    await banner.getByRole("link", { name: touched }).click();
    const notice = main.getByRole("region", { name: "Maintenance", exact: true });
    await expect(notice).toContainText(`${title}: maintenance touches this VM from`);
    await expect(notice.locator("time").first()).toHaveAttribute("datetime", /^2099-01-01T22:00/);
    await expectAccessible(page);

    // Who has moved out of its way is told no longer.
    await putOn(database, { siteId, vmId, host: "host-2" });
    await page.reload();
    await expect(main.getByRole("heading", { name: touched, level: 1 })).toBeVisible();
    await expect(banner.getByRole("article").filter({ hasText: title })).toContainText("It touches no VM");
    await expect(notice).toHaveCount(0);
  } finally {
    await database.query("DELETE FROM announcement WHERE title = $1", [title]);
    await removeSite(database, siteId);
  }
});
