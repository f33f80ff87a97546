// What goes wrong between a browser and the object store: the browser asks by a proxy of the test's own, which breaks what it is told to.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type FaultyProxy, openFaultyProxy } from "../src/faulty-proxy.ts";
import { test as base, expect, openWorkspacePage, signedIn } from "../src/fixtures.ts";
import { beginUpload, folderOf, newBucket, uploads } from "../src/uploads.ts";

/** By the number of a part, the URLs by which it was sent: each attempt of the page has its own, whatever the browser repeats by itself. */
type Attempts = Map<string, string[]>;

const test = base.extend<{ attempts: Attempts; faulty: FaultyProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  attempts: async ({}, use) => {
    await use(new Map());
  },
  /** Breaks the second part's first attempt, and refuses the next one once all other parts have arrived. */
  faulty: async ({ attempts }, use) => {
    const arrived = new Set<string>();
    const proxy = await openFaultyProxy(
      async (method, url) => {
        const part = url.searchParams.get("partNumber");
        if (method !== "PUT" || part === null) return "pass";
        const urls = attempts.get(part) ?? [];
        if (!urls.includes(url.href)) attempts.set(part, [...urls, url.href]);
        const attempt = attempts.get(part)?.indexOf(url.href);
        if (part !== "2" || attempt === 2) return "pass";
        if (attempt === 0) return "break";
        await expect.poll(() => arrived).toEqual(new Set(["1", "3"]));
        return "refuse";
      },
      (method, url) => {
        const part = url.searchParams.get("partNumber");
        if (method === "PUT" && part !== null) arrived.add(part);
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

test("a part that breaks off is sent again alone; an upload that failed goes on where it was", async ({ page, credentials, api, request, attempts }, info) => {
  const bucket = await newBucket(api);
  const bytes = randomBytes(17 * 1024 * 1024);
  const folder = folderOf(info.outputPath("broken"), { "film.bin": bytes });
  await openWorkspacePage(page, credentials, `buckets/${bucket}/objects`);
  await beginUpload(page, "Files", join(folder, "film.bin"), "Upload 1 file");
  await expect(uploads(page).getByRole("heading")).toHaveText("1 failed");
  await expect(uploads(page)).toContainText("The object store refused it with status 413");
  await uploads(page).getByRole("button", { name: "Try again with film.bin" }).click();
  await expect(uploads(page).getByRole("heading")).toHaveText("1 uploaded");
  expect(Object.fromEntries([...attempts].map(([part, urls]) => [part, urls.length]))).toEqual({ 1: 1, 2: 3, 3: 1 });
  const { url } = await (await api.send("POST", `/object-storage/buckets/${bucket}/download-urls`, { data: { object_key: "film.bin" } })).json();
  expect((await (await request.get(url)).body()).equals(bytes)).toBe(true);
});
