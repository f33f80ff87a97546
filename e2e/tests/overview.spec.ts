import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { made } from "../src/vm.ts";

test.describe("an owner", () => {
  signedIn();

  test("sees resources, operations, concerns and spending", async ({ page, credentials, api }) => {
    const name = `fail-at-provision-instance--${uniqueName("seen")}`;
    await api.createVm(name);
    await openWorkspacePage(page, credentials, "");
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
    const attention = page.getByRole("region", { name: "Needs attention" });
    await expect(attention.getByRole("listitem").filter({ hasText: name })).toContainText("Cloud VM has failed");
    await expect(
      page.getByRole("region", { name: "Operations" }).getByRole("listitem").filter({ hasText: name }),
    ).toContainText("failed");
    await expect(page.getByRole("region", { name: "Spent this month" })).toContainText(/\$[\d,]+\.\d\d/);
    await expect(
      page.getByRole("region", { name: "Resources" }).getByRole("listitem").filter({ hasText: "Cloud VMs" }),
    ).toContainText("error");
    await expectAccessible(page);

    const slow = `slow-3000--${uniqueName("seen")}`;
    await api.createVm(slow);
    await expect(
      page.getByRole("region", { name: "Operations" }).getByRole("listitem").filter({ hasText: slow }),
    ).toBeVisible();
    await attention.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  });

  test("sees a link to the form for a VM in an empty workspace", async ({ page, emptyWorkspace }) => {
    await page.goto(`/workspaces/${emptyWorkspace}`);
    await expect(page.getByRole("heading", { name: "Nothing here yet" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Create a VM" }).click();
    await expect(page.getByRole("heading", { name: "New VM", level: 1 })).toBeVisible();
  });

  test("is led through the first steps, which tick themselves off, and hides them", async ({
    page,
    credentials,
    api,
  }) => {
    await made(api, "/networking/firewall-groups", { name: "web" });
    await openWorkspacePage(page, credentials, "");
    const steps = page.getByRole("region", { name: /^First steps in / });
    await expect(
      steps.getByRole("listitem").filter({ hasText: "A firewall group" }).getByLabel("Done", { exact: true }),
    ).toBeVisible();
    await expect(steps.getByRole("link", { name: "Create a VM" })).toBeVisible();
    await expectAccessible(page);
    await steps.getByRole("button", { name: "Hide" }).click();
    await expect(steps).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("region", { name: "Resources" })).toBeVisible();
    await expect(steps).toHaveCount(0);
  });
});

test.describe("a viewer", () => {
  signedIn("viewer");

  test("sees what the workspace has spent, without the organization's balance", async ({ page, credentials, api }) => {
    await made(api, "/networking/firewall-groups", { name: "web" });
    await openWorkspacePage(page, credentials, "");
    await expect(page.getByRole("region", { name: "Spent this month" })).toContainText("By this workspace");
    await expect(page.getByText("The organization has")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Resources" })).toBeVisible();
  });
});

test.describe("the billing role", () => {
  signedIn("billing");

  test("sees the spending, and why resources are not counted", async ({ page, credentials }) => {
    await openWorkspacePage(page, credentials, "");
    await expect(page.getByRole("region", { name: "Spent this month" })).toContainText("$");
    await expect(page.getByText("Resources are not counted here. Your role")).toBeVisible();
    await expectAccessible(page);
  });
});
