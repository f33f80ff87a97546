import { once } from "node:events";
import { expectAccessible } from "../src/accessible.ts";
import type { ConsoleClient } from "../src/console-client.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { made, runningVm } from "../src/vm.ts";

signedIn();

test("terminal: a user types, resizes, and is told that the VM has stopped", async ({ page, credentials, api }) => {
  const name = uniqueName("terminal");
  const vmId = await runningVm(api, name);
  const violations: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) violations.push(message.text());
  });
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}`);
  await page.getByRole("link", { name: "Terminal", exact: true }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Open terminal" }).click();
  const terminal = page.getByRole("region", { name: "Terminal" });
  await expect(page.getByText(`Connected to ${name}`)).toBeVisible();
  await terminal.getByLabel("Terminal input").pressSequentially("hostname\n");
  await expect(terminal.locator(".xterm-rows")).toContainText(new RegExp(`hostname\\s*${name}`));

  const sizes = () =>
    terminal
      .locator(".xterm-rows")
      .evaluate((rows) =>
        [...rows.children]
          .flatMap(({ textContent }) => /^\d+ (\d+)\s*$/.exec(textContent ?? "")?.[1] ?? [])
          .map(Number),
      );
  await terminal.getByLabel("Terminal input").pressSequentially("stty\n");
  await expect.poll(async () => (await sizes()).length).toBe(1);
  await page.setViewportSize({ width: 800, height: 720 });
  await terminal.getByLabel("Terminal input").pressSequentially("stty\n");
  await expect.poll(async () => (await sizes()).length).toBe(2);
  const [wide = 0, narrow = 0] = await sizes();
  expect(narrow).toBeLessThan(wide);
  await page.getByLabel("Screen reader").check();
  await expectAccessible(page);

  await made(api, `/compute/cloud-vms/${vmId}/stop`, {});
  await expect(page.getByText("The VM is no longer running")).toBeVisible();
  await expect(page.getByRole("button", { name: "Open again" })).toBeVisible();
  expect(violations).toEqual([]);
});

test("screen: a user sees it, types into it, and gets the keys back", async ({ page, credentials, api }) => {
  const name = uniqueName("screen");
  const vmId = await runningVm(api, name);
  const violations: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) violations.push(message.text());
  });
  await openWorkspacePage(page, credentials, `cloud-vms/${vmId}/terminal`);
  await page.getByRole("button", { name: "Open screen" }).click();
  await expect(page.getByText(`Connected to the screen of ${name}`)).toBeVisible();
  const picture = page.getByRole("region", { name: "Screen" }).locator("canvas");
  /** The colour in the upper left corner: the first bar of the simulated machine's picture. */
  const corner = () =>
    picture.evaluate((canvas: HTMLCanvasElement) => [
      ...(canvas.getContext("2d")?.getImageData(2, 2, 1, 1).data.slice(0, 3) ?? []),
    ]);
  await expect.poll(corner).toEqual([255, 255, 255]);
  await expectAccessible(page);
  await page.keyboard.press("a");
  await expect.poll(corner).toEqual([255, 255, 0]);
  await page.keyboard.press("Control+F6");
  const button = page.getByRole("button", { name: "Send Ctrl+Alt+Del" });
  await expect(button).toBeFocused();
  // Ctrl has gone down since, and now three keys do.
  await button.press("Enter");
  await expect.poll(corner).toEqual([255, 0, 0]);
  await made(api, `/compute/cloud-vms/${vmId}/stop`, {});
  await expect(page.getByRole("button", { name: "Open again" })).toBeVisible();
  expect(violations).toEqual([]);
});

test("a terminal ends with the session and with the role that opened it", async ({
  owner,
  credentials,
  api,
  newMember,
}) => {
  const vm_id = await runningVm(api, uniqueName("terminal"));
  const { workspace_id, organization_id } = credentials;
  for (const leave of [
    (member: ConsoleClient) => member.signOut(),
    (_: ConsoleClient, user_id: string) => owner.mutate("member.setRole", { organization_id, user_id, role: "viewer" }),
    (_: ConsoleClient, user_id: string) =>
      owner.mutate("member.setWorkspaceRole", { organization_id, user_id, workspace_id, role: "viewer" }),
  ]) {
    const person = await newMember("developer");
    const member = await owner.openAnother(person.session);
    const { url, ticket } = await member.mutate<{ url: string; ticket: string }>("cloudVm.createTerminal", {
      workspace_id,
      vm_id,
    });
    const socket = new WebSocket(url, ["fulmar.terminal", ticket]);
    const closed = once(socket, "close");
    await once(socket, "message");
    await leave(member, person.user_id);
    const [{ code, reason }] = await closed;
    expect({ code, reason }).toEqual({ code: 4403, reason: expect.stringContaining("no longer in force") });
    await member.close();
  }
});
