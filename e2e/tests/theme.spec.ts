import { expect, openWorkspacePage, signedIn, test } from "../src/fixtures.ts";

signedIn();

test("the theme follows the system until another is chosen, and is set before the first paint", async ({
  page,
  credentials,
}) => {
  const html = page.locator("html");
  await page.emulateMedia({ colorScheme: "dark" });
  await openWorkspacePage(page, credentials, "cloud-vms");
  await expect(html).toHaveAttribute("data-theme", "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(html).toHaveAttribute("data-theme", "light");

  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(html).toHaveAttribute("data-theme", "dark");

  // Runs before the page's own scripts: the theme is set while the body is still being parsed.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.body === null) return;
      sessionStorage.setItem("theme-at-body", document.documentElement.dataset.theme ?? "none");
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  expect(await page.evaluate(() => sessionStorage.getItem("theme-at-body"))).toBe("dark");

  await page.goto("/nothing");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(html).toHaveAttribute("data-theme", "dark");
});
