import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test } from "../src/fixtures.ts";

signedIn();

const REASON = "It scans other networks.";

test("an operator isolates an address, its owner sees why, and gets it back", async ({
  newOperator,
  openPage,
  credentials,
  page: owner,
  api,
}) => {
  const reserved = await api.send("POST", "/networking/reserved-ips", { data: { site_id: "site-fra-1" } });
  const { address, public_ip_id } = await reserved.json();
  const page = await openPage((await newOperator("operator")).session);
  await page.goto(`/operator/find?q=${address}`);
  await page.getByRole("region", { name: "Found" }).getByRole("link", { name: address }).click();
  await expect(page.getByRole("heading", { name: address, level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Isolate" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill(REASON);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Isolate address" }).click();
  await expect(page.getByRole("main")).toContainText("isolated");
  await expect(page.getByRole("main")).toContainText(REASON);
  await expectAccessible(page);

  await openWorkspacePage(owner, credentials, `reserved-ips/${public_ip_id}`);
  await expect(owner.getByRole("main").getByRole("alert")).toContainText(REASON);
  await openWorkspacePage(owner, credentials, "reserved-ips");
  await expect(owner.getByRole("row", { name: address })).toContainText("isolated");

  await page.getByRole("button", { name: "Release" }).click();
  await dialog.getByRole("button", { name: "Release address" }).click();
  await expect(page.getByRole("button", { name: "Isolate" })).toBeVisible();
  await owner.reload();
  await expect(owner.getByRole("row", { name: address })).toContainText("not attached");
});
