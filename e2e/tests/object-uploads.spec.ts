import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { putByKey } from "../src/s3-put.ts";
import { beginUpload, folderOf, keysOf, newBucket, uploads } from "../src/uploads.ts";

signedIn();

/** Sets how fast a page sends, in bytes per second. -1 means no limit. */
async function line(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  return (uploadThroughput: number) =>
    devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
}

const row = (page: Page, name: string) => page.getByRole("region", { name: "Objects" }).getByRole("row", { name });

test("a large file is uploaded in parts and downloaded unchanged; a cancelled upload is aborted on the server", async ({
  page,
  credentials,
  api,
}, info) => {
  const bucket = await newBucket(api);
  const bytes = Buffer.alloc(17 * 1024 * 1024, createHash("sha512").update("a large file").digest());
  const folder = folderOf(info.outputPath("large"), { "film.bin": bytes, "unwanted.bin": bytes });
  await openWorkspacePage(page, credentials, `buckets/${bucket}/objects`);
  const setLine = await line(page);
  await setLine(1_000_000);
  await beginUpload(page, "Files", [join(folder, "film.bin"), join(folder, "unwanted.bin")], "Upload 2 files");
  await expect(uploads(page)).toContainText(/of 18 MB · .+\/s/);
  const aborted = page.waitForResponse((response) => response.url().includes("multipartUpload.abort"));
  await uploads(page).getByRole("button", { name: "Cancel unwanted.bin" }).click();
  expect((await aborted).status()).toBe(200);
  await expectAccessible(page);
  await setLine(-1);
  await expect(uploads(page).getByRole("heading")).toHaveText(/1 uploaded/);
  expect(await keysOf(api, bucket)).toEqual(["film.bin"]);
  await uploads(page).getByRole("link", { name: "film.bin" }).click();
  const panel = page.getByRole("dialog", { name: "film.bin" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    panel.getByRole("button", { name: "Download" }).click(),
  ]);
  expect((await readFile(await download.path())).equals(bytes)).toBe(true);
});

test("a folder with unusual file names is uploaded, downloaded and deleted, except for retained objects", async ({
  page,
  credentials,
  api,
  request,
}, info) => {
  const bucket = await newBucket(api, { object_lock_enabled: true });
  const deep = Array.from({ length: 12 }, (_, index) => `level ${index}`).join("/");
  const files = {
    "empty.txt": "",
    "100%+ #1?.txt": "percent",
    "a & b = 'c' \"d\".txt": "quotes",
    "caf\u00e9.txt": "composed",
    "cafe\u0301.txt": "decomposed",
    "\u{1f426} bird.txt": "emoji",
    "%2Fencoded%20.txt": "encoded",
    [`${deep}/deep.txt`]: "deep",
  };
  const folder = folderOf(info.outputPath("odd+ names #1"), files);
  await openWorkspacePage(page, credentials, `buckets/${bucket}/objects`);
  await beginUpload(page, "Folder", folder, "Upload 8 files");
  await expect(uploads(page).getByRole("heading")).toHaveText("8 uploaded");
  await uploads(page).getByRole("button", { name: "Close uploads" }).click();
  const keys = Object.keys(files).map((path) => `odd+ names #1/${path}`);
  expect(new Set(await keysOf(api, bucket))).toEqual(new Set(keys));

  await row(page, "odd+ names #1/").getByRole("link").click();
  for (const [name, text] of Object.entries(files).filter(([path]) => !path.includes("/"))) {
    await row(page, name).getByRole("link", { name, exact: true }).click();
    const panel = page.getByRole("dialog", { name, exact: true });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      panel.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).toBe(text);
    await panel.getByRole("button", { name: "Close" }).click();
  }
  await page.getByLabel("Select 100%+ #1?.txt").check();
  await page.getByLabel("Select cafe\u0301.txt").check();
  await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete 2 objects" }).click();
  await expect(row(page, "caf\u00e9.txt")).toBeVisible();
  await expectGone(row(page, "100%+ #1?.txt"));

  const until = new Date(Date.now() + 86_400_000).toISOString();
  const retention = { "x-amz-object-lock-mode": "GOVERNANCE", "x-amz-object-lock-retain-until-date": until };
  await putByKey(api, request, `${bucket}/odd+ names #1/between.txt`, retention);
  await page.getByRole("navigation", { name: "Folders" }).getByRole("link", { name: bucket }).click();
  await page.getByRole("button", { name: "Actions for odd+ names #1/" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByLabel("Type 1 folder to confirm").fill("1 folder");
  await page.getByRole("button", { name: "Delete 1 folder" }).click();
  const report = page.getByRole("alertdialog", { name: "1 object was not deleted" });
  await expect(report).toContainText("6 objects were deleted.");
  await expect(report.getByRole("list", { name: "Not deleted" })).toContainText(
    "odd+ names #1/between.txt It is retained until",
  );
  await expectAccessible(page);
  await report.getByRole("button", { name: "Close" }).click();
  expect(await keysOf(api, bucket)).toEqual(["odd+ names #1/between.txt"]);
});

test("a dropped folder is uploaded with its subfolders into the open folder", async ({
  page,
  credentials,
  api,
  request,
}, info) => {
  const bucket = await newBucket(api);
  await putByKey(api, request, `${bucket}/here/first.txt`, {});
  const folder = folderOf(info.outputPath("dropped"), { "a.txt": "a", "deep/er/b.txt": "b" });
  await openWorkspacePage(page, credentials, `buckets/${bucket}/objects?prefix=here/`);
  const { x, y } = (await row(page, "first.txt").boundingBox()) ?? { x: 0, y: 0 };
  const devtools = await page.context().newCDPSession(page);
  // Simulates a drag from the desktop's file manager: the browser itself receives a drag with these paths.
  const drag = (type: "dragEnter" | "dragOver" | "drop") =>
    devtools.send("Input.dispatchDragEvent", {
      type,
      x: x + 20,
      y: y + 10,
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    });
  await drag("dragEnter");
  await drag("dragOver");
  await expect(page.getByText("Drop to upload into here/")).toBeVisible();
  await drag("drop");
  await expect(uploads(page).getByRole("heading")).toHaveText("2 uploaded");
  expect(await keysOf(api, bucket)).toEqual(["here/dropped/a.txt", "here/dropped/deep/er/b.txt", "here/first.txt"]);
});
