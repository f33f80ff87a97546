import { readFile } from "node:fs/promises";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";

signedIn();

test("offline, a page stays and says why it does not change", async ({ page, credentials, api }) => {
  const vmId = await api.createVm(uniqueName("offline"));
  await expect.poll(() => api.statusOf(vmId)).toBe("running");
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  await expect(page.getByRole("region", { name: "Last hour" })).toBeVisible();
  await page.getByRole("button", { name: "Reboot", exact: true }).click();
  await expect(page.getByRole("button", { name: "Reboot VM" })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Reboot VM" }).click();
  await expect(page.getByRole("alertdialog").getByRole("alert")).toContainText("did not answer");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Volumes" }).click();
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("You are offline");
  await expect(page).toHaveURL(new RegExp(`cloud-vms/${vmId}`));
  await page.context().setOffline(false);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Volumes" }).click();
  await expect(page.getByRole("heading", { name: "Volumes", level: 1 })).toBeVisible();
});

test("the message about a begun operation ends with it", async ({ page, credentials, api }) => {
  const name = uniqueName("begun");
  const vmId = await api.createVm(name);
  await expect.poll(() => api.statusOf(vmId)).toBe("running");
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Stop VM" }).click();
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages).toContainText(`Stopped ${name}`);
  await expect(messages).not.toContainText(`Stopping ${name}`);
});

test("the palette commands a VM, the theme and the workspace; a question mark lists the shortcuts", async ({
  page,
  credentials,
  api,
}) => {
  const name = uniqueName("commanded");
  const vmId = await api.createVm(name);
  await expect.poll(() => api.statusOf(vmId)).toBe("running");
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  const command = async (text: string) => {
    await page.getByRole("button", { name: "Find anything" }).click();
    await page.getByRole("combobox").fill(text);
    await page.getByRole("option", { name: text }).first().click();
  };
  await command(`Reboot ${name}`);
  await expect(page.getByRole("alertdialog", { name: `Reboot ${name}?` })).toBeVisible();
  await page.keyboard.press("Escape");
  await command("Theme: dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await command("Theme: light");
  await page.getByRole("main").click({ position: { x: 2, y: 2 } });
  await page.keyboard.press("?");
  const shortcuts = page.getByRole("alertdialog", { name: "Keyboard shortcuts" });
  await expect(shortcuts).toContainText("Find a page");
  await expectAccessible(page);
  await shortcuts.getByLabel("Use shortcuts of single keys").uncheck();
  await shortcuts.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("?");
  await command("Keyboard shortcuts");
  await shortcuts.getByLabel("Use shortcuts of single keys").check();
  await shortcuts.getByRole("button", { name: "Close" }).click();
  await expect(shortcuts).toHaveCount(0);
  await page.keyboard.press("g");
  await page.keyboard.press("v");
  const row = page.getByRole("row", { name });
  await expect(row).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("gx");
  await page.getByRole("heading", { level: 1 }).click();
  await page.getByRole("searchbox").fill(name);
  await expect(page.getByRole("main").getByRole("row")).toHaveCount(2);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  await expect(row.getByRole("link", { name })).toBeFocused();
  await page.keyboard.press("x");
  await expect(row.getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/cloud-vms\/new$/);
  await page.getByRole("button", { name: "Switch workspace" }).click();
  await page.getByRole("menuitem", { name: "New workspace" }).click();
  await expect(page.getByRole("alertdialog", { name: "New workspace" })).toBeVisible();
});

test("a list is downloaded as it is filtered", async ({ page, credentials, api }) => {
  const own = uniqueName("csv");
  await api.createVm(own);
  await openWorkspacePage(page, credentials, `cloud-vms?search=${own}`);
  await expect(page.getByRole("row", { name: own })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  const file = await (await download).path();
  const [header, ...rows] = (await readFile(file, "utf8")).trim().split("\r\n");
  expect(header).toContain("name");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(own);
});

test("several VMs are created at once, and another one like a VM", async ({ page, credentials }) => {
  test.setTimeout(90_000);
  const name = uniqueName("many");
  await openWorkspacePage(page, credentials, "cloud-vms/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("radio", { name: /^Cloud nano/ }).check();
  await page.getByLabel("Tags").fill(name);
  await page.getByLabel("How many").fill("21");
  await expect(page.getByText("How many must be from 1 to 20")).toBeVisible();
  await page.getByLabel("How many").fill("2");
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("$10.22");
  await page.getByRole("button", { name: "Create 2 VMs" }).click();
  await expect(page).toHaveURL(/\/cloud-vms$/);
  await expect(page.getByRole("row", { name: `${name}-1` })).toBeVisible();
  await expect(page.getByRole("row", { name: `${name}-2` })).toContainText("running");
  await page.getByRole("button", { name: `Actions for ${name}-2` }).click();
  await page.getByRole("menuitem", { name: "Create another" }).click();
  await expect(page.getByRole("radio", { name: /^Cloud nano/ })).toBeChecked();
  await expect(page.getByLabel("Tags")).toHaveValue(name);
});
