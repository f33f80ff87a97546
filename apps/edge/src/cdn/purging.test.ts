import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EdgeDocument } from "@fulmar/edge-protocol";
import { needs } from "@fulmar/testkit";
import { afterAll, describe, expect, test } from "vitest";
import { edgeOfFile, lacking, NGINX, originOfFile, type StoredObject, storeOfFile } from "./cdn-fixture.ts";
import { PurgeLedger } from "./purge-ledger.ts";

describe("purging", needs(NGINX, lacking.length === 0), async () => {
  if (lacking.length > 0) return;
  const edge = await edgeOfFile();
  let version = 0;
  const custom = await originOfFile((_, response) => response.end(String(version)));
  const objects = new Map<string, StoredObject>();
  const store = await storeOfFile(objects);

  const PATHS = ["/", "/a/1", "/a/2", "/a/b/3", "/ab", "/%C3%A9%20x", "/q?x=1"];
  test.each<[string, "everything" | { paths: string[] }, string[]]>([
    ["everything", "everything", PATHS],
    ["a path", { paths: ["/a/1"] }, ["/a/1"]],
    ["a path with any query", { paths: ["/q"] }, ["/q?x=1"]],
    ["a prefix", { paths: ["/a/*"] }, ["/a/1", "/a/2", "/a/b/3"]],
    ["a prefix within a segment", { paths: ["/a*"] }, ["/a/1", "/a/2", "/a/b/3", "/ab"]],
    ["another spelling", { paths: ["/%c3%a9%20%78"] }, ["/%C3%A9%20x"]],
    ["several", { paths: ["/ab", "/a/b/*", "/nothing"] }, ["/ab", "/a/b/3"]],
    ["all by a prefix", { paths: ["/*"] }, PATHS],
  ])("%s is gone at once, in all workers, and nothing else", async (_, extent, gone) => {
    const { get, purge } = await edge.serve({ origin: custom.origin, cachePolicy: "media" });
    version += 1;
    const before = String(version);
    for (const path of PATHS) expect((await get(path)).text).toBe(before);
    version += 1;
    await purge(extent);
    const seen = await Promise.all(PATHS.flatMap((path) => Array.from({ length: 8 }, () => get(path))));
    const answers = new Map(PATHS.map((path, place) => [path, seen.slice(place * 8, place * 8 + 8)]));
    for (const [path, all] of answers)
      for (const { text } of all) expect(text, path).toBe(gone.includes(path) ? String(version) : before);
  });

  test("a folder's purge is its index document's, and the other way round", async () => {
    const { get, purge } = await edge.serve({ origin: store.origin });
    for (const [purged, asked] of [
      ["/docs/", "/docs/index.html"],
      ["/docs/index.html", "/docs/"],
      ["/docs/", "/docs/"],
    ] as const) {
      objects.set("docs/index.html", { body: `before ${purged}` });
      await purge("everything");
      await get(asked);
      objects.set("docs/index.html", { body: `after ${purged}` });
      await purge({ paths: [purged] });
      expect((await get(asked)).text).toBe(`after ${purged}`);
    }
  });

  test("a purge of one distribution is none of another", async () => {
    const [one, other] = [await edge.serve({ origin: custom.origin }), await edge.serve({ origin: custom.origin })];
    await one.get("/x");
    await other.get("/x");
    await one.purge("everything");
    expect((await one.get("/x")).headers["x-cache"]).toBe("MISS");
    expect((await other.get("/x")).headers["x-cache"]).toBe("HIT");
  });

  test("another origin or policy has a cache of its own", async () => {
    const { get, change } = await edge.serve({ origin: custom.origin });
    await get("/x");
    await change({ cachePolicy: "short" });
    expect((await get("/x")).headers["x-cache"]).toBe("MISS");
    await change({ origin: { type: "custom", url: `${custom.origin.url}/other` } });
    expect((await get("/x")).headers["x-cache"]).toBe("MISS");
  });

  test("what is purged stays gone when the purge's document goes, the agent restarts and nginx restarts", async () => {
    const site = await edge.serve({ origin: custom.origin, cachePolicy: "media" });
    version += 1;
    await site.get("/a/1");
    version += 1;
    const purge = edge.document("purge", "purge_kept", { distributionId: site.id, extent: { paths: ["/a/*"] } });
    await edge.apply(purge);
    expect((await site.get("/a/1")).text).toBe(String(version));
    await edge.apply("purge_kept");
    expect(await site.get("/a/1")).toMatchObject({ text: String(version), headers: { "x-cache": "HIT" } });
    await edge.engine().stop();
    await edge.restartAgent();
    await edge.apply();
    expect(await site.get("/a/1")).toMatchObject({ text: String(version), headers: { "x-cache": "HIT" } });
  });
});

describe("PurgeLedger", () => {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-ledger-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const DAY = 86_400_000;
  let files = 0;
  const nextFile = () => join(folder, `${files++}.json`);
  const purge = (sequence: number, extent: EdgeDocument<"purge">["body"]["extent"]): EdgeDocument<"purge"> => ({
    kind: "purge",
    id: `p${sequence}`,
    revision: 1,
    sequence,
    body: { distributionId: "d", extent },
  });

  test("takes purges in any order and any number of times", () => {
    const ledger = new PurgeLedger(nextFile());
    const [first, second] = [purge(5, { paths: ["/a", "/b*"] }), purge(7, { paths: ["/a"] })];
    expect([...ledger.update([second])]).toEqual(["d"]);
    expect([...ledger.update([first])]).toEqual(["d"]);
    expect([...ledger.update([first, second])]).toEqual([]);
    expect(ledger.purgesOf("d")).toEqual({ everything: 0, paths: { "/a": 7 }, prefixes: [["/b", 5]] });
    ledger.update([purge(6, "everything")]);
    expect(ledger.purgesOf("d")).toEqual({ everything: 6, paths: { "/a": 7 }, prefixes: [] });
    expect([...ledger.update([first])]).toEqual([]);
  });

  test("remembers them, under the same epoch; a lost or broken file begins another one", () => {
    const file = nextFile();
    const ledger = new PurgeLedger(file);
    ledger.update([purge(5, { paths: ["/a"] })]);
    const again = new PurgeLedger(file);
    expect(again.purgesOf("d")).toEqual(ledger.purgesOf("d"));
    expect(again.epoch).toBe(ledger.epoch);
    rmSync(file);
    expect(new PurgeLedger(file).epoch).not.toBe(ledger.epoch);
  });

  test("forgets a purge once nothing from before it can be in the cache", () => {
    const ledger = new PurgeLedger(nextFile());
    ledger.update([purge(5, { paths: ["/a", "/b*"] })], 0);
    ledger.update([], 37 * DAY);
    expect(ledger.purgesOf("d").prefixes).toEqual([["/b", 5]]);
    expect([...ledger.update([], 37 * DAY + 1)]).toEqual(["d"]);
    expect(ledger.purgesOf("d")).toEqual({ everything: 0, paths: {}, prefixes: [] });
  });

  test("replaces too many purges by one of everything", () => {
    const ledger = new PurgeLedger(nextFile());
    const prefixes = Array.from({ length: 101 }, (_, index) => `/${index}/*`);
    ledger.update([purge(9, { paths: prefixes })]);
    expect(ledger.purgesOf("d")).toEqual({ everything: 9, paths: {}, prefixes: [] });
  });
});
