import { readFileSync } from "node:fs";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";

signedIn();

test("a user lists, filters, opens and exports audit events as CSV", async ({ page, credentials, api }) => {
  const name = uniqueName("audited");
  const made = await api.send("POST", "/object-storage/buckets", { data: { name, region: "eu-central-1" } });
  expect(made.status()).toBe(201);
  expect(
    (
      await api.send("POST", "/object-storage/buckets", { data: { name: uniqueName("x"), region: "nowhere" } })
    ).status(),
  ).toBe(400);
  await openWorkspacePage(page, credentials, "audit");
  const row = page.getByRole("row").filter({ hasText: name }).filter({ hasText: "bucket.create" });
  await expect(row).toContainText("bucket.create");
  await expect(row).toContainText("done · 201");
  await expect(row).toContainText("127.0.0.1");
  await expectAccessible(page);

  await page.getByRole("combobox", { name: "Resource" }).fill(name);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(new RegExp(`resource_id=${name}`));
  await expect(page.getByRole("row")).toHaveCount(2);
  await row.getByRole("button", { name: /^Details of bucket.create/ }).click();
  const details = page.getByRole("alertdialog");
  await expect(details).toContainText("bucket");
  await expect(details.getByRole("button", { name: `Copy resource id ${name}` })).toBeVisible();
  await expectAccessible(page);
  await details.getByRole("button", { name: "Close" }).click();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export as CSV" }).click();
  const lines = readFileSync(await (await download).path(), "utf8").split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe(
    "at,actor_type,actor_id,actor_name,action,resource_type,resource_id,result,source_ip,request_id,audit_event_id,planned",
  );
  expect(lines[1]).toContain(`bucket.create,bucket,${name},201,`);

  const planned = await api.send("DELETE", `/object-storage/buckets/${name}?dry_run=true`);
  expect(planned.status()).toBe(200);
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: "bucket.delete" })).toContainText("planned only");

  await page.getByLabel("Result").selectOption("failure");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("heading", { name: "No event matches" })).toBeVisible();
  await page.getByRole("link", { name: "Show all events" }).click();
  await expect(row).toBeVisible();
});

test("the CSV escapes names that a spreadsheet would run as formulas and has all events of the range", async ({
  page,
  credentials,
  api,
  owner,
  newMember,
}) => {
  const { workspace_id } = credentials;
  const person = await newMember("admin");
  const admin = await owner.openAnother(person.session);
  await admin.mutate("account.rename", { name: "=1+1" });
  await admin.mutate("firewallGroup.create", { workspace_id, name: uniqueName("group") });
  const theirs = await page.request.get(`/api/audit-csv?workspace_id=${workspace_id}&actor_id=${person.user_id}`);
  expect(await theirs.text()).toContain(`,${person.user_id},'=1+1,`);

  await openWorkspacePage(page, credentials, "api-tokens/new");
  const name = uniqueName("many");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Storage", exact: true }).click();
  await page.getByRole("button", { name: "Create token" }).click();
  const token = (await page.locator("code").first().textContent()) ?? "";
  const { token_id } = await (await api.send("GET", "/token", { token })).json();
  // The token may not do this. Each attempt is an audit event and changes nothing.
  await Promise.all(Array.from({ length: 55 }, () => api.send("POST", "/networking/vpcs", { token, data: {} })));
  const file = await page.request.get(`/api/audit-csv?workspace_id=${workspace_id}&actor_id=${token_id}`);
  expect(file.headers()["content-type"]).toBe("text/csv; charset=utf-8");
  const records = (await file.text()).trimEnd().split("\r\n").slice(1);
  expect(records).toHaveLength(55);
  for (const record of records) expect(record).toContain(`,${token_id},${name}`);

  await openWorkspacePage(page, credentials, "audit");
  await page.getByRole("combobox", { name: "Who" }).fill(`Nobody ${name}`);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("alert").filter({ hasText: `Nothing is called “Nobody ${name}”` })).toBeVisible();
  await page.getByRole("combobox", { name: "Who" }).fill(name);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(new RegExp(`actor_id=${token_id}`));
  await expect(page.getByRole("row")).toHaveCount(51);
  await page.getByLabel("Rows on a page").selectOption("100 rows");
  await expect(page).toHaveURL(/limit=100/);
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(56);
});

test("the audit page shows when no event matches, and page and CSV refuse a reversed range", async ({
  page,
  credentials,
  emptyWorkspace,
}) => {
  await page.goto(`/workspaces/${emptyWorkspace}/audit?action=cloudVm.create`);
  await expect(page.getByRole("heading", { name: "No event matches" })).toBeVisible();
  await expectAccessible(page);
  const backwards = "from=2026-11-21T10:00:00.000Z&to=2026-11-20T10:00:00.000Z";
  await openWorkspacePage(page, credentials, `audit?${backwards}`);
  await expect(page.getByRole("alert").filter({ hasText: "from must not be after to" })).toBeVisible();
  const file = await page.request.get(`/api/audit-csv?workspace_id=${credentials.workspace_id}&${backwards}`);
  expect([file.status(), (await file.json()).detail]).toEqual([
    400,
    "The request is not valid: from must not be after to.",
  ]);
});

test("the audit page of a new workspace explains itself and links to cloud VMs", async ({ page, owner }) => {
  const fresh = await owner.mutate<{ workspace_id: string }>("organization.create", {
    name: uniqueName("Fresh"),
    workspace_name: "Quiet",
  });
  await page.goto(`/workspaces/${fresh.workspace_id}/audit`);
  await expect(page.getByRole("heading", { name: "No events yet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to cloud VMs" }).click();
  await expect(page.getByRole("heading", { name: "No VMs yet" })).toBeVisible();
});

test("403 for the CSV of a workspace of another organization, 401 without a session", async ({
  page,
  playwright,
  baseURL,
}) => {
  expect((await page.request.get("/api/audit-csv?workspace_id=999999")).status()).toBe(403);
  const nobody = await playwright.request.newContext({
    ...(baseURL !== undefined && { baseURL }),
    storageState: { cookies: [], origins: [] },
  });
  expect((await nobody.get("/api/audit-csv?workspace_id=1")).status()).toBe(401);
  await nobody.dispose();
});

test.describe("the billing role", () => {
  signedIn("billing");

  test("sees only events of its own family", async ({ page, credentials, api }) => {
    const name = uniqueName("hidden");
    await api.send("POST", "/object-storage/buckets", { data: { name, region: "eu-central-1" } });
    await openWorkspacePage(page, credentials, `audit?resource_id=${name}`);
    await expect(page.getByRole("heading", { name: "No event matches" })).toBeVisible();
  });
});
