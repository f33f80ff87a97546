import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, tick, uniqueName } from "../src/fixtures.ts";
import { made, SITE } from "../src/vm.ts";

signedIn();

test("a list is filtered by several values of each filter, and a link keeps them", async ({
  page,
  credentials,
  api,
}) => {
  const own = uniqueName("facets");
  const tags = ["red", "blue", "green"].map((colour) => `${own}-${colour}`);
  for (const tag of tags)
    await made(api, "/compute/cloud-vms", {
      ...{ name: tag, plan_id: "plan-small", template_id: "debian-12", tags: [tag, own] },
    });
  await made(api, "/compute/cloud-vms", { name: uniqueName("other"), plan_id: "plan-small", template_id: "debian-12" });
  await openWorkspacePage(page, credentials, `cloud-vms?search=${own}`);
  const rows = page.getByRole("row").filter({ hasText: own });
  await expect(rows).toHaveCount(3);
  await expect(page.getByText(/^3 of \d+ VMs$/)).toBeVisible();

  const tag = page.getByRole("button", { name: /^Tag/ });
  await tag.click();
  await tick(page, `${own}-red`);
  await expect(rows).toHaveCount(1);
  await tick(page, `${own}-blue`);
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(tag).toContainText("+1");
  await expect(rows.first()).toContainText("running");

  await page.getByRole("button", { name: /^Status/ }).click();
  await tick(page, "running", "stopped");
  await page.keyboard.press("Escape");
  await expect(rows).toHaveCount(2);
  const link = page.url();
  expect(link).toContain("status=running&status=stopped");

  await page.goto(link);
  await expect(rows).toHaveCount(2);
  await expect(page.getByText(/^2 of \d+ VMs$/)).toBeVisible();

  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("Name of the view").fill("Two of mine");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(views.getByRole("button", { name: "Two of mine", pressed: true })).toBeVisible();
  await expectAccessible(page);
  await views.getByRole("button", { name: "All VMs" }).click();
  await expect(page.getByText(/^\d+ VMs$/)).toBeVisible();
  await page.reload();
  await views.getByRole("button", { name: "Two of mine" }).click();
  await expect(rows).toHaveCount(2);
  await views.getByRole("button", { name: "Delete view" }).click();
  await expect(views.getByRole("button", { name: "Two of mine" })).toHaveCount(0);

  await page.getByRole("button", { name: /^Tag/ }).click();
  await page.getByRole("button", { name: "Any tag" }).click();
  await expect(rows).toHaveCount(3);
});

/** Presses each column's head twice: the rows stand in order, then the other way round. */
async function sortsByHeads(page: Page, own: string, heads: readonly (readonly [title: string, sort: string])[]) {
  const rows = page.getByRole("row").filter({ hasText: own });
  await expect(rows).toHaveCount(2);
  for (const [title, sort] of heads) {
    const head = page.getByRole("columnheader", { name: title, exact: true });
    const inOrder = async () => (await rows.allTextContents()).map((text) => text.includes(`${own}-a`));
    await head.getByRole("button").click();
    await expect(page).toHaveURL(new RegExp(`sort=${sort}(&|$)`));
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    await expect.poll(inOrder, title).toEqual([true, false]);
    await head.getByRole("button").click();
    await expect(page).toHaveURL(new RegExp(`sort=-${sort}(&|$)`));
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await expect.poll(inOrder, title).toEqual([false, true]);
  }
  await expectAccessible(page);
}

/** Sites in the order of their ids. */
const SITES = [SITE, "site-fra-1"] as const;

test("a row that is pressed right after typing opens, although the search moves it", async ({
  page,
  credentials,
  api,
}) => {
  const name = uniqueName("pressed");
  await made(api, "/networking/firewall-groups", { name });
  await openWorkspacePage(page, credentials, "firewall-groups");
  const link = page.getByRole("row", { name }).getByRole("link", { name });
  await expect(link).toBeVisible();
  await page.getByLabel("Search by name").fill(name.slice(2));
  await link.click({ delay: 100 });
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
});

test("the heads of the list of volumes sort it, either way", async ({ page, credentials, api }) => {
  const own = uniqueName("sorted");
  for (const [index, name] of ["a", "b"].entries())
    await made(api, "/block-storage/volumes", {
      ...{ name: `${own}-${name}`, site_id: SITES[index], type: "nvme", size_gb: (index + 1) * 10 },
    });
  await openWorkspacePage(page, credentials, `volumes?search=${own}`);
  await sortsByHeads(page, own, [
    ["Name", "name"],
    ["Size", "size_gb"],
    ["Site", "site_id"],
    ["Cost a month", "monthly_price"],
    ["Created", "created_at"],
  ]);
});

test("the heads of the list of load balancers sort it, either way", async ({ page, credentials, api }) => {
  const own = uniqueName("sorted");
  for (const [index, name] of ["a", "b"].entries()) {
    const site_id = SITES[index];
    const cidr = `10.${240 + index}.7.0/24`;
    const { vpc_id } = await made(api, "/networking/vpcs", { name: `${own}-${name}`, site_id, cidr });
    const { subnet_id } = await made(api, `/networking/vpcs/${vpc_id}/subnets`, { name, cidr });
    await made(api, "/load-balancers", { name: `${own}-${name}`, site_id, vpc_id, subnet_id });
  }
  await openWorkspacePage(page, credentials, `load-balancers?search=${own}`);
  await sortsByHeads(page, own, [
    ["Name", "name"],
    ["Site", "site_id"],
    ["Created", "created_at"],
  ]);
});
