import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test } from "../src/fixtures.ts";

/** Each family's list, its button to the create page, and the actions that only some roles may perform. */
const FAMILIES = [
  ["cloud-vms", "New VM", "create Cloud VMs"],
  ["gpu-vms", "New VM", "create GPU VMs"],
  ["ssh-keys", "New SSH key", "add SSH keys"],
  ["startup-scripts", "New startup script", "add startup scripts"],
  ["volumes", "New volume", "create volumes"],
  ["buckets", "New bucket", "create buckets"],
  ["access-keys", "New access key", "create access keys"],
  ["vpcs", "New VPC", "create VPCs"],
  ["reserved-ips", "Reserve an IP", "reserve IPs"],
  ["firewall-groups", "New firewall group", "create firewall groups"],
  ["load-balancers", "New load balancer", "create load balancers"],
  ["cdn", "New distribution", "create distributions"],
  ["dns-zones", "New DNS zone", "create DNS zones"],
  ["secret-stores", "New store", "create secret stores"],
] as const;

/** A disabled control shows its reason on focus. */
const ROLE_REFUSAL = "Your role in Demo (viewer) does not allow this; ask an owner or admin.";

test.describe("a viewer", () => {
  signedIn("viewer");

  test("sees in every list and form why nothing can be created, and who may create it", async ({
    page,
    credentials,
  }) => {
    test.setTimeout(240_000);
    const main = page.getByRole("main");
    for (const [list, button, action] of FAMILIES) {
      await openWorkspacePage(page, credentials, list);
      const create = main.getByRole("button", { name: button, exact: true });
      await expect(create).toHaveAttribute("aria-disabled", "true");
      await create.focus();
      await expect(page.getByRole("tooltip").filter({ visible: true })).toHaveText(ROLE_REFUSAL);

      await openWorkspacePage(page, credentials, `${list}/new`);
      await expect(main.getByRole("heading", { name: `You may not ${action}` })).toBeVisible();
      await expect(main).toContainText("Only owners, admins and developers of Demo may; your role is viewer.");
      await expect(main.getByRole("textbox")).toHaveCount(0);
    }
    await expectAccessible(page);
    await main.getByRole("link", { name: "See who they are" }).click();
    await expect(page.getByRole("table").getByText("owner").first()).toBeVisible();
  });

  test("may neither create API tokens nor change the organization", async ({ page, credentials }) => {
    await openWorkspacePage(page, credentials, "api-tokens/new");
    await expect(page.getByRole("heading", { name: "You may not create API tokens" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Only owners and admins of Demo may; your role is viewer.");
    await openWorkspacePage(page, credentials, "settings/organization");
    await expect(page.getByRole("note")).toHaveText("Only owners and admins may do this; your role is viewer.");
    await expect(page.getByRole("textbox", { name: "Name" })).toBeDisabled();
    await expectAccessible(page);
  });
});

test.describe("the billing role", () => {
  signedIn("billing");

  test("may not see any list of resources", async ({ page, credentials }) => {
    for (const [list] of FAMILIES) {
      await openWorkspacePage(page, credentials, list);
      await expect(page.getByRole("heading", { name: "You do not have access" })).toBeVisible();
    }
  });
});
