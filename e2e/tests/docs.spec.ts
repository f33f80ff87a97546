import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test } from "../src/fixtures.ts";

const PAGES = ["/docs", "/docs/guides/object-storage", "/docs/api/cloud-vm", "/docs/api/errors", "/docs/cli/cloud-vm"];

const errors: string[] = [];
test.beforeEach(({ page }) => {
  errors.length = 0;
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", ({ message }) => errors.push(message));
});
test.afterEach(() => {
  // The page that does not exist is answered with 404, which Chromium prints.
  expect(errors.filter((text) => !text.includes("status of 404"))).toEqual([]);
});

test("the documentation needs no sign-in, and every way through it works", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1, name: "Fulmar" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "with the command line" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Get started with the command line" })).toBeVisible();
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "API", exact: true }).click();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Volume", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Volume" })).toBeVisible();
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Create a volume" }).click();
  await expect(page).toHaveURL(/\/docs\/api\/volume#create-a-volume$/);
});

test("the search finds a heading and goes there", async ({ page }) => {
  await page.goto("/docs");
  await page.keyboard.press("/");
  const search = page.getByRole("dialog", { name: "Search" });
  await search.getByRole("searchbox").fill("idempotency_key_reused");
  await search.getByRole("link", { name: "409 conflict" }).first().click();
  await expect(page).toHaveURL(/\/docs\/api\/errors#409-conflict$/);
  await page.getByRole("button", { name: "Search" }).click();
  await search.getByRole("searchbox").fill("zzzzzz");
  await expect(search.getByRole("status")).toHaveText("Nothing has “zzzzzz”.");
});

test("a page that does not exist says so, under the same policy", async ({ page }) => {
  const response = await page.goto("/docs/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "No such page" })).toBeVisible();
  expect(response?.headers()["content-security-policy"]).not.toContain("unsafe");
});

test("pages are accessible and fit narrow screens, in both themes", async ({ page }) => {
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const [index, path] of PAGES.entries()) {
    const colorScheme = index % 2 === 0 ? "light" : "dark";
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(wide);
    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 700 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
  await page.getByText("Pages", { exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
});

test.describe("in the console", () => {
  signedIn();

  test("every page links the documentation, and both share the theme", async ({ page, credentials }) => {
    await openWorkspacePage(page, credentials, "volumes");
    await page.getByRole("link", { name: "Documentation" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Fulmar" })).toBeVisible();
    await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
    await page.getByRole("link", { name: "Console" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.goto("/account/profile");
    await expect(page.getByRole("link", { name: "Documentation" })).toBeVisible();
  });
});

test("the page before sign-in links the documentation", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Documentation" }).click();
  await expect(page).toHaveURL(/\/docs$/);
});
