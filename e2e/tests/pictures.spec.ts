// The pictures of docs/pictures, which the README shows too. A page that looks different fails. After reviewing the new
// pictures, `npx playwright test pictures --update-snapshots` keeps them.
import type { ConsoleClient } from "../src/console-client.ts";
import { expect, signedIn, test } from "../src/fixtures.ts";

const NAME = "Production";
const SITE = "site-ams-1";
const VM = { plan_id: "plan-small", template_id: "debian-12", site_id: SITE };

signedIn();
test.use({ viewport: { width: 1440, height: 900 } });

/** Creates a VPC with two subnets and a gateway, five VMs, of which one is stopped and one failed, and a volume. */
async function furnish(owner: ConsoleClient, workspace_id: string): Promise<{ vpc_id: string }> {
  const { vpc_id: net } = await owner.mutate<{ vpc_id: string }>("vpc.create", {
    workspace_id,
    name: "main",
    site_id: SITE,
    cidr: "10.20.0.0/16",
  });
  const subnet = (name: string, cidr: string) =>
    owner.mutate<{ subnet_id: string }>("subnet.create", { workspace_id, vpc_id: net, name, cidr });
  const front = await subnet("front", "10.20.1.0/24");
  const back = await subnet("back", "10.20.2.0/24");
  const group = await owner.mutate<{ firewall_group_id: string }>("firewallGroup.create", {
    workspace_id,
    name: "web",
  });
  const make = (name: string, { subnet_id }: { subnet_id: string }, tags: string[]) =>
    owner.mutate<{ vm_id: string }>("cloudVm.create", {
      workspace_id,
      ...VM,
      name,
      vpc_id: net,
      subnet_id,
      firewall_group_ids: [group.firewall_group_id],
      tags,
    });
  await make("web-1", front, ["web"]);
  await make("web-2", front, ["web"]);
  const db = await make("db-1", back, ["database"]);
  const batch = await make("batch-1", back, ["batch"]);
  await make("fail-at-boot-instance--cache-1", back, ["cache"]);
  await owner.mutate("natGateway.create", {
    workspace_id,
    vpc_id: net,
    name: "outside",
    subnet_ids: [front.subnet_id, back.subnet_id],
  });
  await owner.mutate("volume.create", { workspace_id, name: "db-data", size_gb: 100, site_id: SITE, type: "nvme" });
  await settled(owner, workspace_id);
  await owner.mutate("cloudVm.stop", { workspace_id, vm_id: batch.vm_id });
  await owner.mutate("snapshot.create", { workspace_id, vm_id: db.vm_id, name: "before-upgrade" });
  await settled(owner, workspace_id);
  return { vpc_id: net };
}

/** Waits until no operation is running. */
async function settled(owner: ConsoleClient, workspace_id: string) {
  const running = async () => {
    const { items } = await owner.query<{ items: { status: string }[] }>("operation.list", { workspace_id });
    return items.filter(({ status }) => ["accepted", "running", "waiting", "compensating"].includes(status)).length;
  };
  await expect.poll(running, { timeout: 30_000 }).toBe(0);
}

test("pages look as in the pictures of the documentation, in both themes", async ({ page, owner, credentials }) => {
  const { workspace_id } = await owner.mutate<{ workspace_id: string }>("workspace.create", {
    workspace_id: credentials.workspace_id,
    name: NAME,
  });
  const { vpc_id } = await furnish(owner, workspace_id);
  for (const [name, path, heading] of [
    ["overview", "", "Overview"],
    ["cloud-vms", "cloud-vms", "Cloud VMs"],
    ["vpc-map", `vpcs/${vpc_id}`, "main"],
  ] as const) {
    await page.goto(`/workspaces/${workspace_id}/${path}`);
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Switch workspace/ })).toContainText(NAME);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
      await expect.soft(page).toHaveScreenshot(`${name}-${colorScheme}.png`, { animations: "disabled" });
    }
  }
});
