import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, tick, uniqueName } from "../src/fixtures.ts";

signedIn();

test("a user follows an operation from the list to its end, with steps and JSON", async ({
  page,
  credentials,
  api,
}) => {
  await openWorkspacePage(page, credentials, "operations");
  await expect(page.getByRole("heading", { level: 1, name: "Operations" })).toBeVisible();
  const name = `slow-600--${uniqueName("follow")}`;
  await api.createVm(name);
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("Cloud VM");
  await row.getByRole("link", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Create ${name}` })).toBeVisible();
  const steps = page.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect(steps).toHaveCount(4);
  await expect(page.getByRole("main").getByText("succeeded", { exact: true }).first()).toBeVisible();
  for (const step of await steps.all()) await expect(step).toContainText(/succeeded.*\d+ ms|succeeded.*\d s/);

  const cancel = page.getByRole("button", { name: "Cancel operation" });
  await expect(cancel).toHaveAttribute("aria-disabled", "true");
  await cancel.focus();
  await expect(page.getByRole("tooltip")).toHaveText("The operation has ended already; there is nothing to cancel.");
  await page.getByText("Show as JSON").click();
  await expect(page.getByText(`"resource_name": "${name}"`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("region", { name: "Overview" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("a user cancels an operation and sees the undone steps", async ({ page, credentials, api }) => {
  const vmId = await api.createVm(`slow-5000--${uniqueName("cancel")}`);
  const [operation] = await (await api.send("GET", `/compute/cloud-vms/${vmId}/operations`)).json();
  await openWorkspacePage(page, credentials, `operations/${operation.operation_id}`);
  await expect(page.getByRole("list", { name: "Steps" })).toContainText(/waiting|running/);
  await page.getByRole("button", { name: "Cancel operation" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel operation" }).click();
  await expect(page.getByText("Completed steps are undone.")).toBeVisible();
  await expect(page.getByRole("main").getByText("cancelled", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("list", { name: "Steps" })).toContainText("undone");
});

test("the list has operations of VMs and volumes, filters them and shows the error of failed ones", async ({
  page,
  credentials,
  api,
}) => {
  const failed = `fail-at-provision-instance--${uniqueName("ops")}`;
  await api.createVm(failed);
  const volume = uniqueName("ops-disk");
  await api.send("POST", "/block-storage/volumes", { data: { name: volume, size_gb: 10, site_id: "site-ams-1" } });
  await openWorkspacePage(page, credentials, "operations");
  await expect(page.getByRole("row", { name: volume })).toContainText("Volume");
  await page.getByRole("button", { name: /^Status/ }).click();
  await tick(page, "failed");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row", { name: failed })).toContainText(
    "The simulated provider failed at the step provision-instance",
  );
  await expect(page.getByRole("row", { name: volume })).toHaveCount(0);
  await page.getByRole("button", { name: /^Action/ }).click();
  await tick(page, "Reboot");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "No operation matches" })).toBeVisible();
  await page.getByRole("link", { name: "Show all operations" }).click();
  await page.getByRole("row", { name: volume }).getByRole("link", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Create ${volume}` })).toBeVisible();
  await expect(page.getByRole("list", { name: "Steps" })).toContainText("create volume");
});

test("an empty workspace, a missing operation and a role without access are explained", async ({
  page,
  credentials,
  emptyWorkspace,
  openPage,
  member,
}) => {
  await page.goto(`/workspaces/${emptyWorkspace}/operations`);
  await expect(page.getByRole("heading", { name: "No operations yet" })).toBeVisible();
  await expectAccessible(page);
  await openWorkspacePage(page, credentials, "operations/op_none");
  await expect(page.getByRole("alert").filter({ hasText: "There is no such operation" })).toBeVisible();
  const theirs = await openPage((await member("billing")).session);
  await openWorkspacePage(theirs, credentials, "operations");
  await expect(theirs.getByRole("heading", { name: "You do not have access" })).toBeVisible();
});
