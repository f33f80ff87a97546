import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";

test.describe("an owner", () => {
  signedIn();

  test("finds resources by a prefix of name or id, by keyboard alone", async ({ page, credentials, api }) => {
    const name = uniqueName("Findme");
    const vmId = await api.createVm(name);
    await openWorkspacePage(page, credentials, "api-tokens");
    await expect(page.getByRole("heading", { name: "API tokens", level: 1 })).toBeVisible();
    const field = page.getByRole("combobox", { name: "Find a page, an action or a resource" });
    // The shortcut works once the page's scripts have loaded.
    await expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(field).toBeFocused({ timeout: 2_000 });
    }).toPass();
    await field.fill(name.toLowerCase());
    await expect(page.getByRole("option", { name })).toContainText("Cloud VM");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(vmId));

    await page.keyboard.press("Control+k");
    await field.fill(vmId.slice(0, -2));
    await expect(page.getByRole("option", { name })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(field).toHaveCount(0);
  });

  test("opens pages and performs the page's actions", async ({ page, credentials }) => {
    await openWorkspacePage(page, credentials, "");
    await page.getByRole("button", { name: "Find anything" }).click();
    const field = page.getByRole("combobox");
    const option = (name: string) => page.getByRole("option", { name });
    await expect(
      page.getByRole("group", { name: "On this page" }).getByRole("option", { name: "Create a VM" }),
    ).toBeVisible();
    await expect(option("Overview")).toBeVisible();
    await field.fill("tokens");
    await expect(option("API tokens")).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "API tokens", level: 1 })).toBeVisible();

    await page.getByRole("button", { name: "Find anything" }).click();
    await field.fill("new bucket");
    await expect(option("New bucket")).toHaveAttribute("aria-selected", "true");
    await field.fill("nothing is called like this");
    await expect(page.getByText("Nothing found.")).toBeVisible();
  });

  test("opens a resource's page by any id, and sees that an unknown id does not exist", async ({
    page,
    credentials,
    api,
  }) => {
    const name = uniqueName("by-id");
    const vmId = await api.createVm(name);
    await openWorkspacePage(page, credentials, `resources/${vmId}`);
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    for (const absent of ["vm_none", "x".repeat(300)]) {
      await openWorkspacePage(page, credentials, `resources/${absent}`);
      await expect(page.getByRole("heading", { name: `There is no ${absent} in ` })).toBeVisible();
    }
    await expectAccessible(page);
  });
});

test.describe("the billing role", () => {
  signedIn("billing");

  test("does not find VMs, by name or id", async ({ page, credentials, api }) => {
    const name = uniqueName("hidden");
    const vmId = await api.createVm(name);
    await openWorkspacePage(page, credentials, "");
    await page.getByRole("button", { name: "Find anything" }).click();
    await page.getByRole("combobox").fill(name);
    await expect(page.getByText("Nothing found.")).toBeVisible();
    await page.keyboard.press("Escape");
    await openWorkspacePage(page, credentials, `resources/${vmId}`);
    await expect(page.getByRole("heading", { name: new RegExp(`^There is no ${vmId}`) })).toBeVisible();
  });
});
