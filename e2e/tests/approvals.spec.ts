import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";

signedIn();

test("a guarded token made in the console asks, and a user approves one request and rejects another", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(180_000);
  const name = uniqueName("assistant");
  await openWorkspacePage(page, credentials, "api-tokens/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Full access" }).click();
  await page.getByRole("radio", { name: "Approve what destroys" }).check();
  await page.getByText("Ceilings per hour").click();
  await page.getByLabel("New resources").fill("many");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByRole("alert").first()).toContainText("New resources");
  await page.getByLabel("New resources").fill("5");
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("Approve what destroys");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create token" }).click();
  const token = (await page.locator("code").first().textContent()) ?? "";
  await page.getByLabel("I have saved the token").check();
  await page.getByRole("button", { name: "Done" }).click();

  const bucket = uniqueName("guarded");
  const region = "eu-central-1";
  const made = await api.send("POST", "/object-storage/buckets", { token, data: { name: bucket, region } });
  expect(made.status()).toBe(201);
  const path = `/object-storage/buckets/${bucket}`;
  const ask = async () => (await api.send("DELETE", path, { token })).json();
  const asked = await ask();
  expect(asked.code).toBe("approval_required");

  const navigation = page.getByRole("navigation", { name: "Main" });
  await expect(navigation.getByRole("link", { name: /Approvals \d+\+? waiting/ })).toBeVisible();
  await navigation.getByRole("link", { name: "Approvals" }).click();
  const row = page.getByRole("region", { name: "Waiting requests" }).getByRole("row", { name: bucket });
  await expect(row).toContainText(name);
  await expectAccessible(page);
  await row.getByRole("link").click();
  await expect(page.getByRole("region", { name: "Plan" })).toContainText(`Deletes the bucket ${bucket}`);
  await expect(page.getByText("What is deleted cannot be brought back.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Reject" }).click();
  await page.getByLabel("Reason").fill("It is still used.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Reject" }).click();
  await expect(page.getByRole("region", { name: "Approval" })).toContainText("It is still used.");
  expect((await api.send("GET", path, { token })).status()).toBe(200);

  const again = await ask();
  await page.goto(again.approval_url.replace(/^https?:\/\/[^/]+/, ""));
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(`as the token ${name}`);
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved and carried out")).toBeVisible();
  await expect(page.getByRole("region", { name: "Approval" })).toContainText("200");
  expect((await api.send("GET", path, { token })).status()).toBe(404);

  await page.getByRole("link", { name: "Approvals", exact: true }).first().click();
  await page.getByLabel("Status").selectOption("rejected");
  await expect(page.getByRole("region", { name: "All requests" }).getByRole("row", { name: bucket })).toHaveCount(1);

  await page
    .getByRole("link", { name: bucket })
    .or(page.getByRole("link", { name: /Delete/ }))
    .first()
    .click();
  await page.getByRole("region", { name: "Approval" }).getByRole("link", { name }).click();
  await expect(page.getByRole("region", { name: "Token", exact: true })).toContainText("new resources: 5");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("radio", { name: "Plan only" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Token", exact: true })).toContainText("Plan only");
  expect((await (await api.send("DELETE", path, { token })).json()).code).toBe("plan_only_token");
});

test("a member who may not decide sees why", async ({ credentials, api, member, openPage, page }) => {
  const name = uniqueName("asker");
  await openWorkspacePage(page, credentials, "api-tokens/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Full access" }).click();
  await page.getByRole("radio", { name: "Approve everything" }).check();
  await page.getByRole("button", { name: "Create token" }).click();
  const token = (await page.locator("code").first().textContent()) ?? "";
  const data = { name: uniqueName("guarded"), region: "eu-central-1" };
  const { approval_id } = await (await api.send("POST", "/object-storage/buckets", { token, data })).json();
  const viewer = await member("viewer");
  const viewing = await openPage(viewer.session);
  await openWorkspacePage(viewing, credentials, `approvals/${approval_id}`);
  await expect(
    viewing
      .getByRole("main")
      .getByText(/Only owner, admin and developer may/)
      .filter({ visible: true }),
  ).toBeVisible();
  await expect(viewing.getByRole("button", { name: "Approve" })).toHaveAttribute("aria-disabled", "true");
});

test("an owner makes scopes strict, and the form of a token says what they reach", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "settings/organization");
  const box = page.getByLabel("Strict scopes");
  const reach = page.getByRole("list", { name: "What the scopes reach beyond their families" });
  const chooseScope = async () => {
    await openWorkspacePage(page, credentials, "api-tokens/new");
    await expect(reach).toBeHidden();
    await page.getByRole("checkbox", { name: /^cdn\.write/ }).check();
  };
  await box.check();
  await expect(page.getByText("Scopes are strict", { exact: true })).toBeVisible();
  await chooseScope();
  await expect(reach).toContainText("hands out the objects of every bucket");
  await expect(reach).toContainText("That takes object-storage.read, too");
  await openWorkspacePage(page, credentials, "settings/organization");
  await box.uncheck();
  await expect(page.getByText("Scopes are as documented", { exact: true })).toBeVisible();
  await chooseScope();
  await expect(reach).toContainText("hands out the objects of every bucket");
  await expect(reach).not.toContainText("That takes object-storage.read, too");
});

test("an owner says that two people must approve, and turns it off together with an admin", async ({
  page,
  credentials,
  emptyWorkspace,
  member,
  openPage,
}) => {
  await openWorkspacePage(page, credentials, "settings/organization");
  const label = "Two different people must approve each request";
  const box = page.getByLabel(label);
  await box.check();
  await expect(page.getByText("Two people must approve", { exact: true })).toBeVisible();
  await box.click();
  await expect(page.getByText("You have asked to turn this off.")).toBeVisible();
  await expect(box).toBeChecked();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep two people" }).click();
  await expect(page.getByText("You have asked to turn this off.")).toBeHidden();
  await box.click();
  await expect(page.getByText("You have asked to turn this off.")).toBeVisible();

  const admins = await openPage((await member("admin")).session);
  await openWorkspacePage(admins, credentials, "settings/organization");
  await expect(admins.getByText("has asked to turn this off.")).toBeVisible();
  await admins.getByLabel(label).uncheck();
  await expect(admins.getByText("One person must approve", { exact: true })).toBeVisible();
  await page.goto(`/workspaces/${emptyWorkspace}/approvals`);
  await expect(page.getByText("may not do alone waits here")).toBeVisible();
});
