import { once } from "node:events";
import { createServer } from "node:http";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";

signedIn();

/** A program that receives events, and accepts them or not. */
async function startReceiver() {
  const answer = { status: 204 };
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(answer.status).end("seen"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver listens nowhere");
  return { answer, url: `http://127.0.0.1:${address.port}/hook`, stop: () => server.close() };
}

test("a user makes a webhook, sends a test event, reads its delivery, rotates, switches and deletes", async ({
  page,
  credentials,
}) => {
  test.setTimeout(180_000);
  const receiver = await startReceiver();
  const name = uniqueName("hook");
  await openWorkspacePage(page, credentials, "webhooks");
  await expectAccessible(page);
  await page.getByRole("link", { name: "New webhook" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByLabel("Events").fill("webhook.*, everything");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText("Events must be *, all types of a resource")).toBeVisible();
  await page.getByLabel("Events").fill("volume.*");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("I have saved the secret").check();
  await page.getByRole("button", { name: "Done" }).click();

  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("button", { name: "Send test event" }).click();
  const row = page.getByRole("row", { name: "webhook.test" });
  await expect(row).toContainText("delivered");
  await expectAccessible(page);
  await row.getByRole("link", { name: "webhook.test" }).click();
  // The list that is left shows the status, too.
  await page.locator("summary").getByText("204", { exact: true }).click();
  await expect(page.getByText("webhook-signature: v1,")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("204", { exact: true })).toHaveCount(2);
  await page.getByRole("link", { name, exact: true }).click();

  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Name").fill(`${name}-2`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${name}-2` })).toBeVisible();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByLabel("I have saved the secret").check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Switch off" }).click();
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("button", { name: "Switch off" })).toBeVisible();

  receiver.answer.status = 410;
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("It was switched off, because its receiver answered 410")).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog.getByRole("button", { name: "Delete webhook" }).click();
  await expectGone(page.getByRole("row", { name: `${name}-2` }));
  receiver.stop();
});
