import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { availableVolume, GPU_SITE, halfADayAfter, runningGpuVm, settled, typeWhatIsAsked } from "../src/vm.ts";

signedIn();

test("a user creates a GPU VM by the form, finds it in the list and deletes it there", async ({
  page,
  credentials,
  emptyWorkspace,
}) => {
  await page.goto(`/workspaces/${emptyWorkspace}/gpu-vms`);
  await expect(page.getByRole("heading", { name: "No VMs yet" })).toBeVisible();
  const name = uniqueName("gpu");
  await openWorkspacePage(page, credentials, "gpu-vms/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await expect(page.getByLabel("Site").getByRole("option")).toHaveText([
    "Any site with the plan and image",
    /^Frankfurt 1/,
  ]);
  await page.getByRole("radio", { name: /^GPU L4\b.*NVIDIA L4/ }).check();
  await page.getByRole("radio", { name: /^Debian 12/ }).check();
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("$588.38");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByRole("main").getByText("running", { exact: true }).first()).toBeVisible();

  await openWorkspacePage(page, credentials, `gpu-vms?search=${name}`);
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("1 × NVIDIA L4");
  await expectAccessible(page);
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: /^Delete/ }).click();
  await page.getByLabel(`Type ${name} to confirm`).fill(name);
  await page.getByRole("button", { name: "Delete VM" }).click();
  await expect(page.getByRole("heading", { name: "No VM matches" })).toBeVisible();
});

test("every action of a cloud VM's page also works for a GPU VM", async ({ page, credentials, api }) => {
  const name = uniqueName("gpu");
  const volume = uniqueName("data");
  const [vmId] = await Promise.all([runningGpuVm(api, name), availableVolume(api, volume, GPU_SITE)]);
  const dialog = page.getByRole("alertdialog");
  /** Presses a button, answers the dialog if there is one, and waits until no operation holds the VM. */
  const press = async (button: string, answer?: string, fill?: () => Promise<unknown>) => {
    await page.getByRole("button", { name: button, exact: true }).click();
    await ended(answer, fill);
  };
  /** The same by the menu of a table's row. */
  const pressInRow = async (row: string | RegExp, action: string, answer: string, fill: () => Promise<unknown>) => {
    // The items of an open menu move when the reasons disappear for which they were disabled.
    await expect(page.getByRole("button", { name: "Delete", exact: true })).toBeEnabled();
    // A menu closes when its row is read again while it opens: a person opens it once more.
    await expect(async () => {
      await page.getByRole("button", { name: row, exact: true }).click({ timeout: 5_000 });
      await page.getByRole("menuitem", { name: action, exact: true }).click({ timeout: 5_000 });
    }).toPass();
    await ended(answer, fill);
  };
  const ended = async (answer?: string, fill: () => Promise<unknown> = async () => undefined) => {
    if (answer !== undefined) {
      await fill();
      await dialog.getByRole("button", { name: answer, exact: true }).click();
      await expect(dialog).toHaveCount(0);
    }
    await settled(api, vmId, "gpu-vms");
  };
  const typed = (text: string) => () => dialog.getByLabel(`Type ${text} to confirm`).fill(text);
  const openTab = (tab: string) =>
    page
      .getByRole("navigation", { name: /^Pages of/ })
      .getByRole("link", { name: tab, exact: true })
      .click();

  await openWorkspacePage(page, credentials, `gpu-vms/${vmId}`);
  await expect(page.getByRole("region", { name: "Overview" })).toContainText("Accelerators");
  await openTab("Settings");
  await press("Edit", "Save", () => dialog.getByLabel("Tags").fill("training"));
  await expect(page.getByRole("region", { name: "Name and tags" })).toContainText("training");
  await press("Change plan", "Change plan", () => dialog.getByRole("radio", { name: /^GPU L40S/ }).check());
  await expect(page.getByRole("region", { name: "Plan", exact: true })).toContainText("GPU L40S");
  await press("Grow disk", "Grow disk", () => dialog.getByLabel("Size in GB").fill("500"));
  await expect(page.getByRole("region", { name: "Root disk" })).toContainText("500 GB");
  await press("Change access", "Change access", () => dialog.getByLabel("Password").fill("correct horse battery"));
  await press("Turn rescue mode on", "Turn on");
  await press("Turn rescue mode off", "Turn off");
  await press("Rebuild", "Rebuild VM", async () => {
    await dialog.getByRole("radio", { name: /^Debian 12/ }).check();
    await typed(name)();
  });

  await openTab("Volumes");
  await press("Attach a volume", "Attach volume", () =>
    dialog.getByLabel("Volume").selectOption({ label: `${volume} · 5 GB SSD` }),
  );
  await press(`Detach ${volume}`, "Detach volume");
  await expect(page.getByRole("heading", { name: "No volumes attached" })).toBeVisible();

  await openTab("Snapshots");
  await press("Take a snapshot", "Take snapshot", () => dialog.getByLabel("Name", { exact: true }).fill("first"));
  await pressInRow("Actions for first", "Restore", "Restore VM", typed(name));
  await pressInRow("Actions for first", "Delete", "Delete snapshot", typed("first"));
  await expect(page.getByRole("heading", { name: "No snapshots yet" })).toBeVisible();

  await openTab("Backups");
  const policy = page.getByRole("region", { name: "Schedule and retention" });
  await press("Enable backups", "Enable backups", () =>
    dialog.getByLabel("Time", { exact: true }).fill(halfADayAfter(new Date().getHours())),
  );
  await press("Edit policy", "Save policy", () => dialog.getByLabel("Days to keep").fill("14"));
  await expect(policy).toContainText("14 days");
  await press("Back up now", "Back up");
  await pressInRow(/^Actions for backup /, "Restore", "Restore VM", typed(name));
  await pressInRow(/^Actions for backup /, "Delete", "Delete backup", () => typeWhatIsAsked(page));
  await expect(page.getByRole("heading", { name: "No backups yet" })).toBeVisible();
  await press("Disable", "Disable backups");
  await expect(policy).toContainText("disabled");

  await openTab("Networking");
  await expect(page.getByRole("button", { name: "Attach to a subnet" })).toBeVisible();
  await openTab("Metrics");
  await expect(page.getByRole("region", { name: "CPU" })).toBeVisible();
  for (const chart of ["GPU utilisation", "GPU memory", "GPU temperature"])
    await expect(page.getByRole("region", { name: chart })).toBeVisible();
  await openTab("Console log");
  await expect(page.getByRole("region", { name: "Console log" })).toContainText(`${name} login:`);
  await openTab("Terminal");
  await page.getByRole("button", { name: "Open terminal" }).click();
  await expect(page.getByText(`Connected to ${name}`)).toBeVisible();

  await press("Reboot", "Reboot VM");
  await press("Stop", "Stop VM");
  await press("Start");
  await openTab("Operations");
  for (const action of ["Change plan", "Rebuild", "Reboot", "Stop", "Start"]) {
    await expect(page.getByRole("row", { name: action }).first()).toContainText("succeeded");
  }
  await press("Delete", "Delete VM", typed(name));
  await expect(page.getByRole("main").getByText("deleted", { exact: true }).first()).toBeVisible();
});
