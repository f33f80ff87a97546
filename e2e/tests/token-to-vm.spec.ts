import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";

signedIn();

test("a token made in the console creates a VM that runs, until the token is revoked", async ({ page, credentials, api }) => {
  const tokenName = uniqueName("ci");
  await openWorkspacePage(page, credentials, "api-tokens");
  await page.getByRole("link", { name: "New token" }).click();
  await page.getByLabel("Name").fill(tokenName);
  await page.getByRole("button", { name: "VM operator" }).click();
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("Copy the value")).toBeVisible();
  const token = (await page.locator("code").first().textContent()) ?? "";
  await expect(page.locator("code").last()).toContainText(`curl -H "Authorization: Bearer ${token}" "${credentials.api_url}/token`);

  await page.getByLabel("I have saved the token").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: tokenName })).toContainText("5 scopes");
  await expect(page.getByText(token)).toHaveCount(0);

  const vmName = uniqueName("web");
  expect((await api.send("GET", "/compute/cloud-vms", { token })).status()).toBe(200);
  await api.createVm(vmName, { token });
  await openWorkspacePage(page, credentials, "cloud-vms");
  await expect(page.getByRole("row", { name: vmName })).toContainText("running");

  await openWorkspacePage(page, credentials, "api-tokens");
  await page.getByRole("button", { name: `Revoke ${tokenName}` }).click();
  await page.getByLabel(`Type ${tokenName} to confirm`).fill(tokenName);
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText(`Revoked ${tokenName}`)).toBeVisible();
  expect((await api.send("GET", "/compute/cloud-vms", { token })).status()).toBe(401);
  await expect(page.getByRole("row", { name: tokenName })).toHaveCount(0);
});

test("a token needs a name, a scope and, where they are named, a workspace", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "api-tokens/new");
  await page.getByRole("radio", { name: "Specific workspaces" }).check();
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("Name must not be empty.")).toBeVisible();
  await expect(page.getByText("Scopes choose at least one scope.")).toBeVisible();
  await expect(page.getByText("choose at least one workspace")).toBeVisible();
});

test("a token for one workspace is refused in another", async ({ page, credentials, playwright }) => {
  await openWorkspacePage(page, credentials, "api-tokens/new");
  await page.getByLabel("Name").fill(uniqueName("one-place"));
  await page.getByLabel(/^vm.read/).check();
  await page.getByRole("radio", { name: "Specific workspaces" }).check();
  await page.getByRole("group", { name: "Allowed workspaces" }).getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Create token" }).click();
  const token = (await page.locator("code").first().textContent()) ?? "";
  const request = await playwright.request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${token}` } });
  const list = (workspaceId: string) => request.get(`${credentials.api_url}/compute/cloud-vms`, { params: { workspace_id: workspaceId } });
  expect((await list("1")).status()).toBe(200);
  expect((await list("2")).status()).toBe(403);
  await request.dispose();
});
