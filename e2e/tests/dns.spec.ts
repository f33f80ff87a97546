import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";
import { made, SITE } from "../src/vm.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");

test("a user makes a zone, sees what proves it, edits, imports and exports its records, and deletes it", async ({
  page,
  credentials,
  emptyWorkspace,
  api,
}) => {
  test.setTimeout(180_000);
  const name = `${uniqueName("zone")}.test`;
  await page.goto(`/workspaces/${emptyWorkspace}/dns-zones`);
  await expect(page.getByRole("main")).toContainText("No DNS zones yet");
  await openWorkspacePage(page, credentials, "dns-zones/zone_none");
  await expect(page.getByRole("main")).toContainText("There is no such DNS zone");

  await openWorkspacePage(page, credentials, "dns-zones");
  await page.getByRole("link", { name: "New DNS zone" }).click();
  await page.getByLabel("Domain", { exact: true }).fill("no domain");
  await page.getByRole("button", { name: "Create DNS zone" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Domain " })).toBeVisible();
  await page.getByLabel("Domain", { exact: true }).fill(name.toUpperCase());
  await page.getByRole("button", { name: "Create DNS zone" }).dblclick();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  const delegation = page.getByRole("region", { name: "Delegation" });
  await expect(delegation).toContainText(`At your registrar, set the name servers of ${name} to`);
  await expect(delegation).toContainText(`The registry names no name servers for ${name}.`);
  await delegation.getByRole("button", { name: "Check now" }).click();
  await page.getByRole("button", { name: "Edit description" }).click();
  await dialog(page).getByLabel("Description").fill("The shop");
  await dialog(page).getByRole("button", { name: "Save description" }).click();
  await expect(page.getByText("The shop")).toBeVisible();
  await expectAccessible(page);

  const dnssec = page.getByRole("region", { name: "DNSSEC" });
  await dnssec.getByRole("button", { name: "Sign zone" }).click();
  await expect(dnssec).toContainText(/DS record\d+ 13 2 [0-9A-F]{64}/);
  await expectAccessible(page);
  await dnssec.getByRole("button", { name: "Stop signing" }).click();
  await expect(dialog(page).getByRole("region", { name: "What this does" })).toContainText("dnssec: yes → no");
  await dialog(page).getByRole("button", { name: "Stop signing" }).click();
  await expect(dnssec).toContainText("The zone is not signed.");

  await page.getByRole("link", { name: "Records", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("No record sets yet");
  const [, zoneId] = /dns-zones\/(\w+)\/records/.exec(page.url()) ?? [];
  await page.getByRole("button", { name: "New record set" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("www");
  await dialog(page).getByLabel("Values").fill("203.0.113");
  await dialog(page).getByRole("button", { name: "Save record set" }).click();
  await expect(dialog(page)).toContainText("must be an IPv4 address");
  await dialog(page).getByLabel("Values").fill("203.0.113.7\n203.0.113.8");
  await dialog(page).getByRole("button", { name: "Save record set" }).click();
  const row = page.getByRole("row", { name: /www/ });
  await expect(row).toContainText("203.0.113.8");
  await chooseInRow(page, "A of www", "Edit");
  await dialog(page).getByLabel("Values").fill("203.0.113.9");
  await dialog(page).getByRole("button", { name: "Save record set" }).click();
  await expect(row).toContainText("203.0.113.9");

  const { public_ip_id, address } = await made(api, "/networking/reserved-ips", { site_id: SITE, label: name });
  await page.getByRole("button", { name: "New record set" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("cart");
  await dialog(page).getByLabel("Answer with").selectOption("A reserved IP");
  await dialog(page).getByRole("button", { name: "Save record set" }).click();
  await expect(dialog(page).getByRole("combobox", { name: "Reserved IP" })).toHaveAccessibleDescription(
    "Choose a reserved IP.",
  );
  await expectAccessible(page);
  await dialog(page).getByRole("combobox", { name: "Reserved IP" }).selectOption(public_ip_id);
  await dialog(page).getByRole("button", { name: "Save record set" }).click();
  const following = page.getByRole("row", { name: /cart/ });
  await expect(following).toContainText(`${address}Follows`);
  await chooseInRow(page, "A of cart", "Edit");
  await expect(dialog(page).getByRole("combobox", { name: "Reserved IP" })).toHaveValue(public_ip_id);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await openWorkspacePage(page, credentials, `reserved-ips/${public_ip_id}`);
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await expect(dialog(page).getByRole("region", { name: "What this does" })).toContainText(
    "Deletes the record set A cart",
  );
  await dialog(page).getByRole("textbox").fill(address);
  await dialog(page).getByRole("button", { name: "Release IP" }).click();
  await expect(page.getByRole("heading", { name: "Reserved IPs", level: 1 })).toBeVisible();
  await openWorkspacePage(page, credentials, `dns-zones/${zoneId}/records`);
  await expect(row).toBeVisible();
  await expectGone(following);

  await page.getByRole("button", { name: "Import" }).click();
  const replace = dialog(page).getByLabel("Delete record sets that the file does not have");
  const file = { name: "shop.zone", mimeType: "text/plain", buffer: Buffer.from("@ 300 MX 10 mail.example.org.\n") };
  await dialog(page).getByLabel("File", { exact: true }).setInputFiles(file);
  await replace.check();
  await expect(dialog(page).getByRole("region", { name: "What this does" })).toContainText(
    "Deletes the record set A www",
  );
  await expectAccessible(page);
  await replace.uncheck();
  await dialog(page).getByLabel("Zone file").fill("@ 300 MX 10 mail.example.org.\nwww A\n");
  await dialog(page).getByRole("button", { name: "Import records" }).click();
  await expect(dialog(page)).toContainText("line 2");
  await dialog(page).getByLabel("Zone file").fill("@ 300 MX 10 mail.example.org.\n");
  await dialog(page).getByRole("button", { name: "Import records" }).click();
  await expect(page.getByRole("row", { name: /10 mail\.example\.org/ })).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  expect((await saved).suggestedFilename()).toContain(name.replace(".test", ""));
  await chooseInRow(page, "A of www", "Delete");
  await dialog(page).getByRole("button", { name: "Delete record set" }).click();
  await expectGone(row);
  await expectAccessible(page);

  await page.getByRole("navigation", { name: "DNS zone", exact: true }).getByRole("link", { name: "Overview" }).click();
  const protection = page.getByRole("switch", { name: "Deletion protection" });
  await protection.click();
  await expect(protection).toBeChecked();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialog(page)).toContainText("Turn off deletion protection");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await protection.click();
  await expect(protection).not.toBeChecked();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog(page).getByRole("textbox").fill(name);
  await dialog(page).getByRole("button", { name: "Delete DNS zone" }).click();
  await expect(page.getByRole("heading", { name: "DNS zones", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});
