import { describe, expect, test } from "vitest";
import { edgeOfFile, lacking, originOfFile, storeOfFile, type StoredObject } from "./cdn-fixture.ts";

describe.skipIf(lacking.length > 0)("serving", async () => {
  if (lacking.length > 0) return;
  const edge = await edgeOfFile();
  const objects = new Map<string, StoredObject>();
  const store = await storeOfFile(objects);
  const custom = await originOfFile((message, response) => response.end(`hello ${message.url}`));

  test("a bucket's object comes from the store once, then from the cache", async () => {
    objects.set("a b/ü+%.txt", { body: "one", type: "text/plain" });
    const { get } = await edge.serve({ origin: store.origin });
    const path = `/${"a b/ü+%.txt".split("/").map(encodeURIComponent).join("/")}`;
    const first = await get(path);
    expect(first).toMatchObject({ status: 200, text: "one", headers: { "x-cache": "MISS" } });
    expect(await get(path)).toMatchObject({ status: 200, text: "one", headers: { "x-cache": "HIT" } });
    expect(Object.keys(first.headers).filter((name) => /^x-amz|^x-edge/.test(name))).toEqual([]);
  });

  test("a custom origin's answer", async () => {
    const { get } = await edge.serve({ origin: custom.origin });
    expect(await get("/x?y=1")).toMatchObject({ status: 200, text: "hello /x?y=1" });
    expect(await get("/x?y=1")).toMatchObject({ status: 200, headers: { "x-cache": "HIT" } });
  });
});
