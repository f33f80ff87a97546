import { expectAccessible } from "../src/accessible.ts";
import { type FaultyProxy, openFaultyProxy } from "../src/faulty-proxy.ts";
import { expect, signedIn, test, tick, uniqueName } from "../src/fixtures.ts";
import { made, SITE } from "../src/vm.ts";

const VM = { plan_id: "plan-small", template_id: "debian-12", site_id: SITE };

test.describe("an owner", () => {
  signedIn();

  test("sees resources in their networks, what they use and what has failed", async ({ page, credentials, api }) => {
    const { workspace_id } = credentials;
    const { vpc_id } = await made(api, "/networking/vpcs", { name: "main", site_id: SITE, cidr: "10.30.0.0/16" });
    const { subnet_id } = await made(api, `/networking/vpcs/${vpc_id}/subnets`, {
      name: "inner",
      cidr: "10.30.1.0/24",
    });
    const { firewall_group_id } = await made(api, "/networking/firewall-groups", { name: "guard" });
    const place = { ...VM, vpc_id, subnet_id, firewall_group_ids: [firewall_group_id] };
    await made(api, "/compute/cloud-vms", { ...place, name: "web-1", tags: ["shop"] });
    await made(api, "/compute/cloud-vms", { ...VM, name: "fail-at-boot-instance--job-1" });
    await made(api, "/object-storage/buckets", { name: uniqueName("mapped"), region: "eu-central-1" });

    await page.goto(`/workspaces/${workspace_id}`);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Map" }).click();
    await expect(page.getByRole("heading", { name: "Map", level: 1 })).toBeVisible();
    const picture = page.getByRole("region", { name: /^Map of / });
    const web = picture.getByRole("link", { name: /^Cloud VM web-1 running / });
    await expect(web).toHaveAccessibleName(/is protected by the firewall group guard, is in the subnet inner/);
    await expect(picture.getByRole("link", { name: /^Cloud VM fail-at-boot-instance--job-1 error/ })).toBeVisible();
    await expect(page.getByText(/^6 resources, 1 failed$/)).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: /^Kind/ }).click();
    await tick(page, "Cloud VMs (2)");
    await page.keyboard.press("Escape");
    await expect(picture.getByRole("link")).toHaveCount(2);
    await page.getByRole("button", { name: /^Kind/ }).click();
    await page.getByRole("button", { name: "Any kind" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Tag/ }).click();
    await tick(page, "shop");
    await page.keyboard.press("Escape");
    // The tagged VM, its firewall group, its subnet and the VPC.
    await expect(picture.getByRole("link")).toHaveCount(4);
    await page.reload();
    await expect(picture.getByRole("link")).toHaveCount(4);

    await page.getByRole("button", { name: "List", exact: true }).click();
    const vms = page.getByRole("region", { name: "Cloud VMs" });
    await expect(vms.getByRole("listitem")).toContainText("is in the subnet inner");
    await expect(picture).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Picture", exact: true }).click();
    await web.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "web-1", level: 1 })).toBeVisible();

    await page.goto(`/workspaces/${workspace_id}/map?tag=nothing-has-this-tag`);
    await expect(page.getByRole("heading", { name: "No resource matches" })).toBeVisible();
    await page.getByRole("link", { name: "Show all resources" }).click();
    await expect(picture.getByRole("link")).toHaveCount(6);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("button", { name: "List", pressed: true })).toBeVisible();
    await expect(vms).toBeVisible();
    await expect(picture).toBeHidden();
    await expectAccessible(page);
  });

  test("of an empty workspace is told where to begin", async ({ page, emptyWorkspace }) => {
    await page.goto(`/workspaces/${emptyWorkspace}/map`);
    await expect(page.getByRole("heading", { name: "Nothing on the map yet" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Create a VM" }).click();
    await expect(page.getByRole("heading", { name: "New VM", level: 1 })).toBeVisible();
  });
});

test.describe("a member with the billing role", () => {
  signedIn("billing");

  test("sees why there are no resources", async ({ page, credentials }) => {
    await page.goto(`/workspaces/${credentials.workspace_id}/map`);
    await expect(page.getByText("Resources are not shown here. Your role")).toBeVisible();
    await expect(page.getByRole("region", { name: /^Map of / })).toHaveCount(0);
    await expectAccessible(page);
  });
});

const faultyTest = test.extend<{ faults: { refused: boolean }; faulty: FaultyProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  faults: async ({}, use) => {
    await use({ refused: true });
  },
  faulty: async ({ faults }, use) => {
    const proxy = await openFaultyProxy(
      (_, url) => (faults.refused && url.pathname.includes("resource.map") ? "refuse" : "pass"),
      () => {},
    );
    await use(proxy);
    await proxy.close();
  },
  proxy: async ({ faulty }, use) => {
    await use({ server: faulty.url });
  },
});

faultyTest.describe("an owner whose connection fails", () => {
  signedIn();

  faultyTest("is told that the map was not loaded, and tries again", async ({ page, credentials, api, faults }) => {
    const tag = uniqueName("tagged");
    await made(api, "/compute/cloud-vms", { ...VM, name: tag, tags: [tag] });
    await page.goto(`/workspaces/${credentials.workspace_id}/map`);
    await page.getByRole("button", { name: /^Tag/ }).click();
    await page.getByRole("checkbox", { name: tag, exact: true }).click();
    await expect(page.getByRole("heading", { name: "Could not load" })).toBeVisible();
    await expectAccessible(page);
    faults.refused = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("link", { name: new RegExp(`^Cloud VM ${tag}`) })).toBeVisible();
  });
});
