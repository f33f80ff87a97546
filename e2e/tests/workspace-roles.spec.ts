import { expectAccessible } from "../src/accessible.ts";
import { EMPTY_WORKSPACE, expect, openWorkspacePage, signedIn, test } from "../src/fixtures.ts";
import { chooseInRow, openRowMenu } from "../src/row-menu.ts";

signedIn();

test("a viewer becomes a developer in one workspace, and the console follows the role there", async ({
  page,
  openPage,
  credentials,
  emptyWorkspace,
  newMember,
}) => {
  const person = await newMember("viewer");
  const theirs = await openPage(person.session);
  await theirs.goto(`/workspaces/${credentials.workspace_id}/vpcs`);
  await expect(theirs.getByRole("main").getByText("New VPC").first()).toHaveAttribute("aria-disabled", "true");

  await openWorkspacePage(page, credentials, "settings/members");
  await chooseInRow(page, person.name, "Roles in workspaces");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("button", { name: "Save roles" })).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel("Main").selectOption("developer");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save roles" }).click();
  await expect(page.getByText(`Changed the roles of ${person.name}`)).toBeVisible();
  await expect(page.getByRole("row", { name: person.email })).toContainText("developer in Main");
  await openWorkspacePage(page, credentials, "settings/workspaces");
  const access = page.getByRole("region", { name: "Who has access" });
  await expect(access.getByRole("row", { name: person.email })).toContainText(/developer.*in Demo: viewer/);
  await expect(access.getByRole("row", { name: credentials.email })).toContainText("as in Demo");
  await expectAccessible(page);

  await theirs.goto(`/workspaces/${credentials.workspace_id}/vpcs`);
  await expect(theirs.getByRole("main").getByText("New VPC").first()).not.toHaveAttribute("aria-disabled", "true");
  await theirs.goto(`/workspaces/${credentials.workspace_id}/vpcs/new`);
  await expect(theirs.getByRole("textbox", { name: "Name" }).first()).toBeVisible();
  await theirs.getByRole("button", { name: /^Switch workspace/ }).click();
  await expect(theirs.getByRole("menuitem", { name: /^Main/ })).toContainText("developer");
  await expectAccessible(theirs);
  await theirs.getByRole("menuitem", { name: EMPTY_WORKSPACE }).click();
  await theirs.waitForURL(`**/workspaces/${emptyWorkspace}/**`);
  await theirs.goto(`/workspaces/${emptyWorkspace}/vpcs/new`);
  await expect(theirs.getByRole("heading", { name: "You may not create VPCs" })).toBeVisible();
  await theirs.goto(`/workspaces/${credentials.workspace_id}/settings/organization`);
  await expect(theirs.getByText("viewer, and developer in Main")).toBeVisible();

  await openWorkspacePage(page, credentials, "settings/members");
  await chooseInRow(page, person.name, "Roles in workspaces");
  await dialog.getByLabel("Main").selectOption({ label: "As in the organization: viewer" });
  await dialog.getByRole("button", { name: "Save roles" }).click();
  await expect(page.getByRole("row", { name: person.email })).not.toContainText("in Main");
  await theirs.goto(`/workspaces/${credentials.workspace_id}/vpcs/new`);
  await expect(theirs.getByRole("heading", { name: "You may not create VPCs" })).toBeVisible();
});

test("a developer is lowered in one workspace; admins have their role everywhere", async ({
  page,
  openPage,
  credentials,
  emptyWorkspace,
  member,
  newMember,
  owner,
}) => {
  const { organization_id, workspace_id } = credentials;
  const [developer, admin] = [await newMember("developer"), await member("admin")];
  await owner.mutate("member.setWorkspaceRole", {
    ...{ organization_id, user_id: developer.user_id, workspace_id },
    role: "viewer",
  });
  const theirs = await openPage(developer.session);
  for (const [place, disabled] of [
    [workspace_id, true],
    [emptyWorkspace, false],
  ] as const) {
    await theirs.goto(`/workspaces/${place}/buckets`);
    const create = theirs.getByRole("main").getByText("New bucket").first();
    if (disabled) await expect(create).toHaveAttribute("aria-disabled", "true");
    else await expect(create).not.toHaveAttribute("aria-disabled", "true");
  }
  await openWorkspacePage(page, credentials, "settings/members");
  await openRowMenu(page, admin.name);
  await expect(page.getByRole("menuitem", { name: "Roles in workspaces" })).toHaveAttribute("aria-disabled", "true");
});
