import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { pressAt, tabTo, typeAt } from "../src/keyboard.ts";
import { made, runningVm } from "../src/vm.ts";

test("a user joins, creates a token, a VM, a volume and a snapshot, and deletes the VM by keyboard alone", async ({
  page,
  owner,
  credentials,
}) => {
  test.setTimeout(120_000);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = page.getByRole("alertdialog");
  const inMenu = (name: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

  const { organization_id } = credentials;
  const { secret } = await owner.mutate<{ secret: string }>("invitation.create", {
    organization_id,
    email: `${uniqueName("keys")}@example.com`,
    role: "admin",
  });
  const person = uniqueName("Keys");
  await page.goto(`/invitations/${secret}`);
  await typeAt(page, page.getByLabel("Your name"), person);
  await typeAt(page, page.getByLabel("Password"), "typed-without-a-mouse");
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: `Account of ${person}` }));

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
  await pressAt(page, page.getByRole("radio", { name: /^Cloud small/ }), "ArrowRight");
  await expect(page.getByRole("radio", { name: /^Cloud medium/ })).toBeChecked();
  await pressAt(page, page.getByRole("radio", { name: /^Debian 13/ }), "ArrowRight");
  await expect(page.getByRole("radio", { name: /^Debian 12/ })).toBeChecked();
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

test.describe("focus", () => {
  signedIn();

  test("stays on a button that its own action disables, and returns to the list when the selection bar closes", async ({
    page,
    credentials,
    api,
  }) => {
    const name = uniqueName("focus");
    const vmId = await runningVm(api, name);
    await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
    const stop = page.getByRole("button", { name: "Stop", exact: true });
    await expect(stop).not.toHaveAttribute("aria-disabled");
    await pressAt(page, stop);
    await pressAt(page, page.getByRole("alertdialog").getByRole("button", { name: "Stop VM" }));
    await expect(page.getByRole("main").getByText("stopped", { exact: true }).first()).toBeVisible();
    await expect(stop).toHaveAttribute("aria-disabled", "true");
    await expect(stop).toBeFocused();

    await openWorkspacePage(page, credentials, `cloud-vms?search=${name}`);
    await pressAt(page, page.getByRole("checkbox", { name: `Select ${name}` }), "Space");
    await pressAt(page, page.getByRole("button", { name: "Clear selection" }));
    await expect(page.getByRole("region", { name: "VMs", exact: true })).toBeFocused();
  });

  test("moves to the next row when a row is deleted", async ({ page, credentials, api }) => {
    const prefix = uniqueName("rows");
    const [first, second] = [`${prefix}-a`, `${prefix}-b`];
    await made(api, "/object-storage/buckets", { name: prefix, region: "eu-central-1" });
    for (const name of [second, first])
      await made(api, "/object-storage/access-keys", { name, permission: "read", bucket_names: [prefix] });
    await openWorkspacePage(page, credentials, `access-keys?search=${prefix}`);
    await pressAt(page, page.getByRole("button", { name: `Actions for ${first}` }));
    const remove = page.getByRole("menuitem", { name: "Delete" });
    await expect(remove).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(remove).toBeFocused();
    await page.keyboard.press("Enter");
    await typeAt(page, page.getByRole("alertdialog").getByLabel(`Type ${first} to confirm`), first);
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Deleted ${first}`)).toBeVisible();
    await expectGone(page.getByRole("row", { name: first }));
    await expect(page.getByRole("link", { name: second })).toBeFocused();
  });
});
