import { expect, test } from "../src/fixtures.ts";

test("a user signs in and skips the navigation by keyboard alone", async ({ page, credentials }) => {
  await page.goto("/");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.keyboard.type(credentials.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(credentials.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();

  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("a wrong password shows an error", async ({ page, credentials }) => {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(credentials.email);
  await page.getByLabel("Password").fill("not this one");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "E-mail or password is wrong" })).toBeVisible();
});

test("every page leads signed-out users to sign-in, and sign-in back to the page", async ({ page, credentials }) => {
  const tokens = `/workspaces/${credentials.workspace_id}/api-tokens?q=deploy`;
  await page.goto(tokens);
  await expect(page).toHaveURL(`/sign-in?${new URLSearchParams({ next: tokens })}`);
  await page.getByLabel("E-mail").fill(credentials.email);
  await page.getByLabel("Password").fill(credentials.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(tokens);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto(`/workspaces/${credentials.workspace_id}/cloud-vms`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.goto("/sign-in?next=//elsewhere.example");
  await page.getByLabel("E-mail").fill(credentials.email);
  await page.getByLabel("Password").fill(credentials.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
});

test("an action after the session has ended leads to sign-in", async ({ page, context, credentials }) => {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(credentials.email);
  await page.getByLabel("Password").fill(credentials.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Cloud VMs" }).click();
  await page.getByRole("link", { name: "New VM" }).click();
  await expect(page.getByRole("heading", { name: "New VM" })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("too-late");
  await page.getByRole("radio", { name: /^Cloud small/ }).check();
  await page.getByRole("radio", { name: /^Debian 12/ }).check();
  await context.clearCookies();
  await page.getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await page.getByLabel("E-mail").fill(credentials.email);
  await page.getByLabel("Password").fill(credentials.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "New VM" })).toBeVisible();
});

test("403 for requests from another origin", async ({ page, credentials }) => {
  const { email, password } = credentials;
  const response = await page.request.post("/api/session", {
    data: { email, password },
    headers: { origin: "https://elsewhere.example" },
  });
  expect(response.status()).toBe(403);
  expect(
    (
      await page.request.post("/api/trpc/cloudVm.create", {
        data: {},
        headers: { origin: "https://elsewhere.example" },
      })
    ).status(),
  ).toBe(403);
});
