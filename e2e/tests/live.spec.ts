import type { Page } from "@playwright/test";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";

signedIn();

/**
 * Opens a page and waits until its change stream is connected. From then on the page polls only once a minute, so
 * faster updates come from the stream.
 */
async function openLive(page: Page, credentials: Parameters<typeof openWorkspacePage>[1], path: string) {
  const stream = page.waitForResponse((response) => response.url().includes("/live.changes"));
  await openWorkspacePage(page, credentials, path);
  expect((await stream).headers()["content-type"]).toBe("text/event-stream");
}

test("the VM list shows creation, changes and deletion by others without a reload", async ({
  page,
  credentials,
  api,
}) => {
  await openLive(page, credentials, "cloud-vms");
  const name = uniqueName("told");
  const vmId = await api.createVm(name);
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("running");
  expect((await api.send("POST", `/compute/cloud-vms/${vmId}/stop`, { data: {} })).status()).toBe(202);
  await expect(row).toContainText("stopped");
  expect((await api.send("DELETE", `/compute/cloud-vms/${vmId}`)).status()).toBe(202);
  await expect(row).toHaveCount(0);
});

test("a page shows that it is reconnecting, and catches up when the connection is back", async ({
  page,
  context,
  credentials,
  api,
}) => {
  const vmId = await api.createVm(uniqueName("cut"));
  await expect.poll(() => api.statusOf(vmId)).toBe("running");
  await openLive(page, credentials, `cloud-vms/${vmId}`);
  const main = page.getByRole("main");
  await expect(main.getByText("running", { exact: true }).first()).toBeVisible();
  const sign = page.getByRole("banner").getByText("Reconnecting…");
  await expect(sign).toHaveCount(0);

  await context.setOffline(true);
  await expect(sign).toBeVisible();
  // The page knows first, and requests fail a little later.
  const reaches = () => page.evaluate(() => fetch("/sign-in").then(Boolean, () => false));
  await expect.poll(reaches).toBe(false);
  expect((await api.send("POST", `/compute/cloud-vms/${vmId}/stop`, { data: {} })).status()).toBe(202);
  await expect.poll(() => api.statusOf(vmId)).toBe("stopped");
  await expect(main.getByText("running", { exact: true }).first()).toBeVisible();
  // Code on demand fails to load now: the page says so and stays.
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(
    page.getByRole("region", { name: "Messages" }).getByText("A part of this page did not load"),
  ).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(main.getByText("stopped", { exact: true }).first()).toBeVisible();
  await expect(sign).toHaveCount(0);
});

test("a page whose computer slept catches up when it wakes", async ({ page, context, credentials, api }) => {
  const vmId = await api.createVm(uniqueName("asleep"));
  await expect.poll(() => api.statusOf(vmId)).toBe("running");
  await openLive(page, credentials, `cloud-vms/${vmId}`);
  const main = page.getByRole("main");
  await expect(main.getByText("running", { exact: true }).first()).toBeVisible();

  // A paused debugger stops the page's timers and events, as sleep does: Chromium freezes hidden pages only.
  const browser = await context.newCDPSession(page);
  const asleep = new Promise((resolve) => browser.once("Debugger.paused", resolve));
  await browser.send("Debugger.enable");
  await browser.send("Debugger.pause");
  // It pauses at the next statement, which a page that waits may be long in coming to.
  const awoken = page.evaluate(() => undefined);
  await asleep;
  await context.setOffline(true);
  expect((await api.send("POST", `/compute/cloud-vms/${vmId}/stop`, { data: {} })).status()).toBe(202);
  await expect.poll(() => api.statusOf(vmId)).toBe("stopped");
  await context.setOffline(false);
  await browser.send("Debugger.resume");
  await awoken;
  await expect(main.getByText("stopped", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("banner").getByText("Reconnecting…")).toHaveCount(0);
});

test("any page shows running operations, their end, and the reason of a failure", async ({
  page,
  credentials,
  api,
}) => {
  const tray = page.getByRole("button", { name: /^Operations$|in progress$/ });
  const messages = page.getByRole("region", { name: "Messages" });
  await openLive(page, credentials, "api-tokens");

  const slow = `slow-2000--${uniqueName("tray")}`;
  await api.createVm(slow);
  await expect(tray).toContainText(/\d+ in progress/);
  await tray.click();
  const operations = page.getByRole("dialog", { name: "Operations" });
  const running = operations.getByRole("listitem").filter({ hasText: slow });
  await expect(running).toContainText(/\d of \d/);
  await expect(messages.getByText(`Created ${slow}`)).toBeVisible();
  await expect(running).toHaveCount(0);

  const failing = `fail-at-provision-instance--${uniqueName("tray")}`;
  await api.createVm(failing);
  const failure = messages.getByRole("listitem").filter({ hasText: failing });
  await expect(failure).toContainText(`Create: ${failing} failed`);
  await expect(failure).toContainText(/provider|simulated|instance/i);
  await expect(operations.getByRole("region", { name: "Failed in the last day" })).toContainText(failing);
  await failure.getByRole("link", { name: "See what happened" }).click();
  await expect(page).toHaveURL(/\/operations\/op_/);
  await expect(operations).toHaveCount(0);
});

test("the change stream is refused without a session and for a foreign workspace", async ({ context, baseURL }) => {
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  expect(await refusalOf(`${baseURL}${watch("999999")}`, cookies)).toContain('"kind":"forbidden"');
  expect(await refusalOf(`${baseURL}${watch("1")}`, "")).toContain('"kind":"unauthenticated"');
});

function watch(workspaceId: string): string {
  return `/api/trpc/live.changes?input=${encodeURIComponent(JSON.stringify({ workspace_id: workspaceId }))}`;
}

/** Reads a stream until its refusal, then disconnects. */
async function refusalOf(url: string, cookie: string): Promise<string> {
  const response = await fetch(url, { headers: { cookie, accept: "text/event-stream" } });
  let text = "";
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.includes("serialized-error") && text.endsWith("\n\n")) break;
  }
  return text;
}
