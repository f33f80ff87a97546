import { expectAccessible } from "../src/accessible.ts";
import { hurryAlerts } from "../src/alerts.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { runningVm } from "../src/vm.ts";

signedIn();

test("a user makes an alert rule from a VM's charts, sees it fire and end, and deletes it", async ({
  page,
  credentials,
  api,
  database,
}) => {
  test.setTimeout(240_000);
  const [vm, name] = [uniqueName("watched"), uniqueName("busy")];
  const vmId = await runningVm(api, vm);
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/metrics`);
  await page.getByRole("link", { name: "Create alert" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New alert rule" })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await expect(page.getByLabel("Metric", { exact: true })).toHaveValue("vm_cpu_percent");
  await expect(page.getByRole("checkbox", { name: vm })).toBeChecked();
  await page.getByLabel("Threshold in %").fill("101");
  await page.getByRole("button", { name: "Create alert rule" }).click();
  await expect(page.getByText("must be at most 100").first()).toBeVisible();
  await page.getByLabel("Threshold in %").fill("0");
  await page.getByLabel("Duration in minutes").fill("1");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create alert rule" }).click();

  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("CPU is above 0% for 1 minute")).toBeVisible();
  await expect(page.getByRole("region", { name: "Alert rule", exact: true })).toContainText("owners and admins");
  await expect
    .poll(async () => {
      await hurryAlerts(database, credentials.workspace_id);
      return page.getByText("1 firing").count();
    })
    .toBe(1);
  await page.reload();
  await expect(page.getByRole("row", { name: vm })).toContainText("firing");
  await expectAccessible(page);

  await openWorkspacePage(page, credentials, "");
  const concern = page.getByRole("region", { name: "Needs attention" }).getByRole("link", { name, exact: true });
  await expect(concern).toBeVisible();
  await openWorkspacePage(page, credentials, "alerts?status=firing");
  const alert = page.getByRole("row", { name: vm });
  await expect(alert).toContainText("CPU is above 0% for 1 minute");
  await expectAccessible(page);
  await alert.getByRole("link", { name, exact: true }).click();

  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByLabel("Metric")).toBeDisabled();
  await dialog.getByLabel("Threshold in %").fill("100");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("CPU is above 100% for 1 minute")).toBeVisible();
  await expect
    .poll(async () => {
      await hurryAlerts(database, credentials.workspace_id);
      return page.getByText("1 firing").count();
    })
    .toBe(0);
  await page.getByRole("link", { name: "History", exact: true }).click();
  await expect(page.getByRole("row", { name: vm })).toContainText("The condition no longer held");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Switch off" }).click();
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog.getByRole("button", { name: "Delete alert rule" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Alert rules" })).toBeVisible();
  await expectAccessible(page);
  await expectGone(page.getByRole("row", { name }));
});

test("a rule watches resources with a tag, or all of a kind, and other metrics have other units", async ({
  page,
  credentials,
}) => {
  const name = uniqueName("hot");
  await openWorkspacePage(page, credentials, "alert-rules");
  await page.getByRole("link", { name: "New alert rule" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Metric", { exact: true }).selectOption({ label: "GPU temperature" });
  await page.getByLabel("Threshold in °C").fill("85");
  await page.getByLabel("Watches", { exact: true }).selectOption({ label: "GPU VMs with a tag" });
  await page.getByLabel("Tag", { exact: true }).fill("training");
  await page.getByRole("button", { name: "Create alert rule" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("GPU temperature is above 85 °C for 5 minutes")).toBeVisible();
  await expect(page.getByRole("region", { name: "Alert rule", exact: true })).toContainText(
    "GPU VMs with the tag training",
  );
  await page.getByRole("link", { name: "Alert rules" }).last().click();
  await expect(page.getByRole("row", { name })).toContainText("GPU VMs with the tag training");
});
