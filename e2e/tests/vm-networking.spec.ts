import type { Page } from "@playwright/test";
import { adoptedVm } from "../src/adopted-vm.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { made, NETWORK, newSubnet, runningVm, SITE } from "../src/vm.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");

test("a user attaches subnet, reserved IP and firewall groups to a VM, and moves and detaches them", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(120_000);
  const network = uniqueName("network");
  await newSubnet(api, network);
  const ip = await made(api, "/networking/reserved-ips", { site_id: SITE, label: uniqueName("ip") });
  const group = uniqueName("web");
  const { firewall_group_id } = await made(api, "/networking/firewall-groups", { name: group });
  await made(api, `/networking/firewall-groups/${firewall_group_id}/rules`, { port_start: 443 });
  const name = uniqueName("net");
  const other = uniqueName("other");
  const vmId = await runningVm(api, name);
  await runningVm(api, other);
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/networking`);
  await expect(page.getByRole("heading", { name: "Not attached to a private network" })).toBeVisible();
  await expect(page.getByText("The VM is in no firewall group, so no traffic is filtered.")).toBeVisible();

  await page.getByRole("button", { name: "Attach to a subnet" }).click();
  await dialog(page)
    .getByLabel("VPC", { exact: true })
    .selectOption({ label: `${network} · ${NETWORK}` });
  await dialog(page)
    .getByLabel("Subnet", { exact: true })
    .selectOption({ label: `${network} · ${NETWORK}` });
  await dialog(page).getByRole("radio", { name: /^NAT/ }).check();
  await dialog(page).getByRole("button", { name: "Attach to subnet" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("No NAT gateway of the VPC serves this subnet");
  await dialog(page)
    .getByRole("radio", { name: /^Private/ })
    .check();
  await dialog(page).getByRole("button", { name: "Attach to subnet" }).click();
  const node = page.getByRole("row", { name: network });
  await expect(node).toContainText("10.");

  await page.getByRole("button", { name: "Attach a reserved IP" }).click();
  await dialog(page).getByLabel("Reserved IP").selectOption(ip.public_ip_id);
  await dialog(page).getByRole("button", { name: "Attach IP" }).click();
  await expect(page.getByText(`The internet reaches it at ${ip.address}.`)).toBeVisible();

  await page.getByRole("button", { name: "Change groups" }).click();
  await dialog(page).getByLabel(group).check();
  await dialog(page).getByRole("button", { name: "Save groups" }).click();
  await expect(page.getByRole("list", { name: "Inbound" })).toContainText("Allows TCP 443 from anywhere");
  await expect(page.getByRole("list", { name: "Inbound" })).toContainText("Drops everything else");
  await expect(page.getByRole("link", { name: group })).toBeVisible();

  await page.getByRole("button", { name: "Move public address" }).click();
  await dialog(page).getByLabel("VM", { exact: true }).selectOption({ label: other });
  await dialog(page).getByRole("button", { name: "Move IP" }).click();
  await expect(page.getByText("It has no public address of its own.")).toBeVisible();

  await made(api, `/networking/reserved-ips/${ip.public_ip_id}/move`, { vm_id: vmId });
  await page.reload();
  await page.getByRole("button", { name: "Detach public address" }).click();
  await expect(dialog(page)).toContainText("The address stays reserved");
  await dialog(page).getByRole("button", { name: "Detach address" }).click();
  await expect(page.getByRole("button", { name: "Attach a reserved IP" })).toBeVisible();

  await node.getByRole("button", { name: `Detach from ${network}` }).click();
  await dialog(page).getByRole("button", { name: "Detach from subnet" }).click();
  await expect(page.getByRole("heading", { name: "Not attached to a private network" })).toBeVisible();
});

test("a VM shows that network changes could not be applied", async ({ page, credentials, api }) => {
  const { firewall_group_id } = await made(api, "/networking/firewall-groups", { name: uniqueName("group") });
  const vmId = await runningVm(api, `fail-at-apply-instance-network--${uniqueName("e2e")}`);
  await made(api, `/networking/firewall-groups/${firewall_group_id}/instances`, { vm_id: vmId });
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/networking`);
  await expect(page.getByRole("status").filter({ hasText: "Changes could not be applied yet" })).toBeVisible();
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  await expect(page.getByRole("status").filter({ hasText: "Changes could not be applied yet" })).toBeVisible();
});

test("a port forward shows that its NAT gateway failed, and links to it", async ({ page, credentials, api }) => {
  const { vpc_id, subnet_id } = await newSubnet(api, uniqueName("network"));
  const vmId = await runningVm(api, uniqueName("behind"), { vpc_id, subnet_id });
  const name = `fail-at-apply-gateway--${uniqueName("e2e")}`;
  const gateways = `/networking/vpcs/${vpc_id}/nat-gateways`;
  const { nat_gateway_id } = await made(api, gateways, { name, subnet_ids: [subnet_id] });
  await made(api, `${gateways}/${nat_gateway_id}/port-forwards`, {
    protocol: "tcp",
    public_port: 8080,
    vm_id: vmId,
    private_port: 80,
  });
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/networking`);
  const forward = page
    .getByRole("list", { name: "Reachable at" })
    .getByRole("listitem")
    .filter({ hasText: "TCP 8080" });
  await expect(forward).toContainText("should lead to its port 80");
  await expect(forward).toContainText("No traffic passes: the gateway is not set up.");
  await forward.getByRole("link", { name }).click();
  await expect(page.getByRole("listitem", { name })).toContainText("It is retried automatically.");
  await openWorkspacePage(page, credentials, "");
  await expect(
    page.getByRole("region", { name: "Needs attention" }).getByRole("listitem").filter({ hasText: name }),
  ).toContainText("NAT gateway has failed");
});

test("an adopted VM says so, and its network cannot be changed", async ({ page, credentials, database }) => {
  const vmId = await adoptedVm(database, credentials.workspace_id, uniqueName("legacy"));
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  await expect(
    page.getByText("from a machine that ran already. Its network is as its operator made it."),
  ).toBeVisible();
  await expect(page.getByText("unknown (linux)")).toBeVisible();
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/networking`);
  for (const name of ["Attach to a subnet", "Attach a reserved IP", "Change groups"])
    await expect(page.getByRole("button", { name })).toHaveAccessibleDescription(
      /^The VM was adopted with the network that its operator made/,
    );
});
