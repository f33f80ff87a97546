import { expectAccessible } from "../src/accessible.ts";
import { expect, NOBODY, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";

signedIn();

// Each page's own tests check it with content. These tests check its initial state on a narrow screen, where more is
// collapsed, and on a wide one.
const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };
test.use({ colorScheme: "dark", viewport: NARROW });

/** Pages by their path, with their heading. */
const LISTS = {
  map: "Map",
  "cloud-vms": "Cloud VMs",
  "gpu-vms": "GPU VMs",
  operations: "Operations",
  volumes: "Volumes",
  vpcs: "VPCs",
  "load-balancers": "Load balancers",
};
const OTHERS = {
  "cloud-vms/new": "New VM",
  "cloud-vms/vm_none": "VM",
  "gpu-vms/new": "New GPU VM",
  billing: "Billing",
  "api-tokens": "API tokens",
  "api-tokens/new": "New token",
  approvals: "Approvals",
};

for (const [which, pages] of Object.entries({ lists: LISTS, "other pages": OTHERS }))
  test(`the workspace's ${which} are accessible at 390 and 1440 pixels`, async ({ page, credentials }) => {
    for (const [path, heading] of Object.entries(pages))
      await test.step(path, async () => {
        await page.setViewportSize(NARROW);
        await openWorkspacePage(page, credentials, path);
        await expect(page.getByRole("heading", { name: heading, level: 1, exact: true })).toBeVisible();
        await expectAccessible(page);
        await page.setViewportSize(WIDE);
        await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
        await expectAccessible(page);
      });
  });

test("a VM's page is accessible, with and without an open dialog", async ({ page, credentials, api }) => {
  const vmId = await api.createVm(`fail-at-provision-instance--${uniqueName("a11y")}`);
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  await expect(page.getByRole("heading", { name: "Create failed" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page);
});

test("the account menu is accessible", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "cloud-vms");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page);
});

test("the sign-in page is accessible", async ({ openPage }) => {
  const page = await openPage(NOBODY, { colorScheme: "dark", viewport: NARROW });
  await page.goto("/sign-in");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expectAccessible(page);
});
