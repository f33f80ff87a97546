import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";

signedIn();

/** The value of a token that has just been created or rotated. */
async function shownValue(page: Parameters<typeof expectAccessible>[0]): Promise<string> {
  return (await page.locator("code").first().textContent()) ?? "";
}

test("a token created in the console creates a VM, until it is revoked", async ({ page, credentials, api }) => {
  const tokenName = uniqueName("ci");
  await openWorkspacePage(page, credentials, "api-tokens");
  await page.getByRole("link", { name: "New token" }).click();
  await expect(page.getByRole("heading", { name: "New token" })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill(tokenName);
  await page.getByRole("button", { name: "VM operator" }).click();
  const billing = page.getByRole("button", { name: "All scopes of Billing" });
  await billing.click();
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("7 of 27");
  await billing.click();
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByRole("button", { name: "Copy Token" })).toBeFocused();
  await expect(page.getByText("Copy the value")).toBeVisible();
  const token = await shownValue(page);
  await expect(
    page.getByText(`curl -H "Authorization: Bearer ${token}" "${credentials.api_url}/token?workspace_id=`),
  ).toBeVisible();
  await expect(page.getByText(`FULMAR_TOKEN=${token}`)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "API tokens" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Leave without the token?");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("I have saved the token").check();
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: tokenName });
  await expect(row).toContainText("5 scopes");
  await expect(row).toContainText("anywhere");
  await expect(page.getByText(token)).toHaveCount(0);

  const vmName = uniqueName("web");
  const vmId = await api.createVm(vmName, { token });
  await expect.poll(() => api.statusOf(vmId)).toBe("running");
  await row.getByRole("link", { name: tokenName }).click();
  await expect(page.getByRole("region", { name: "Recent activity" })).toContainText("cloudVm.create");
  await expect(page.getByRole("region", { name: "Changes of the token" })).toContainText("Created");

  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByLabel(`Type ${tokenName} to confirm`).fill(tokenName);
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText(`Revoked ${tokenName}`)).toBeVisible();
  expect((await api.send("GET", "/compute/cloud-vms", { token })).status()).toBe(401);
  await expectGone(row);
});

test("a user rotates a token, ends its old value, and changes its name and IP ranges", async ({
  page,
  credentials,
  api,
}) => {
  const name = uniqueName("rotated");
  const statusOf = async (token: string) => (await api.send("GET", "/token", { token })).status();
  await openWorkspacePage(page, credentials, "api-tokens/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Read only" }).click();
  await page.getByLabel("Allowed IP ranges").fill("127.0.0.0/8, ::1");
  await page.getByRole("button", { name: "Create token" }).click();
  const first = await shownValue(page);
  await page.getByLabel("I have saved the token").check();
  await page.getByRole("button", { name: "Done" }).click();
  expect(await statusOf(first)).toBe(200);
  await expect(page.getByRole("row", { name })).toContainText("2 ranges");
  await page.getByLabel("Search by name").fill(name.toUpperCase());
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

  await page.getByRole("button", { name: "Rotate", exact: true }).click();
  await page.getByRole("radio", { name: /^1 hour/ }).check();
  await page.getByRole("button", { name: "Rotate token" }).click();
  await expect(page.getByRole("heading", { name: "Token rotated" })).toBeVisible();
  const second = await shownValue(page);
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
  await page.getByLabel("I have saved the token").check();
  await page.getByRole("button", { name: "Done" }).click();
  const oldValue = page.getByRole("region", { name: "Old value" });
  // Uses are recorded at intervals and not by each request. The page updates by polling.
  await expect(oldValue).toContainText("It is still in use");
  await expectAccessible(page);
  await oldValue.getByRole("button", { name: "End it now" }).click();
  await page.getByRole("button", { name: "End old value" }).click();
  await expectGone(oldValue);
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);

  const renamed = uniqueName("renamed");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Name", { exact: true }).fill(renamed);
  await page.getByLabel("Allowed IP ranges").fill("203.0.113.7/24");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("must be ranges whose host bits are zero")).toBeVisible();
  await page.getByLabel("Allowed IP ranges").fill("203.0.113.0/24");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: renamed, level: 1 })).toBeVisible();
  const refused = await api.send("GET", "/token", { token: second });
  expect([refused.status(), (await refused.json()).code]).toEqual([403, "address_not_allowed"]);
  await expect(page.getByText(/from (::ffff:)?127\.0\.0\.1|from ::1/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Changes of the token" })).toContainText("Old value ended");
});

test("the token form shows errors at their fields and warns of broad access", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "api-tokens/new");
  await page.getByRole("radio", { name: "Specific workspaces" }).check();
  await page.getByLabel("Allowed IP ranges").fill("not-an-address");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("Name must not be empty.")).toBeVisible();
  await expect(page.getByText("Choose at least one scope.")).toBeVisible();
  await expect(page.getByText("Choose at least one workspace.")).toBeVisible();
  await expect(page.getByText('but "not-an-address" is not')).toBeVisible();

  await page.getByLabel("Name", { exact: true }).fill("svc_dev_key_0a1b2c3d");
  await page.getByRole("button", { name: "Full access" }).click();
  await page.getByRole("radio", { name: "Entire organization" }).check();
  await page.getByLabel("Expiry").selectOption("never");
  await page.getByLabel("Allowed IP ranges").fill("0.0.0.0/0");
  const warnings = page.getByRole("list", { name: "Recommendations" });
  await expect(warnings.getByRole("listitem")).toHaveCount(3);
  await expect(warnings).toContainText("The name looks like a secret");
  await expect(warnings).toContainText("has full access to every workspace");
  await expect(warnings).toContainText("0.0.0.0/0 holds every IPv4 address");
  await expectAccessible(page);
});

test("a token for one workspace is refused in another", async ({ page, credentials, emptyWorkspace, playwright }) => {
  await openWorkspacePage(page, credentials, "api-tokens/new");
  await page.getByLabel("Name", { exact: true }).fill(uniqueName("one-place"));
  await page.getByLabel(/^vm.read/).check();
  await page.getByRole("radio", { name: "Specific workspaces" }).check();
  await page.getByRole("checkbox", { name: `Main ${credentials.workspace_id}`, exact: true }).check();
  await page.getByRole("button", { name: "Create token" }).click();
  const token = await shownValue(page);
  const request = await playwright.request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${token}` } });
  const list = (workspaceId: string) =>
    request.get(`${credentials.api_url}/compute/cloud-vms`, { params: { workspace_id: workspaceId } });
  expect((await list(credentials.workspace_id)).status()).toBe(200);
  expect((await list(emptyWorkspace)).status()).toBe(403);
  await request.dispose();
});

test("a search without a match and a missing token show that nothing was found", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "api-tokens?search=no-such-token");
  await expect(page.getByRole("heading", { name: "No token matches" })).toBeVisible();
  await page.getByRole("link", { name: "Show all API tokens" }).click();
  await expect(page.getByRole("row", { name: "Development" })).toBeVisible();
  await expectAccessible(page);
  await openWorkspacePage(page, credentials, "api-tokens/tok_none");
  await expect(page.getByRole("alert").filter({ hasText: "There is no such token, or it was revoked" })).toBeVisible();
});

test.describe("a viewer", () => {
  signedIn("viewer");

  test("sees why they may not manage tokens", async ({ page, credentials }) => {
    await openWorkspacePage(page, credentials, "api-tokens");
    await expect(page.getByRole("heading", { name: "You do not have access" })).toBeVisible();
    await expect(page.getByText("Only owners and admins may manage API tokens; ask one of them.")).toBeVisible();
    const create = page.getByRole("button", { name: "New token" });
    await create.focus();
    await expect(page.getByRole("tooltip")).toContainText("your role in Demo is viewer");
    await expectAccessible(page);
  });
});
