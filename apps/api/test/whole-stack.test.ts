import { loadConfiguration } from "@fulmar/config";
import { createWorkerServices, reconcilers, sagas } from "@fulmar/core/worker";
import { runReconcilers, runWorker } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { openDatabase } from "@fulmar/prisma";
import { processUrl } from "@fulmar/testkit";
import { liveStack, picture, remainsOf, type Send, until } from "@fulmar/testkit/stack";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "./api-fixture.ts";

/** API and worker share the key, like processes of one installation. */
const MASTER_KEY = "57ac".padEnd(64, "0");

let api: Api;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  api = await startApi({ FULMAR_MASTER_KEY: MASTER_KEY, FULMAR_DEPENDENTS_WAIT_MS: "60000" });
  stopWorker = startWorker(processUrl(api.databaseUrl, "fulmar_worker"));
});
afterAll(async () => {
  await stopWorker();
  await api.close();
});

/** Runs everything that a worker process does, on its own connections. */
function startWorker(databaseUrl: string): () => Promise<void> {
  const database = openDatabase(databaseUrl, { max: 20 });
  const services = createWorkerServices(
    database,
    loadConfiguration({ DATABASE_URL: databaseUrl, FULMAR_MASTER_KEY: MASTER_KEY }),
  );
  const worker = runWorker({ database, sagas, services, logger: silent });
  const repair = runReconcilers({ database, reconcilers, services, logger: silent });
  return async () => {
    await Promise.all([worker.stop({ graceMs: 0 }), repair.stop()]);
    await database.close();
  };
}

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
