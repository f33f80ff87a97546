import { expectAccessible } from "../src/accessible.ts";
import { expect, NOBODY, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { chooseInRow } from "../src/row-menu.ts";

signedIn();

test("an invited person joins, and a changed role and a removal take effect at once", async ({
  page,
  openPage,
  credentials,
}) => {
  const email = `${uniqueName("ada")}@example.com`;
  await openWorkspacePage(page, credentials, "settings/members");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("E-mail").fill("no address");
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  await expect(dialog.getByText("E-mail must be an e-mail address.")).toBeVisible();
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByRole("radio", { name: /^Developer/i }).check();
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  const link = (await dialog.locator("code").textContent()) ?? "";
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: email })).toContainText(/developer/i);

  const theirs = await openPage(NOBODY);
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: "Join Demo" })).toBeVisible();
  await expectAccessible(theirs);
  const name = uniqueName("Ada");
  await theirs.getByLabel("Your name").fill(name);
  await theirs.getByLabel("Password").fill("an-analytical-engine");
  await theirs.getByRole("button", { name: "Create account and join" }).click();
  await expect(theirs.getByRole("button", { name: `Account of ${name}` })).toBeVisible();
  const newVm = async () => {
    await openWorkspacePage(theirs, credentials, "cloud-vms");
    return theirs.getByRole("main").getByText("New VM");
  };
  await expect(await newVm()).not.toHaveAttribute("aria-disabled", "true");
  await theirs.goto(link);
  await expect(theirs.getByText("This invitation has been used")).toBeVisible();

  await page.reload();
  await chooseInRow(page, name, "Change the role");
  await dialog.getByRole("radio", { name: /^Viewer/i }).check();
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByText(`${name} is viewer now`)).toBeVisible();
  await expect(await newVm()).toHaveAttribute("aria-disabled", "true");

  await chooseInRow(page, name, "Remove");
  await dialog.getByRole("button", { name: "Remove member" }).click();
  await expect(page.getByText(`Removed ${name}`)).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await theirs.goto("/");
  await expect(theirs.getByRole("heading", { name: "No workspace yet" })).toBeVisible();

  // A former member has an account: they sign in and join again.
  await page.getByRole("button", { name: "Invite" }).click();
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByRole("radio", { name: /^Viewer/i }).check();
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  const second = (await dialog.locator("code").textContent()) ?? "";
  await theirs.context().clearCookies();
  await theirs.goto(second);
  await theirs.getByRole("link", { name: "Sign in to join" }).click();
  await theirs.getByLabel("E-mail").fill(email);
  await theirs.getByLabel("Password").fill("an-analytical-engine");
  await theirs.getByRole("button", { name: "Sign in", exact: true }).click();
  await theirs.getByRole("button", { name: "Join Demo" }).click();
  await expect(theirs.getByRole("button", { name: `Account of ${name}` })).toBeVisible();
});

test("a user without an organization keeps their account and joins one by an invitation link", async ({
  openPage,
  baseURL,
  owner,
  credentials,
  newMember,
}) => {
  const { organization_id } = credentials;
  const person = await newMember("viewer");
  await owner.mutate("member.remove", { organization_id, user_id: person.user_id });
  const { secret } = await owner.mutate<{ secret: string }>("invitation.create", {
    organization_id,
    email: person.email,
    role: "viewer",
  });
  const page = await openPage(person.session);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "No workspace yet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Account of ${person.name}` }).click();
  await page.getByRole("menuitem", { name: "Security" }).click();
  await expect(page.getByRole("row").filter({ hasText: "this browser" })).toHaveCount(1);
  await page.getByRole("link", { name: "Fulmar, to the start" }).click();
  await page.getByLabel("Link of the invitation").fill("example.com");
  await page.getByRole("button", { name: "Open invitation" }).click();
  await expect(page.getByText("Link of the invitation is not an invitation link")).toBeVisible();
  await page.getByLabel("Link of the invitation").fill(`${baseURL}/invitations/${secret}`);
  await page.getByRole("button", { name: "Open invitation" }).click();
  await page.getByRole("button", { name: "Join Demo" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
});

test("the dialog that removes a member offers to revoke what they made", async ({
  page,
  owner,
  credentials,
  newMember,
}) => {
  const { workspace_id } = credentials;
  const person = await newMember("admin");
  const admin = await owner.openAnother(person.session);
  await admin.mutate("apiToken.create", {
    ...{ workspace_id, name: uniqueName("token"), scopes: ["vm.read"] },
    ...{ workspace_policy: "entire_organization", workspace_ids: [], expires_at: null },
  });
  await admin.close();
  await openWorkspacePage(page, credentials, "settings/members");
  await chooseInRow(page, person.name, "Remove");
  const dialog = page.getByRole("alertdialog");
  const choice = dialog.getByLabel("Revoke the 1 API token they made");
  await expect(choice).toBeChecked();
  await expectAccessible(page);
  await choice.uncheck();
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("an invitation is bound to its address, exists once per address and can be revoked", async ({
  page,
  openPage,
  credentials,
  member,
}) => {
  const email = `${uniqueName("grace")}@example.com`;
  const dialog = page.getByRole("alertdialog");
  const invite = async () => {
    await page.getByRole("button", { name: "Invite" }).click();
    await dialog.getByLabel("E-mail").fill(email);
    await dialog.getByRole("button", { name: "Create invitation" }).click();
  };
  await openWorkspacePage(page, credentials, "settings/members");
  await invite();
  const link = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  await invite();
  await expect(dialog.getByRole("alert")).toContainText("This address already has an invitation");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const signedInPage = await openPage((await member("owner")).session);
  await signedInPage.goto(link);
  await expect(signedInPage.getByText(`You are signed in as ${credentials.email}`)).toBeVisible();

  await chooseInRow(page, `the invitation for ${email}`, "Revoke");
  await dialog.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(page.getByText(`Revoked the invitation for ${email}`)).toBeVisible();
  await signedInPage.reload();
  await expect(signedInPage.getByRole("heading", { name: "This invitation is not valid" })).toBeVisible();
});

test("the last owner can neither leave nor change their role", async ({ page, credentials }) => {
  const dialog = page.getByRole("alertdialog");
  await openWorkspacePage(page, credentials, "settings/organization");
  await page.getByRole("button", { name: "Leave Demo" }).click();
  await dialog.getByLabel("Type Demo to confirm").fill("Demo");
  await dialog.getByRole("button", { name: "Leave organization" }).click();
  await expect(dialog.getByRole("alert")).toContainText("is the last owner of the organization");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await openWorkspacePage(page, credentials, "settings/members");
  await chooseInRow(page, "Demo", "Change the role");
  await dialog.getByRole("radio", { name: /^Admin/i }).check();
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(dialog.getByRole("alert")).toContainText("is the last owner of the organization");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expectAccessible(page);
});

test.describe("a viewer", () => {
  signedIn("viewer");

  test("sees the members, and why they cannot be changed", async ({ page, credentials }) => {
    await openWorkspacePage(page, credentials, "settings/members");
    await expect(page.getByRole("row", { name: credentials.email })).toContainText(/owner/i);
    const invite = page.getByRole("button", { name: "Invite" });
    await expect(invite).toHaveAttribute("aria-disabled", "true");
    await invite.focus();
    await expect(
      page.getByRole("tooltip").filter({ hasText: "Only owners and admins may do this" }).first(),
    ).toBeVisible();
    await expect(page.getByRole("heading", { name: "Invitations" })).toHaveCount(0);
  });
});
