import { liveStack, picture, remainsOf, type Send, until } from "@fulmar/testkit/stack";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "./api-fixture.ts";
import { startWorker } from "./worker-fixture.ts";

let api: Api;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  api = await startApi({ FULMAR_DEPENDENTS_WAIT_MS: "60000" });
  stopWorker = startWorker(api);
});
afterAll(async () => {
  await stopWorker();
  await api.close();
});

const send: Send = (method, path, body) => {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  return api.request(method, pathname, {
    query: Object.fromEntries(searchParams),
    ...(body !== undefined && { body }),
  });
};

test("two whole stacks are created, read, changed and destroyed concurrently, and nothing remains", async () => {
  const [one] = await Promise.all([
    liveStack({ send, prefix: "one", block: 20 }),
    liveStack({ send, prefix: "two", block: 21 }),
  ]);
  const remains = await until(
    "everything to be gone",
    () => remainsOf(api.database, api.tenant.workspaceId),
    (left) => Object.keys(left).length === 0,
  );
  expect(remains).toEqual({});
  await expect(`${normalised(picture(one.made))}\n${normalised(picture(one.changed))}`).toMatchFileSnapshot(
    "whole-stack.txt",
  );
}, 180_000);

/** Replaces addresses and host names, which differ between runs, by others of the same length. */
function normalised(text: string): string {
  return text
    .replaceAll(/\d+\.\d+\.\d+\.\d+(?![\d/]) */g, (found) => "a.b.c.d".padEnd(found.length))
    .replaceAll(/\w+(?=\.cdn\.fulmar)/g, (found) => "x".repeat(found.length));
}
