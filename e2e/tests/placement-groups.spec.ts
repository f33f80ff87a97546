import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");

test("a user makes a placement group, chooses it for a new VM, edits and deletes it", async ({ page, credentials }) => {
  test.setTimeout(120_000);
  const name = uniqueName("database");
  await openWorkspacePage(page, credentials, "placement-groups");
  await page.getByRole("button", { name: "New placement group" }).first().click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  await dialog(page).getByLabel("By").selectOption("zones");
  await dialog(page).getByRole("button", { name: "Create placement group" }).click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("each in a zone of its own, where it can be");
  await expectAccessible(page);

  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await page
    .getByLabel("Placement group")
    .selectOption({ label: `${name} · each in a zone of its own, where it can be` });

  await openWorkspacePage(page, credentials, `placement-groups?search=${name}`);
  await chooseInRow(page, name, "Edit");
  await dialog(page).getByLabel("Tags").fill("production");
  await dialog(page).getByRole("button", { name: "Save placement group" }).click();
  await expect(row).toContainText("production");
  await chooseInRow(page, name, "Delete");
  await dialog(page).getByRole("button", { name: "Delete placement group" }).click();
  await expectGone(row);
});
