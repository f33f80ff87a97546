import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { runningVm, SITE } from "../src/vm.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");

test("a user reserves, attaches, moves, detaches and releases an address", async ({ page, credentials, api }) => {
  test.setTimeout(120_000);
  const [one, other] = [uniqueName("one"), uniqueName("other")];
  const [oneId, otherId] = await Promise.all([runningVm(api, one), runningVm(api, other)]);
  const label = uniqueName("front-door");

  await openWorkspacePage(page, credentials, "reserved-ips/new");
  await page.getByLabel("Site").selectOption(SITE);
  await page.getByLabel("Label").fill(label);
  await page.getByLabel("Reverse DNS").fill("not a host");
  await page.getByRole("button", { name: "Reserve IP" }).click();
  await expect(page.getByText("Reverse DNS must be a host name such as vm1.example.com.")).toBeVisible();
  await page.getByLabel("Reverse DNS").fill("www.example.com");
  await expect(page.getByText("$0.005 an hour")).toBeVisible();
  await page.getByRole("button", { name: "Reserve IP" }).click();
  const facts = page.getByRole("region", { name: "Reserved IP" });
  await expect(facts).toContainText("www.example.com");
  const address = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";

  const detach = page.getByRole("button", { name: "Detach", exact: true });
  await expect(detach).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Attach", exact: true }).click();
  await dialog(page).getByLabel("VM").selectOption(oneId);
  await dialog(page).getByRole("button", { name: "Attach IP" }).click();
  await expect(facts.getByRole("link", { name: one })).toBeVisible();
  await expect(page.getByRole("button", { name: "Release" })).toHaveAttribute("aria-disabled", "true");

  await page.getByRole("button", { name: "Move", exact: true }).click();
  await dialog(page).getByLabel("VM").selectOption(otherId);
  await dialog(page).getByRole("button", { name: "Move IP" }).click();
  await expect(facts.getByRole("link", { name: other })).toBeVisible();
  await expectAccessible(page);
  await openWorkspacePage(page, credentials, `reserved-ips?search=${label}`);
  await expect(page.getByRole("row", { name: label }).getByRole("link", { name: other })).toBeVisible();
  await page.getByRole("link", { name: address }).click();

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await dialog(page).getByLabel("Label").fill(`${label}-2`);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${label}-2`)).toBeVisible();
  await detach.click();
  await dialog(page).getByRole("button", { name: "Detach IP" }).click();
  await expect(facts).toContainText("nothing");

  await openWorkspacePage(page, credentials, "reserved-ips");
  await page.getByRole("searchbox", { name: "Search by label" }).fill(label);
  await expect(page).toHaveURL(new RegExp(`[?]search=${label}$`));
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("link", { name: address }).click();
  await page.getByRole("button", { name: "Release" }).click();
  await dialog(page).getByLabel(`Type ${address} to confirm`).fill(address);
  await dialog(page).getByRole("button", { name: "Release IP" }).click();
  await expect(page.getByRole("heading", { name: "Reserved IPs", level: 1 })).toBeVisible();
  await expectGone(page.getByRole("row", { name: `${label}-2` }));
});

test("a missing address is not found, and empty lists show an empty state", async ({
  page,
  credentials,
  emptyWorkspace,
}) => {
  await openWorkspacePage(page, credentials, "reserved-ips/ip_none");
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
  await page.goto(`/workspaces/${emptyWorkspace}/reserved-ips`);
  await expect(page.getByRole("heading", { name: "No reserved IPs yet" })).toBeVisible();
  // The search is hidden unless a search is active.
  await expect(page.getByRole("search")).toHaveCount(0);
  await page.goto(`/workspaces/${emptyWorkspace}/reserved-ips?status=attached`);
  await expect(page.getByRole("heading", { name: "No reserved IP matches" })).toBeVisible();
  await expect(page.getByRole("search")).toBeVisible();
});
