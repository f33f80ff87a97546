// Change plans in the dialogs that ask for the changes, and the dependents of a resource on its page.
import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { availableVolume, made, runningVm, SITE } from "../src/vm.ts";

signedIn();

const NARROW = { width: 390, height: 844 };
const dialog = (page: Page) => page.getByRole("alertdialog");
const plan = (page: Page) => dialog(page).getByRole("region", { name: "What this does" });

test("a dialog says what is deleted, what that saves and that it cannot be undone", async ({
  page,
  credentials,
  api,
}) => {
  const name = uniqueName("planned");
  const volumeId = await availableVolume(api, name);
  await openWorkspacePage(page, credentials, `volumes/${volumeId}/settings`);
  await page.getByRole("button", { name: "Delete volume" }).click();
  await expect(plan(page)).toContainText(`Deletes the volume ${name}`);
  await expect(plan(page)).toContainText(/Saves \$\d+\.\d\d a month/);
  await expect(plan(page)).toContainText("cannot be brought back");
  await expect(plan(page).getByRole("link", { name })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(NARROW);
  await expectAccessible(page);
});

test("the buttons of a dialog stay where they are while the plan loads, and work before it has", async ({
  page,
  credentials,
  api,
}) => {
  const name = uniqueName("unhurried");
  const volumeId = await availableVolume(api, name);
  await openWorkspacePage(page, credentials, `volumes/${volumeId}/settings`);
  await page.getByRole("button", { name: "Delete volume" }).click();
  const button = dialog(page).getByRole("button", { name: "Delete volume" });
  const before = await button.boundingBox();
  await expect(plan(page)).toContainText(`Deletes the volume ${name}`);
  expect(await button.boundingBox()).toEqual(before);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
});

test("a bulk action shows the sum of its plans", async ({ page, credentials, api }) => {
  const group = uniqueName("together");
  for (const name of [`${group}-1`, `${group}-2`]) await availableVolume(api, name);
  await openWorkspacePage(page, credentials, `volumes?search=${group}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(plan(page)).toContainText(`Deletes the volume ${group}-1`);
  await expect(plan(page)).toContainText(`Deletes the volume ${group}-2`);
  await expect(plan(page)).toContainText(/Saves \$/);
});

test("a refusal and what is in the way are shown before the button is pressed", async ({ page, credentials, api }) => {
  const name = uniqueName("occupied");
  const cidr = "10.77.0.0/16";
  const { vpc_id } = await made(api, "/networking/vpcs", { name, site_id: SITE, cidr });
  const subnet = uniqueName("inner");
  await made(api, `/networking/vpcs/${vpc_id}/subnets`, { name: subnet, cidr: "10.77.1.0/24" });
  await openWorkspacePage(page, credentials, `vpcs/${vpc_id}/settings`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(plan(page).getByRole("alert")).toContainText("The VPC has subnets; delete them first.");
  await expect(plan(page).getByRole("link", { name: subnet })).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole("textbox").fill(name);
  await dialog(page).getByRole("button", { name: "Delete VPC" }).click();
  await expect(plan(page)).toBeHidden();
  await expect(dialog(page).getByRole("alert")).toContainText("The VPC has subnets; delete them first.");
});

test("a VM's page shows what uses it, and so does the dialog that stops it", async ({ page, credentials, api }) => {
  const name = uniqueName("behind");
  const vmId = await runningVm(api, name);
  const group = uniqueName("rules");
  const { firewall_group_id } = await made(api, "/networking/firewall-groups", { name: group });
  await made(api, `/networking/firewall-groups/${firewall_group_id}/instances`, { vm_id: vmId });
  const balancers = [uniqueName("front"), uniqueName("side"), uniqueName("back")];
  for (const balancer of balancers) {
    const { load_balancer_id } = await made(api, "/load-balancers", { name: balancer, site_id: SITE });
    const targets = [{ vm_id: vmId, port: 8080 }];
    await made(api, `/load-balancers/${load_balancer_id}/pools`, {
      name: "web",
      protocol: "http",
      targets,
    });
  }
  const [front = ""] = balancers;
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  const related = page.getByRole("region", { name: "Related resources" });
  await expect(related.getByRole("region", { name: "Used by" })).toContainText(
    `the load balancer ${front} sends requests to it`,
  );
  await expect(related.getByRole("region", { name: "Uses", exact: true })).toContainText(
    `it is protected by the firewall group ${group}`,
  );
  const map = related.getByRole("group", { name: `Map of ${name}` });
  await expect(map.getByRole("link", { name: `Load balancer ${front} on the map` })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(NARROW);
  await expect(map).toBeHidden();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(plan(page)).toContainText(`Changes the cloud VM ${name}`);
  await expect(plan(page)).toContainText("status: running → stopped");
  await expect(plan(page).getByRole("list", { name: "Used by" })).toContainText(
    `Used by the load balancer ${front}, which sends requests to it`,
  );
  await page.keyboard.press("Escape");

  await related.getByRole("link", { name: front, exact: true }).click();
  await expect(page.getByRole("heading", { name: front, level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Uses", exact: true })).toContainText(name);
});

test("what a resize costs is shown before it is asked for", async ({ page, credentials, api }) => {
  const volumeId = await availableVolume(api, uniqueName("growing"));
  await openWorkspacePage(page, credentials, `volumes/${volumeId}/settings`);
  await page.getByLabel("Size in GB").fill("50");
  const preview = page.getByRole("region", { name: "What this does" });
  await expect(preview).toContainText("size gb: 5 → 50");
  await expect(preview).toContainText(/\+ \$\d+\.\d\d a month/);
  await expectAccessible(page);
});

test("a bucket's page names the distribution that serves from it", async ({ page, credentials, api }) => {
  const bucket = uniqueName("origin");
  await made(api, "/object-storage/buckets", { name: bucket, region: "eu-central-1" });
  const site = uniqueName("site");
  await made(api, "/cdn/distributions", {
    ...{ name: site, origin_type: "bucket", origin_id: bucket, cache_policy: "static-assets" },
  });
  await openWorkspacePage(page, credentials, `buckets/${bucket}`);
  const users = page.getByRole("region", { name: "Used by" });
  await expect(users).toContainText("serves from it");
  await users.getByRole("link", { name: site }).click();
  await expect(page.getByRole("heading", { name: site, level: 1 })).toBeVisible();
});
