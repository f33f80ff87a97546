import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";

signedIn();

test("the navigation leads to pages and marks the current one", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "api-tokens");
  const navigation = page.getByRole("navigation", { name: "Main" });
  await expect(navigation.getByRole("link", { name: "API tokens" })).toHaveAttribute("aria-current", "page");
  await navigation.getByRole("link", { name: "Cloud VMs" }).click();
  await expect(page.getByRole("heading", { name: "Cloud VMs", level: 1 })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Cloud VMs" })).toHaveAttribute("aria-current", "page");
  await expect(navigation.getByRole("link", { name: "API tokens" })).not.toHaveAttribute("aria-current");
});

test("a navigation sets the title, moves the focus to the page and is announced", async ({
  page,
  credentials,
  api,
}) => {
  const name = uniqueName("titled");
  const vmId = await api.createVm(name);
  await openWorkspacePage(page, credentials, "api-tokens");
  await expect(page).toHaveTitle("API tokens · Fulmar");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Cloud VMs" });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle("Cloud VMs · Fulmar");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.locator("next-route-announcer").getByRole("alert")).toHaveText(/Cloud VMs/);
  // The next tab stop is the page's own first control, not the navigation's.
  await page.keyboard.press("Tab");
  expect(await page.getByRole("main").evaluate((main) => main.contains(document.activeElement))).toBe(true);

  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  await expect(page).toHaveTitle(`${name} · Cloud VMs · Fulmar`);
  const tabs = page.getByRole("navigation", { name: `Pages of ${name}` });
  for (const tab of ["Operations", "Networking", "Volumes", "Snapshots", "Backups", "Metrics", "Settings"]) {
    await tabs.getByRole("link", { name: tab }).click();
    await expect(page).toHaveTitle(`${tab} · ${name} · Cloud VMs · Fulmar`);
  }
  await page.goBack();
  await expect(page).toHaveTitle(`Metrics · ${name} · Cloud VMs · Fulmar`);
  await tabs.getByRole("link", { name: "Overview" }).click();
  await expect(page).toHaveTitle(`${name} · Cloud VMs · Fulmar`);
});

test("the start page leads to the overview of the workspace used last", async ({
  page,
  credentials,
  emptyWorkspace,
}) => {
  for (const workspace of [credentials.workspace_id, emptyWorkspace]) {
    await page.goto(`/workspaces/${workspace}/volumes`);
    await page.goto("/");
    await expect(page).toHaveURL(new RegExp(`/workspaces/${workspace}$`));
    await expect(page).toHaveTitle("Overview · Fulmar");
  }
});

test("the first tab stop is a link that skips the navigation", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "api-tokens");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test.describe("at 390 pixels", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the navigation is a drawer that closes by Escape and after a choice", async ({ page, credentials }) => {
    await openWorkspacePage(page, credentials, "api-tokens");
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    await page.getByRole("button", { name: "Open navigation" }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByRole("link", { name: "API tokens" })).toHaveAttribute("aria-current", "page");
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Open navigation" })).toBeFocused();

    await page.keyboard.press("Enter");
    await drawer.getByRole("link", { name: "Cloud VMs" }).click();
    await expect(page.getByRole("heading", { name: "Cloud VMs", level: 1 })).toBeVisible();
    await expect(drawer).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
  });
});
