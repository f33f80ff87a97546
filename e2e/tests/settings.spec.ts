import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow, openRowMenu } from "../src/row-menu.ts";

test("a user creates and renames an organization and its workspaces, deletes one, and sees the activity", async ({
  openPage,
  newMember,
  credentials,
}) => {
  const person = await newMember("viewer");
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  await openWorkspacePage(page, credentials, "settings");
  await page.getByRole("button", { name: "New organization" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("no/slashes");
  await dialog.getByRole("button", { name: "Create organization" }).click();
  await expect(dialog.getByText(/^Name must consist of letters, digits/)).toBeVisible();
  const name = uniqueName("Engines");
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("First workspace").fill("First");
  await dialog.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByRole("button", { name: `Leave ${name}` })).toBeVisible();

  await page.getByRole("textbox", { name: "Name" }).fill(`${name} 2`);
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("button", { name: `Leave ${name} 2` })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Workspaces" }).click();
  await openRowMenu(page, "First");
  await expect(page.getByRole("menuitem", { name: /^Delete/ })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New workspace" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("First");
  await dialog.getByRole("button", { name: "Create workspace" }).click();
  await expect(dialog.getByRole("alert")).toContainText("another workspace of this name");
  await dialog.getByLabel("Name", { exact: true }).fill("Second");
  await dialog.getByRole("button", { name: "Create workspace" }).click();
  await expect(page.getByRole("row", { name: /^Second/ })).toBeVisible();
  await page.getByRole("button", { name: "Rename Second" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Third");
  await dialog.getByRole("button", { name: "Rename workspace" }).click();
  await expect(page.getByRole("row", { name: /^Third/ })).toBeVisible();
  await expectAccessible(page);

  await chooseInRow(page, "Third", "Delete");
  await dialog.getByLabel("Type Third to confirm").fill("Third");
  await dialog.getByRole("button", { name: "Delete workspace" }).click();
  await expect(page.getByText("Deleted Third")).toBeVisible();
  await expectGone(page.getByRole("row", { name: /^Third/ }));

  await page.getByRole("link", { name: "Activity" }).click();
  await expect(page).toHaveTitle("Activity · Settings · Fulmar");
  // The dialog has asked what the deletion would do, which is an event of its own.
  const events = page
    .getByRole("region", { name: "Events of the organization" })
    .getByRole("row")
    .filter({ hasNotText: "planned only" });
  await expect(events).toHaveText([
    /^When/,
    /Deleted a workspace/,
    /Renamed a workspace/,
    /Created a workspace.*done/,
    /Created a workspace.*not in this state/,
    /Renamed the organization/,
    /Created the organization/,
  ]);
  await expect(events.nth(2)).toContainText("Third");
  await expectAccessible(page);
  await page.getByLabel("What").selectOption("organization.rename");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(events).toHaveCount(2);
  await expect(events.nth(1)).toContainText(`${name} 2`);
  await page.getByLabel("What").selectOption("wallet.suspend");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("heading", { name: "No event matches" })).toBeVisible();
  await openWorkspacePage(page, credentials, "settings/activity");
  await expect(page.getByRole("heading", { name: "You do not have access" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Only owners and admins may do this" })).toBeVisible();
});

test.describe("an owner", () => {
  signedIn();

  test("sees what a workspace contains when its deletion is refused", async ({ page, owner, credentials, api }) => {
    const { workspace_id } = credentials;
    // The last workspace of an organization has no button.
    await owner.mutate("workspace.create", { workspace_id, name: "Other" });
    const vmId = await api.createVm(uniqueName("stays"));
    const dialog = page.getByRole("alertdialog");
    await openWorkspacePage(page, credentials, "settings/workspaces");
    await chooseInRow(page, "Main", "Delete");
    await dialog.getByLabel("Type Main to confirm").fill("Main");
    await dialog.getByRole("button", { name: "Delete workspace" }).click();
    await expect(dialog.getByRole("alert")).toContainText("The workspace is not empty");
    await expect(dialog.getByRole("link").first()).toHaveAttribute(
      "href",
      new RegExp(`^/workspaces/${workspace_id}/resources/`),
    );
    await expect.poll(() => api.statusOf(vmId)).toBe("running");
  });

  test("sees quotas, and sites with their providers", async ({ page, credentials }) => {
    await openWorkspacePage(page, credentials, "settings/quotas");
    const cloudVms = page.getByRole("row", { name: /^Cloud VMs/ });
    await expect(cloudVms).toContainText(/no limit|of \d+/);
    await expectAccessible(page);
    await openWorkspacePage(page, credentials, "settings/sites");
    const site = page.getByRole("row", { name: /^Amsterdam 1/ });
    await expect(site).toContainText(/simulated/i);
    await expect(site).toContainText("healthy");
    await expectAccessible(page);
  });
});

test.describe("the billing role", () => {
  signedIn("billing");

  test("sees the quotas, and why the sites are hidden", async ({ page, credentials }) => {
    await openWorkspacePage(page, credentials, "settings/sites");
    await expect(page.getByRole("heading", { name: "You do not have access" })).toBeVisible();
    await expect(
      page
        .getByRole("alert")
        .filter({ hasText: "Only owners, admins, developers, viewers and secret readers may do this" }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Quotas" }).click();
    await expect(page.getByRole("row", { name: /^Cloud VMs/ })).toBeVisible();
    await page.getByRole("link", { name: "Workspaces" }).click();
    await expect(page.getByRole("button", { name: "New workspace" })).toHaveAttribute("aria-disabled", "true");
  });
});
