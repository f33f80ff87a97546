import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";
import { made, NETWORK, runningVm, SITE } from "../src/vm.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");
const tab = (page: Page, name: string) => page.getByRole("navigation", { name: "VPC" }).getByRole("link", { name });

/** The first three bytes of a network with room for /24 to /20. */
const FIRST = "10.40.16";

test("a user creates a VPC with subnets, NAT gateway, nodes and port forwards, sees its map, and deletes all", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(180_000);
  const vm = uniqueName("node");
  const vmId = await runningVm(api, vm);
  const name = uniqueName("shop");
  const group = uniqueName("guard");
  await made(api, "/networking/firewall-groups", { name: group });
  const [front, back, office, out, wayOut] = [
    uniqueName("front"),
    uniqueName("back"),
    uniqueName("office"),
    uniqueName("out"),
    uniqueName("way-out"),
  ];

  await openWorkspacePage(page, credentials, "vpcs/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Site").selectOption(SITE);
  await page.getByLabel("Network").fill("8.8.0.0/20");
  await page.getByRole("button", { name: "Create VPC" }).click();
  await expect(page.getByText("Network must lie in a private range")).toBeVisible();
  await page.getByLabel("Network").fill(`${FIRST}.0/20`);
  await expect(page.getByText(`4,096 addresses, ${FIRST}.0 to`)).toBeVisible();
  await page.getByRole("checkbox", { name: "IPv6" }).check();
  await page.getByRole("button", { name: "Create VPC" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Create a subnet" }).click();

  // The next free network is suggested. An overlapping one is refused at its field.
  await page.getByRole("button", { name: "New subnet" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(front);
  await expect(dialog(page).getByLabel("Network", { exact: true })).toHaveValue(`${FIRST}.0/24`);
  await dialog(page).getByRole("button", { name: "Create subnet" }).click();
  await expect(page.getByRole("row", { name: front })).toContainText("0 of 253");
  await expect(page.getByRole("row", { name: front })).toContainText(/fd[\da-f:]+::\/64/);
  await page.getByRole("button", { name: "New subnet" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(back);
  await dialog(page).getByLabel("Network", { exact: true }).fill(`${FIRST}.0/25`);
  await dialog(page).getByRole("button", { name: "Create subnet" }).click();
  await expect(dialog(page).getByText("Network overlaps another subnet of the VPC.")).toBeVisible({ timeout: 30_000 });
  await dialog(page)
    .getByLabel("Next free network")
    .selectOption({ label: `${FIRST.replace(/\d+$/, (third) => String(Number(third) + 1))}.0/24, 253 VMs` });
  await dialog(page).getByRole("button", { name: "Create subnet" }).click();
  await chooseInRow(page, back, "Edit");
  await dialog(page).getByLabel("Name", { exact: true }).fill(office);
  await dialog(page).getByLabel(group).check();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: office }).getByRole("link", { name: group })).toBeVisible();

  await tab(page, "NAT gateways").click();
  await page.getByRole("button", { name: "New NAT gateway" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(out);
  await dialog(page).getByRole("button", { name: "Create NAT gateway" }).click();
  await expect(dialog(page).getByText("Choose at least one subnet.")).toBeVisible();
  await dialog(page).getByLabel(front).check();
  await dialog(page).getByRole("button", { name: "Create NAT gateway" }).click();
  const gateway = page.getByRole("listitem", { name: out });
  await expect(gateway).toContainText(`It translates outgoing traffic of ${front} (${FIRST}.0/24) to`);

  await tab(page, "Nodes").click();
  await page.getByRole("button", { name: "Attach a VM" }).click();
  await dialog(page).getByLabel("VM").selectOption(vmId);
  await dialog(page)
    .getByLabel("Subnet")
    .selectOption({ label: `${front} (${FIRST}.0/24)` });
  await dialog(page).getByLabel("Internet access").selectOption("nat");
  await dialog(page).getByRole("button", { name: "Attach VM" }).click();
  await expect(page.getByRole("row", { name: vm })).toContainText("via NAT");
  await expect(page.getByRole("row", { name: vm })).toContainText(/fd[\da-f:]+::[\da-f:]+/);

  await tab(page, "NAT gateways").click();
  await page.getByRole("button", { name: `Forward a port of ${out}` }).click();
  await dialog(page).getByLabel("Public port").fill("8080");
  await dialog(page).getByLabel("VM", { exact: true }).selectOption(vmId);
  await dialog(page).getByLabel("Port of the VM").fill("80");
  await dialog(page).getByRole("button", { name: "Forward port" }).click();
  await expect(page.getByRole("row", { name: "TCP 8080" })).toContainText(":80");
  await page.getByRole("button", { name: `Forward a port of ${out}` }).click();
  await dialog(page).getByLabel("Public port").fill("8080");
  await dialog(page).getByLabel("VM", { exact: true }).selectOption(vmId);
  await dialog(page).getByRole("button", { name: "Forward port" }).click();
  await expect(dialog(page).getByText("Public port is forwarded already.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: `Rename ${out}` }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(wayOut);
  await dialog(page).getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("listitem", { name: wayOut })).toBeVisible();
  await expectAccessible(page);

  // In the map, everything is a link that the keyboard can reach. A table shows the same data.
  await tab(page, "Map").click();
  const map = page.getByRole("group", { name: `Map of ${name}` });
  await expect(
    map.getByRole("link", { name: new RegExp(`^NAT gateway ${wayOut}, .*, 1 port forward$`) }),
  ).toBeVisible();
  await expect(map.getByRole("link", { name: `Subnet ${front}, ${FIRST}.0/24, 1 of 253 used` })).toBeVisible();
  await expect(map.getByText(`TCP 8080 → ${vm.slice(0, 4)}`)).toBeVisible();
  await page.getByRole("button", { name: "Show as a table" }).click();
  await expect(page.getByRole("region", { name: "The map as a table" }).getByRole("row", { name: vm })).toContainText(
    "running",
  );
  await expectAccessible(page);
  const node = map.getByRole("link", { name: new RegExp(`^${vm}, running, ${FIRST.replaceAll(".", "\\.")}`) });
  await node.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: vm, level: 1 })).toBeVisible();
  await page.goBack();

  // The dialog names each blocker of a deletion. They are removed one after another.
  await tab(page, "Settings").click();
  await page.getByRole("switch", { name: "IPv6" }).click();
  await expect(page.getByText("VMs have IPv6 addresses of the VPC")).toBeVisible();
  await page.getByLabel("Description", { exact: true }).fill("For the shop");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("For the shop").first()).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("The VPC has subnets; delete them first.");
  await expect(
    dialog(page)
      .getByRole("link", { name: new RegExp(`${front}|${office}`) })
      .first(),
  ).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();

  await tab(page, "NAT gateways").click();
  await chooseInRow(page, "the forward of TCP 8080", "Delete");
  await dialog(page).getByRole("button", { name: "Delete forward" }).click();
  await expect(page.getByText("No port forwards.")).toBeVisible();
  await tab(page, "Nodes").click();
  await chooseInRow(page, `${vm} in ${front}`, "Detach");
  await dialog(page).getByRole("button", { name: "Detach VM" }).click();
  await expect(page.getByRole("heading", { name: "No VMs here" })).toBeVisible();
  await tab(page, "NAT gateways").click();
  await page.getByRole("button", { name: `Delete ${wayOut}` }).click();
  await dialog(page).getByRole("button", { name: "Delete NAT gateway" }).click();
  await expect(page.getByRole("heading", { name: "No NAT gateways yet" })).toBeVisible();
  await tab(page, "Subnets").click();
  for (const subnet of [front, office]) {
    await chooseInRow(page, subnet, "Delete");
    await dialog(page).getByRole("button", { name: "Delete subnet" }).click();
    await expectGone(page.getByRole("row", { name: subnet }));
  }
  await tab(page, "Settings").click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog(page).getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog(page).getByRole("button", { name: "Delete VPC" }).click();
  await expect(page.getByRole("heading", { name: "VPCs", level: 1 })).toBeVisible();
  await expectGone(page.getByRole("row", { name }));
});

test("the list is searched and leads to the VPC", async ({ page, credentials, api }) => {
  const name = uniqueName("searched");
  await made(api, "/networking/vpcs", { name, site_id: SITE, cidr: NETWORK });
  await openWorkspacePage(page, credentials, "vpcs");
  await page.getByRole("searchbox", { name: "Search by name" }).fill(name.toUpperCase());
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name: "No subnets yet" })).toBeVisible();
  await openWorkspacePage(page, credentials, "vpcs?search=no-vpc-is-called-so");
  await page.getByRole("link", { name: "Show all VPCs" }).click();
  await expect(page.getByRole("table")).toBeVisible();
});

test("a subnet and a NAT gateway show that they could not be set up, and a missing VPC is not found", async ({
  page,
  credentials,
  api,
}) => {
  const subnet = `fail-at-apply-subnet--${uniqueName("subnet")}`;
  const { vpc_id } = await made(api, "/networking/vpcs", { name: uniqueName("broken"), site_id: SITE, cidr: NETWORK });
  const { subnet_id } = await made(api, `/networking/vpcs/${vpc_id}/subnets`, { name: subnet, cidr: NETWORK });
  await openWorkspacePage(page, credentials, `vpcs/${vpc_id}/subnets`);
  await expect(page.getByRole("row", { name: subnet })).toContainText("error");
  const name = `fail-at-apply-gateway--${uniqueName("nat")}`;
  await made(api, `/networking/vpcs/${vpc_id}/nat-gateways`, { name, subnet_ids: [subnet_id] });
  await tab(page, "NAT gateways").click();
  const gateway = page.getByRole("listitem", { name });
  await expect(gateway).toContainText("not set up");
  await expect(gateway.getByText("It is retried automatically.")).toBeVisible();
  await openWorkspacePage(page, credentials, "vpcs/vpc_none");
  await expect(page.getByRole("alert").first()).toContainText("VPC");
});

test("an empty workspace shows that it has no VPCs", async ({ page, emptyWorkspace }) => {
  await page.goto(`/workspaces/${emptyWorkspace}/vpcs`);
  await expect(page.getByRole("heading", { name: "No VPCs yet" })).toBeVisible();
  await expectAccessible(page);
});
