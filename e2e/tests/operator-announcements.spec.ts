import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, test, uniqueName } from "../src/fixtures.ts";
import { chooseInRow } from "../src/row-menu.ts";

test("an operator announces maintenance to an organization, changes it and takes it back", async ({
  newOperator,
  openPage,
  credentials,
}) => {
  const person = await newOperator();
  const page = await openPage(person.session);
  const title = uniqueName("Work on the network");
  await page.goto("/operator/announcements");
  await page.getByRole("button", { name: "New announcement" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("combobox", { name: "Kind" }).selectOption("Maintenance");
  await dialog.getByRole("combobox", { name: "Level" }).selectOption("Warning");
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Text").fill("Connections may break.\n\nNothing is lost.");
  await dialog.getByLabel("Begins, UTC").fill("2099-01-01T22:00");
  await dialog.getByRole("checkbox", { name: "Amsterdam 1" }).check();
  await dialog.getByRole("checkbox", { name: "Everybody" }).uncheck();
  await dialog.getByRole("searchbox", { name: "Find organizations" }).fill("Demo");
  await dialog.locator("label", { hasText: credentials.organization_id }).getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Announce" }).click();
  await expect(dialog.getByText(/must be set for maintenance/)).toBeVisible();
  await dialog.getByLabel("Ends, UTC").fill("2099-01-02T02:00");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Announce" }).click();
  const row = page.getByRole("region", { name: "Announcements", exact: true }).getByRole("row", { name: title });
  await expect(row).toContainText("1 organization");
  await expectAccessible(page);

  await openWorkspacePage(page, credentials, "volumes");
  const banner = page.getByRole("region", { name: "Announcements" });
  await expect(banner).toContainText(title);
  await expect(banner).toContainText("Nothing is lost.");
  await expect(banner).toContainText("Amsterdam 1");
  await expectAccessible(page);
  // It is gone before the server has answered.
  const answered = page.waitForResponse((response) => response.url().includes("/account.closeAnnouncement"));
  await banner.getByRole("button", { name: `Close ${title}` }).click();
  await expect(banner).toHaveCount(0);
  expect((await answered).status()).toBe(200);
  // It is closed for the person, not for the browser.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByRole("heading", { name: "Volumes", level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);

  await page.goto("/operator/announcements");
  await chooseInRow(page, title, "Edit");
  await dialog.getByLabel("Title").fill(`${title}, later`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("later");
  // What is changed is shown again to who has closed it.
  await openWorkspacePage(page, credentials, "volumes");
  await expect(banner).toContainText(`${title}, later`);
  await page.goto("/operator/announcements");
  await chooseInRow(page, `${title}, later`, "Take back");
  await dialog.getByRole("button", { name: "Take back announcement" }).click();
  await expect(row).toHaveCount(0);
});
