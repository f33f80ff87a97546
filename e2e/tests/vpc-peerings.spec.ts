import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";
import { made, SITE } from "../src/vm.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");

test("a user peers two VPCs, accepts a request of another workspace, and ends both", async ({
  page,
  credentials,
  api,
  owner,
  emptyWorkspace,
}) => {
  test.setTimeout(120_000);
  const [near, far, asking] = [uniqueName("near"), uniqueName("far"), uniqueName("asking")];
  const [name, request] = [uniqueName("near-far"), uniqueName("request")];
  const vpc = await made(api, "/networking/vpcs", { name: near, site_id: SITE, cidr: "10.151.0.0/24" });
  const peer = await made(api, "/networking/vpcs", { name: far, site_id: SITE, cidr: "10.152.0.0/24" });

  await openWorkspacePage(page, credentials, `vpcs/${vpc.vpc_id}/peerings`);
  await page.getByRole("button", { name: "New VPC peering" }).first().click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  await expect(dialog(page).getByLabel("VPC", { exact: true })).toHaveValue(vpc.vpc_id);
  await dialog(page).getByLabel("Peer").fill(vpc.vpc_id);
  await dialog(page).getByRole("button", { name: "Ask for VPC peering" }).click();
  await expect(dialog(page).getByText("Peer must be another VPC than")).toBeVisible();
  await dialog(page).getByLabel("Peer").fill(peer.vpc_id);
  await dialog(page).getByRole("button", { name: "Ask for VPC peering" }).click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("active");
  await expect(row.getByRole("link", { name: far })).toBeVisible();
  await expectAccessible(page);

  // Each of the two VPCs has its side, and both end together.
  await openWorkspacePage(page, credentials, `vpc-peerings?search=${name}`);
  await expect(row).toHaveCount(2);
  await expectAccessible(page);
  await openWorkspacePage(page, credentials, `vpcs/${peer.vpc_id}/peerings`);
  await chooseInRow(page, name, "End");
  await dialog(page).getByRole("button", { name: "End VPC peering" }).click();
  await expectGone(row);

  const there = { workspace_id: emptyWorkspace, name: asking, site_id: SITE, cidr: "10.153.0.0/24" };
  const { vpc_id } = await owner.mutate<{ vpc_id: string }>("vpc.create", there);
  const body = { workspace_id: emptyWorkspace, name: request, vpc_id, peer_vpc_id: vpc.vpc_id };
  await owner.mutate("vpcPeering.create", body);
  const asked = page.getByRole("row", { name: new RegExp(request) });
  await openWorkspacePage(page, credentials, "vpc-peerings?status=pending");
  await expect(asked).toContainText("waits for your answer");
  await expect(asked).toContainText("10.153.0.0/24");
  await chooseInRow(page, request, "Accept");
  await dialog(page).getByRole("button", { name: "Accept VPC peering" }).click();
  await openWorkspacePage(page, credentials, `vpc-peerings?search=${request}`);
  await expect(asked).toContainText("active");
  await chooseInRow(page, request, "End");
  await dialog(page).getByRole("button", { name: "End VPC peering" }).click();
  await expectGone(asked);
  await openWorkspacePage(page, { ...credentials, workspace_id: emptyWorkspace }, "vpc-peerings");
  await expect(asked).toContainText("ended by the other side");
});
