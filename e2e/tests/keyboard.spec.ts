import { expect, test, uniqueName } from "../src/fixtures.ts";
import { pressAt, tabTo, typeAt } from "../src/keyboard.ts";

test("from signing in to a VM with a volume and a snapshot, and to its end, by the keyboard alone", async ({ page, credentials }) => {
  test.setTimeout(120_000);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = page.getByRole("alertdialog");
  const inMenu = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

  await page.goto("/sign-in");
  await typeAt(page, page.getByLabel("E-mail"), credentials.email);
  await typeAt(page, page.getByLabel("Password"), credentials.password);
  await page.keyboard.press("Enter");

  const token = uniqueName("keyboard");
  await pressAt(page, inMenu("API tokens"));
  await pressAt(page, page.getByRole("link", { name: "New token" }));
  await typeAt(page, page.getByLabel("Name", { exact: true }), token);
  await pressAt(page, button("VM operator"));
  await pressAt(page, button("Create token"));
  await pressAt(page, page.getByLabel("I have saved the token"), "Space");
  await pressAt(page, button("Done"));
  await expect(page.getByRole("row", { name: token })).toBeVisible();

  const name = uniqueName("keys");
  await pressAt(page, inMenu("Cloud VMs"));
  await pressAt(page, page.getByRole("link", { name: "New VM" }));
  await typeAt(page, page.getByLabel("Name", { exact: true }), name);
  await pressAt(page, page.getByRole("radio", { name: /^Cloud nano/ }), "ArrowRight");
  await expect(page.getByRole("radio", { name: /^Cloud small/ })).toBeChecked();
  await pressAt(page, page.getByRole("radio", { name: /^Debian 13/ }), "Space");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("main").getByText("running", { exact: true }).first()).toBeVisible();

  const tabs = page.getByRole("navigation", { name: `Pages of ${name}` });
  const volume = uniqueName("keys-disk");
  await pressAt(page, tabs.getByRole("link", { name: "Volumes" }));
  await expect(button("New volume")).not.toHaveAttribute("aria-disabled");
  await pressAt(page, button("New volume"));
  await typeAt(page, dialog.getByLabel("Name", { exact: true }), volume);
  await pressAt(page, dialog.getByRole("button", { name: "Create and attach" }));
  await expect(page.getByRole("row", { name: volume })).toContainText("/dev/vd");

  await pressAt(page, tabs.getByRole("link", { name: "Snapshots" }));
  await expect(button("Take a snapshot")).not.toHaveAttribute("aria-disabled");
  await pressAt(page, button("Take a snapshot"));
  await typeAt(page, dialog.getByLabel("Name", { exact: true }), "by-keyboard");
  await pressAt(page, dialog.getByRole("button", { name: "Take snapshot" }));
  await expect(page.getByRole("row", { name: /by-keyboard/ })).toContainText("succeeded");

  await expect(button("Delete")).not.toHaveAttribute("aria-disabled");
  await pressAt(page, button("Delete"));
  await typeAt(page, dialog.getByLabel(`Type ${name} to confirm`), name);
  await tabTo(page, dialog.getByRole("button", { name: "Delete VM" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByText("deleted", { exact: true }).first()).toBeVisible();
});
