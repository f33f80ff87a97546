import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";
import { made, runningVm, SITE } from "../src/vm.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Firewall group" }).getByRole("link", { name });

test("a user drafts, tests, compares and saves firewall rules, and changes single rules", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(120_000);
  const name = uniqueName("web");
  const vm = uniqueName("tried");
  const vm_id = await runningVm(api, vm);
  const ip = await made(api, "/networking/reserved-ips", { site_id: SITE, label: vm });
  await made(api, `/networking/reserved-ips/${ip.public_ip_id}/attach`, { vm_id });
  await openWorkspacePage(page, credentials, "firewall-groups/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create firewall group" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  const rules = page.getByRole("list", { name: "Rules", exact: true });
  await expect(rules.getByRole("listitem")).toHaveText([/Allows everything to anywhere/]);
  const firewall_group_id = new URL(page.url()).pathname.split("/").at(-1);
  await made(api, `/networking/firewall-groups/${firewall_group_id}/instances`, { vm_id });

  await page.getByRole("button", { name: "Edit rules" }).click();
  const draft = page.getByRole("list", { name: "Rules of the draft" });
  const difference = page.getByRole("region", { name: "Difference to the rules in force" });
  await expect(page.getByRole("button", { name: "Save rules" })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "SSH", exact: true }).click();
  await page.getByRole("button", { name: "HTTPS", exact: true }).click();
  await expect(draft).toContainText("SSH can be reached from anywhere.");
  await page.getByRole("button", { name: "Edit “Allows TCP 22 from anywhere”" }).click();
  await dialog(page).getByLabel("From").fill("192.0.2.0/33");
  await dialog(page).getByRole("button", { name: "Change the draft" }).click();
  await expect(dialog(page).getByText("From must be an address, or a network")).toBeVisible();
  await dialog(page).getByLabel("From").fill("192.0.2.0/24");
  await expect(dialog(page).getByText("Allows TCP 22 from 192.0.2.0/24")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Change the draft" }).click();
  await page.getByRole("button", { name: "Move “Allows TCP 443 from anywhere” up" }).click();
  await expect(draft.getByRole("listitem")).toHaveText([/TCP 443/, /TCP 22/]);
  await expect(difference).toContainText("Added: ");
  await expectAccessible(page);

  // The draft is tried before it is saved.
  const form = page.getByRole("region", { name: "Can it reach?" });
  await form.getByLabel("From", { exact: true }).selectOption("address");
  await form.getByLabel("From address").fill("192.0.2.7");
  await form.getByLabel("To", { exact: true }).selectOption({ label: vm });
  await form.getByRole("button", { name: "Check" }).click();
  await expect(form.getByRole("status")).toContainText("Not reachable.");
  await form.getByText("What decides at").last().click();
  await expect(form.getByText("A planned rule (SSH) of the group")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(rules.getByRole("listitem")).toHaveText([
    /TCP 443/,
    /TCP 22 from 192\.0\.2\.0\/24/,
    /everything to anywhere/,
  ]);

  // Changes of single rules take effect at once.
  await expect(page.getByText("2 of 100 rules")).toBeVisible();
  await page.getByRole("button", { name: "Add a rule" }).click();
  await dialog(page).getByLabel("Protocol").selectOption("udp");
  await dialog(page).getByLabel("Port", { exact: true }).fill("70000");
  await dialog(page).getByRole("button", { name: "Add rule" }).click();
  await expect(dialog(page).getByText(/^Port must/)).toBeVisible();
  await dialog(page).getByLabel("Port", { exact: true }).fill("53");
  await dialog(page).getByRole("button", { name: "Add rule" }).click();
  await expect(rules).toContainText("Allows UDP 53 from anywhere");
  const menu = page.getByRole("button", { name: "Actions for “Allows UDP 53 from anywhere”" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Turn off" }).click();
  await expect(rules).toContainText("Off: would allow UDP 53");
  await menu.click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await dialog(page).getByLabel("Description").fill("Names");
  await dialog(page).getByRole("button", { name: "Save rule" }).click();
  await expect(rules).toContainText("Names");
  await menu.click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await dialog(page).getByRole("button", { name: "Remove rule" }).click();
  await expectGone(rules.getByText("UDP 53"));
  await expectAccessible(page);
});

test("a linked firewall group cannot be deleted until its VMs are unlinked", async ({ page, credentials, api }) => {
  test.setTimeout(120_000);
  const name = uniqueName("linked");
  const vm = uniqueName("vm");
  const vmId = await runningVm(api, vm);
  const { firewall_group_id } = await made(api, "/networking/firewall-groups", { name });
  await openWorkspacePage(page, credentials, `firewall-groups/${firewall_group_id}/vms`);
  await expect(page.getByRole("heading", { name: "No linked VMs yet" })).toBeVisible();
  await page.getByRole("button", { name: "Link a VM" }).click();
  await dialog(page).getByLabel("VM").selectOption(vmId);
  await dialog(page).getByRole("button", { name: "Link VM" }).click();
  await expect(page.getByRole("row", { name: vm })).toContainText("in force");
  await expectAccessible(page);

  await tab(page, "Settings").click();
  await page.getByLabel("Description", { exact: true }).fill("What the web may reach");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("What the web may reach").first()).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  // The plan names the VM before the button is pressed.
  await expect(dialog(page).getByRole("link", { name: vm })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await tab(page, "VMs").click();
  await chooseInRow(page, vm, "Unlink");
  await dialog(page).getByRole("button", { name: "Unlink VM" }).click();
  await expect(page.getByRole("heading", { name: "No linked VMs yet" })).toBeVisible();
  await tab(page, "Settings").click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog(page).getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog(page).getByRole("button", { name: "Delete firewall group" }).click();
  await expect(page.getByRole("heading", { name: "Firewall groups", level: 1 })).toBeVisible();
  await expectGone(page.getByRole("row", { name }));
});

test("a VM whose firewall cannot be applied is marked, and a missing group is not found", async ({
  page,
  credentials,
  api,
}) => {
  const vm = `fail-at-apply-instance-network--${uniqueName("vm")}`;
  const vmId = await runningVm(api, vm);
  const { firewall_group_id } = await made(api, "/networking/firewall-groups", { name: uniqueName("failing") });
  await made(api, `/networking/firewall-groups/${firewall_group_id}/instances`, { vm_id: vmId });
  await openWorkspacePage(page, credentials, `firewall-groups/${firewall_group_id}/vms`);
  await expect(page.getByRole("row", { name: vm })).toContainText("not applied");
  await openWorkspacePage(page, credentials, "firewall-groups/fw_none");
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
});

test("a rule names a group, a tag and a type of ICMP, and the named group waits for the rule", async ({
  page,
  credentials,
  api,
}) => {
  const [web, database] = [uniqueName("web"), uniqueName("database")];
  const named = await made(api, "/networking/firewall-groups", { name: web });
  const { firewall_group_id } = await made(api, "/networking/firewall-groups", { name: database });
  await openWorkspacePage(page, credentials, `firewall-groups/${firewall_group_id}`);
  const rules = page.getByRole("list", { name: "Rules", exact: true });
  await page.getByRole("button", { name: "Add a rule" }).click();
  await dialog(page).getByLabel("Port", { exact: true }).fill("5432");
  await dialog(page).getByLabel("Source").selectOption("group");
  await dialog(page).getByLabel("Firewall group").selectOption(web);
  await expect(dialog(page).getByText(`Allows TCP 5432 from the VMs of the group ${web}`)).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Add rule" }).click();
  await expect(rules).toContainText(`Allows TCP 5432 from the VMs of the group ${web}`);

  await page.getByRole("button", { name: "Edit rules" }).click();
  await page.getByRole("button", { name: "Custom rule" }).click();
  await dialog(page).getByLabel("Protocol").selectOption("icmp");
  await dialog(page).getByLabel("Type", { exact: true }).fill("8");
  await dialog(page).getByLabel("Source").selectOption("tag");
  await dialog(page).getByLabel("Tag").fill("monitoring");
  await dialog(page).getByRole("button", { name: "Add to the draft" }).click();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(rules).toContainText("Allows ICMP type 8 (pings) from VMs with the tag monitoring");

  await openWorkspacePage(page, credentials, `firewall-groups/${named.firewall_group_id}/settings`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialog(page).getByText(database)).toBeVisible();
});

test("a group becomes the default and ceases to be it", async ({ page, credentials, api }) => {
  const name = uniqueName("default");
  const { firewall_group_id } = await made(api, "/networking/firewall-groups", { name });
  await openWorkspacePage(page, credentials, `firewall-groups/${firewall_group_id}/settings`);
  await page.getByRole("button", { name: "Make default" }).click();
  await expect(page.getByText(`${name} is the default`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Remove as default" }).click();
  await expect(page.getByRole("button", { name: "Make default" })).toBeVisible();
  await openWorkspacePage(page, credentials, `firewall-groups?search=${name}`);
  await expect(page.getByRole("row", { name })).toContainText("no inbound traffic");
  await expectAccessible(page);
});

test("a group is created with rules for common services", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "firewall-groups/new");
  await page.getByLabel("Name", { exact: true }).fill(uniqueName("web"));
  await page.getByRole("checkbox", { name: "HTTP", exact: true }).check();
  await page.getByRole("checkbox", { name: "Ping (ICMP)" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create firewall group" }).click();
  const rules = page.getByRole("list", { name: "Rules", exact: true });
  await expect(rules.getByRole("listitem")).toHaveText([/TCP 80 from anywhere/, /ICMP/, /everything to anywhere/]);
});

test("an empty workspace shows that it has no firewall groups", async ({ page, emptyWorkspace }) => {
  await page.goto(`/workspaces/${emptyWorkspace}/firewall-groups`);
  await expect(page.getByRole("heading", { name: "No firewall groups yet" })).toBeVisible();
});

test.describe("a viewer", () => {
  signedIn("viewer");
  test("cannot edit rules", async ({ page, credentials, api }) => {
    const { firewall_group_id } = await made(api, "/networking/firewall-groups", { name: uniqueName("seen") });
    await openWorkspacePage(page, credentials, `firewall-groups/${firewall_group_id}`);
    await expect(page.getByRole("button", { name: "Edit rules" })).toHaveAttribute("aria-disabled", "true");
  });
});

test("a group with as many rules as there may be says so before another one is added", async ({
  page,
  credentials,
  api,
}) => {
  const group = await made(api, "/networking/firewall-groups", { name: uniqueName("full") });
  const path = `/networking/firewall-groups/${group.firewall_group_id}/rules`;
  const rules = Array.from({ length: 99 }, (_, index) => ({ port_start: 1000 + index }));
  await api.send("PUT", path, { data: { rules } });
  await openWorkspacePage(page, credentials, `firewall-groups/${group.firewall_group_id}`);
  await expect(page.getByText("99 of 100 rules")).toBeVisible();
  await made(api, path, { port_start: 443 });
  await expect(page.getByText("100 of 100 rules")).toBeVisible();
  const add = page.getByRole("button", { name: "Add a rule" });
  await expect(add).toHaveAttribute("aria-disabled", "true");
  await add.hover();
  await expect(page.getByText("There are 100 rules, the most that there may be. Remove one first.")).toBeVisible();
});
