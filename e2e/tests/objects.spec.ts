import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { type Api, expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { pressAt } from "../src/keyboard.ts";
import { made } from "../src/vm.ts";

/**
 * Creates a bucket of the test's own.
 * @returns its name
 */
async function newBucket(api: Api, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { name } = await made(api, "/object-storage/buckets", {
    name: uniqueName("objects"),
    region: "eu-central-1",
    ...more,
  });
  return name;
}

/** Puts an object by a signed URL, as programs do. */
async function put(
  api: Api,
  request: APIRequestContext,
  bucket: string,
  object_key: string,
  text: string,
): Promise<void> {
  const { url, headers } = await made(api, `/object-storage/buckets/${bucket}/upload-urls`, {
    object_key,
    content_type: "text/plain",
  });
  const answer = await request.put(url, { headers, data: Buffer.from(text) });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** A file in the form that the file field takes. */
function textFile(name: string, text: string) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

/**
 * Slows the connection down so that an upload can be observed.
 * @returns restores the speed
 */
async function slowLine(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const limit = async (uploadThroughput: number) => {
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  };
  await limit(20_000);
  return () => limit(-1);
}

const uploads = (page: Page) => page.getByRole("region", { name: "Uploads" });
const row = (page: Page, name: string) => page.getByRole("region", { name: "Objects" }).getByRole("row", { name });

test.describe("an owner", () => {
  signedIn();

  test("uploads into a folder while using other pages, and downloads the same bytes", async ({
    page,
    credentials,
    api,
  }) => {
    const bucket = await newBucket(api);
    const large = Buffer.from(Array.from({ length: 1_500_000 }, (_, index) => index % 251));
    await openWorkspacePage(page, credentials, `buckets/${bucket}`);
    await page.getByRole("link", { name: "Objects" }).click();
    await expect(page.getByRole("heading", { name: "No objects yet" })).toBeVisible();
    await expectAccessible(page);

    const fast = await slowLine(page);
    await page.getByRole("main").getByRole("button", { name: "Upload" }).first().click();
    const dialog = page.getByRole("alertdialog", { name: "Upload" });
    await dialog.getByLabel("Into").fill("photos/2026");
    await dialog
      .getByLabel("Files")
      .setInputFiles([
        { name: "large.bin", mimeType: "application/octet-stream", buffer: large },
        textFile("hello ä+.txt", "Hello from a test."),
      ]);
    await dialog.getByRole("button", { name: "Upload 2 files" }).click();
    await expect(uploads(page).getByRole("progressbar", { name: "Upload of large.bin" })).toBeVisible();
    await expect(uploads(page)).toContainText(/of 1\.5 MB · .+\/s · \d+ (s|min) left/);
    await expectAccessible(page);
    // Leaving the console shows a warning. Navigating within it keeps the uploads running.
    const [warning] = await Promise.all([page.waitForEvent("dialog"), page.close({ runBeforeUnload: true })]);
    expect(warning.type()).toBe("beforeunload");
    await warning.dismiss();
    await page.getByRole("link", { name: "Access keys" }).click();
    await expect(page.getByRole("heading", { name: "Access keys", level: 1 })).toBeVisible();
    await fast();
    await expect(uploads(page).getByRole("heading")).toHaveText("2 uploaded");
    await uploads(page).getByRole("link", { name: "large.bin" }).click();
    const panel = page.getByRole("dialog", { name: "large.bin" });
    await expect(panel).toContainText("1.5 MB (1,500,000 bytes)");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      panel.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("large.bin");
    expect((await readFile(await download.path())).equals(large)).toBe(true);
    await panel.getByRole("button", { name: "Close" }).click();
    await uploads(page).getByRole("button", { name: "Close uploads" }).click();
    await expect(uploads(page)).toHaveCount(0);
    await page.getByRole("navigation", { name: "Folders" }).getByRole("link", { name: bucket }).click();
    await expect(row(page, "photos/")).toBeVisible();
  });

  test("opens folders, previews and shares an object, and deletes several", async ({
    page,
    credentials,
    api,
    request,
    playwright,
  }) => {
    const bucket = await newBucket(api);
    await put(api, request, bucket, "photos/2026/large.bin", "not so large");
    await put(api, request, bucket, "photos/2026/hello ä+.txt", "Hello from a test.");
    await openWorkspacePage(page, credentials, `buckets/${bucket}/objects`);
    await row(page, "photos/").getByRole("link").click();
    await row(page, "2026/").getByRole("link").click();
    await expect(row(page, "large.bin")).toBeVisible();
    await page.goBack();
    await expect(row(page, "2026/")).toBeVisible();
    await page.goForward();
    await page.getByLabel("Name begins with").fill("hel");
    await expect(row(page, "large.bin")).toHaveCount(0);
    await pressAt(page, row(page, "hello ä+.txt").getByRole("link"));
    const text = page.getByRole("dialog", { name: "hello ä+.txt" });
    await expect(text.getByText("Hello from a test.")).toBeVisible();
    await expectAccessible(page);

    await text.getByRole("button", { name: "Share link" }).click();
    const share = page.getByRole("alertdialog", { name: "Share hello ä+.txt" });
    await share.getByLabel("Expires after").selectOption("7 days");
    await share.getByRole("button", { name: "Create link" }).click();
    await expect(share.getByRole("status")).toContainText("Works until");
    const anybody = await playwright.request.newContext();
    const shared = await anybody.get((await share.getByText(/^http/).textContent()) ?? "");
    expect([shared.status(), await shared.text()]).toEqual([200, "Hello from a test."]);
    await anybody.dispose();
    await share.getByRole("button", { name: "Done" }).click();
    await page.keyboard.press("Escape");

    await page.getByLabel("Name begins with").fill("");
    // The whole folder is another list. A selection made before it loads would not apply to it.
    await expect(row(page, "large.bin")).toBeVisible();
    await page.getByLabel("Select all on this page").check();
    await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete 2 objects" }).click();
    await expect(page.getByRole("heading", { name: "Nothing in this folder" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Delete", exact: true })).not.toHaveAttribute(
      "aria-disabled",
      "true",
    );
  });

  test("drops files, confirms the replacement of an object, and deletes a folder", async ({
    page,
    credentials,
    api,
    request,
  }) => {
    const bucket = await newBucket(api);
    await put(api, request, bucket, "docs/a.txt", "old");
    await put(api, request, bucket, "docs/deep/b.txt", "b");
    await openWorkspacePage(page, credentials, `buckets/${bucket}/objects?prefix=docs/`);
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["new"], "a.txt", { type: "text/plain" }));
      transfer.items.add(new File(["c"], "c.txt", { type: "text/plain" }));
      return transfer;
    });
    await row(page, "a.txt").dispatchEvent("drop", { dataTransfer: dropped });
    const dialog = page.getByRole("alertdialog", { name: "Upload" });
    await expect(dialog.getByRole("alert")).toContainText("One of them already exists");
    await expectAccessible(page);
    await dialog.getByRole("radio", { name: /^Replace/ }).check();
    await dialog.getByRole("button", { name: "Upload 2 files" }).click();
    await expect(uploads(page).getByRole("heading")).toHaveText("2 uploaded");
    await row(page, "a.txt").getByRole("link").click();
    await expect(page.getByRole("dialog", { name: "a.txt" }).getByText("new")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(row(page, "c.txt")).toBeVisible();

    await page.getByRole("navigation", { name: "Folders" }).getByRole("link", { name: bucket }).click();
    await page.getByRole("button", { name: "Actions for docs/" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByLabel("Type 1 folder to confirm").fill("1 folder");
    await page.getByRole("button", { name: "Delete 1 folder" }).click();
    await expect(page.getByRole("heading", { name: "No objects yet" })).toBeVisible();
  });

  test("sees until when an object is retained on every attempt to delete or replace it", async ({
    page,
    credentials,
    api,
    request,
  }) => {
    const bucket = await newBucket(api, {
      object_lock_enabled: true,
      default_retention: { mode: "GOVERNANCE", days: 1 },
    });
    await put(api, request, bucket, "kept.txt", "kept");
    await openWorkspacePage(page, credentials, `buckets/${bucket}/objects`);
    await page.getByRole("button", { name: "Actions for kept.txt" }).click();
    await expect(page.getByRole("menuitem", { name: "Delete" })).toContainText("It is retained until");
    await page.keyboard.press("Escape");
    await page.getByLabel("Select kept.txt").check();
    await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Delete" }).focus();
    await expect(page.getByRole("tooltip").filter({ hasText: "The selected objects are retained" })).toBeVisible();

    await page.getByRole("button", { name: "Upload" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Upload" });
    await dialog.getByLabel("Files").setInputFiles([textFile("kept.txt", "other")]);
    await dialog.getByRole("button", { name: "Upload 1 file" }).click();
    await dialog.getByRole("button", { name: "Upload", exact: true }).focus();
    await expect(dialog.getByRole("tooltip")).toContainText("All of them already exist");
    await dialog.getByRole("radio", { name: /^Replace/ }).check();
    await dialog.getByRole("button", { name: "Upload 1 file" }).click();
    await expect(uploads(page).getByRole("heading")).toHaveText("1 failed");
    await expect(uploads(page)).toContainText("retention");
    await expect(uploads(page).getByRole("button", { name: "Try again with kept.txt" })).toBeVisible();
    await expectAccessible(page);
  });

  test("sees that a bucket or object does not exist", async ({ page, credentials, api }) => {
    await openWorkspacePage(page, credentials, "buckets/there-is-none/objects");
    await expect(page.getByRole("alert").filter({ hasText: "There is no such bucket" })).toBeVisible();
    const bucket = await newBucket(api);
    await openWorkspacePage(page, credentials, `buckets/${bucket}/objects?search=x&object=gone.txt`);
    await expect(page.getByRole("dialog", { name: "gone.txt" })).toContainText("The object no longer exists.");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show the whole folder" }).click();
    await expect(page.getByRole("heading", { name: "No objects yet" })).toBeVisible();
  });
});

test.describe("a viewer", () => {
  signedIn("viewer");

  test("sees objects, and why they cannot be changed", async ({ page, credentials, api, request }) => {
    const bucket = await newBucket(api);
    await put(api, request, bucket, "seen.txt", "seen");
    await openWorkspacePage(page, credentials, `buckets/${bucket}/objects?object=seen.txt`);
    const panel = page.getByRole("dialog", { name: "seen.txt" });
    await expect(panel.getByText("seen", { exact: true })).toBeVisible();
    await panel.getByRole("button", { name: "Delete" }).focus();
    await expect(panel.getByRole("tooltip")).toContainText("(viewer) does not allow this");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Upload" }).focus();
    await expect(page.getByRole("tooltip").filter({ hasText: "(viewer) does not allow this" }).last()).toBeVisible();
  });
});

test.describe("the billing role", () => {
  signedIn("billing");

  test("may not see objects", async ({ page, credentials, api }) => {
    await openWorkspacePage(page, credentials, `buckets/${await newBucket(api)}/objects`);
    await expect(page.getByRole("heading", { name: "You do not have access" })).toBeVisible();
  });
});
