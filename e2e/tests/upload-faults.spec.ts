// Faults between a browser and the object store: the browser uses the test's own proxy, which breaks the requests that
// the test selects.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type FaultyProxy, openFaultyProxy } from "../src/faulty-proxy.ts";
import { test as base, expect, openWorkspacePage, signedIn } from "../src/fixtures.ts";
import { beginUpload, folderOf, keysOf, newBucket, uploads } from "../src/uploads.ts";

/** The results of the parts by number, and the fate of the second part and of files that are sent in one piece. */
interface Parts {
  /** The URL of the first attempt. Later attempts have other URLs, but a browser's own retry repeats the same one. */
  broken: string | undefined;
  refusing: boolean;
  readonly refused: string[];
  readonly arrived: string[];
}

const test = base.extend<{ parts: Parts; faulty: FaultyProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  parts: async ({}, use) => {
    await use({ broken: undefined, refusing: true, refused: [], arrived: [] });
  },
  /**
   * Breaks the first attempt to send the second part. Once the other parts have arrived, refuses the second part, and
   * small files, for as long as the test wants.
   */
  faulty: async ({ parts }, use) => {
    const proxy = await openFaultyProxy(
      async (method, url) => {
        const part = partIn(method, url);
        if (method === "PUT" && part === null) return parts.refusing ? "refuse" : "pass";
        if (part !== "2") return "pass";
        parts.broken ??= url.href;
        if (url.href === parts.broken) return "break";
        if (!parts.refusing) return "pass";
        parts.refused.push(part);
        await expect.poll(() => parts.arrived.toSorted(byNumber)).toEqual(["1", "3"]);
        return "refuse";
      },
      (method, url) => {
        const part = partIn(method, url);
        if (part !== null) parts.arrived.push(part);
      },
    );
    await use(proxy);
    await proxy.close();
  },
  proxy: async ({ faulty }, use) => {
    await use({ server: faulty.url });
  },
});

signedIn();

const partIn = (method: string, url: URL) => (method === "PUT" ? url.searchParams.get("partNumber") : null);
const byNumber = (one: string, other: string) => Number(one) - Number(other);

test("a failed part is retried alone, and a failed upload resumes where it stopped", async ({
  page,
  credentials,
  api,
  request,
  parts,
}, info) => {
  const bucket = await newBucket(api);
  const bytes = randomBytes(17 * 1024 * 1024);
  const folder = folderOf(info.outputPath("broken"), { "film.bin": bytes });
  await openWorkspacePage(page, credentials, `buckets/${bucket}/objects`);
  await beginUpload(page, "Files", join(folder, "film.bin"), "Upload 1 file");
  await expect(uploads(page).getByRole("heading")).toHaveText("1 failed");
  await expect(uploads(page)).toContainText("The object store refused it with status 413");
  expect(parts.refused).toEqual(["2"]);
  parts.refusing = false;
  await uploads(page).getByRole("button", { name: "Try again with film.bin" }).click();
  await expect(uploads(page).getByRole("heading")).toHaveText("1 uploaded");
  expect(parts.arrived.toSorted(byNumber)).toEqual(["1", "2", "3"]);
  const { url } = await (
    await api.send("POST", `/object-storage/buckets/${bucket}/download-urls`, { data: { object_key: "film.bin" } })
  ).json();
  expect((await (await request.get(url)).body()).equals(bytes)).toBe(true);
});

test("all failed files can be retried at once", async ({ page, credentials, api, parts }, info) => {
  const bucket = await newBucket(api);
  const folder = folderOf(info.outputPath("refused"), { "one.txt": "one", "two.txt": "two" });
  await openWorkspacePage(page, credentials, `buckets/${bucket}/objects`);
  await beginUpload(page, "Files", [join(folder, "one.txt"), join(folder, "two.txt")], "Upload 2 files");
  await expect(uploads(page).getByRole("heading")).toHaveText("2 failed");
  parts.refusing = false;
  await uploads(page).getByRole("button", { name: "Try all again" }).click();
  await expect(uploads(page).getByRole("heading")).toHaveText("2 uploaded");
  expect(await keysOf(api, bucket)).toEqual(["one.txt", "two.txt"]);
});
