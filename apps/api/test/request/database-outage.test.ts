import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, type ApiResponse, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { openSeverableProxy, type SeverableProxy } from "../severable-proxy.ts";

const AT_ONCE = 4;
const ROUNDS = 12;
/** Statements between the cuts of two rounds. */
const PACE = 3;

/** A process whose database connection can be cut, beside one with a steady connection. */
let steady: Api;
let api: Api;
let proxy: SeverableProxy;
beforeAll(async () => {
  steady = await startApi();
  proxy = await openSeverableProxy(steady.databaseUrl);
  api = await startApi({ DATABASE_URL: proxy.url });
});
afterAll(async () => {
  await api.close();
  await proxy.sever();
  await steady.close();
});

const create = (name: string, key: string): Promise<ApiResponse> =>
  api.request("POST", "/compute/cloud-vms", { body: { name, plan_id: "plan-nano", template_id: "debian-13" }, key });

test("503 with Retry-After while the database is unreachable, and 200 once it is back", async () => {
  expect((await api.request("GET", "/token")).status).toBe(200);
  await proxy.sever();
  for (const response of [
    await api.request("GET", "/token"),
    await create("away", randomUUID()),
    await api.request("GET", "/compute/plans"),
  ]) {
    expectError(response, 503, "unavailable");
    expect(response.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  }
  // The answer is kept for a second.
  await expect.poll(async () => (await api.inject({ method: "GET", url: "/readyz" })).status).toBe(503);
  expectError(await api.inject({ method: "GET", url: "/readyz" }), 503, "unavailable");
  expect((await api.inject({ method: "GET", url: "/healthz" })).status).toBe(200);
  await proxy.restore();
  await expect.poll(async () => (await api.request("GET", "/token")).status).toBe(200);
  await expect.poll(async () => (await api.inject({ method: "GET", url: "/readyz" })).status).toBe(200);
});

test("a create that is retried with its key after a cut connection is carried out once, without a 500", async () => {
  const tenant = api.tenant;
  const statuses = new Set<number>();
  const names = Array.from({ length: ROUNDS * AT_ONCE }, (_, index) => `cut-${index}`);
  for (let round = 0; round < ROUNDS; round++) {
    const before = proxy.passed();
    const work = names.slice(round * AT_ONCE, (round + 1) * AT_ONCE).map(async (name) => {
      const key = `key-${name}`;
      const first = await create(name, key);
      statuses.add(first.status);
      await expect.poll(async () => (await create(name, key)).status).toBe(202);
      if (first.status === 202) await expect.poll(async () => (await create(name, key)).text).toBe(first.text);
    });
    let working = true;
    const done = Promise.all(work).finally(() => {
      working = false;
    });
    // Each round is cut a little later: in the door, at BEGIN, in the middle, at COMMIT. Statements that are sent
    // together may pass as one piece, so a late round may end before that many have passed.
    while (working && proxy.passed() - before < round * PACE) await new Promise(setImmediate);
    await proxy.sever();
    await proxy.restore();
    await done;
  }
  expect([...statuses].filter((status) => status !== 202 && status !== 503)).toEqual([]);
  expect(statuses.has(503)).toBe(true);
  const { rows } = await steady.database.pool.query<{ vms: number; operations: number; keys: number; audits: number }>(
    `SELECT (SELECT count(*)::int FROM vm WHERE workspace_id = $1 AND name LIKE 'cut-%') AS vms,
            (SELECT count(*)::int FROM operation WHERE workspace_id = $1) AS operations,
            (SELECT count(*)::int FROM idempotency_key WHERE workspace_id = $1) AS keys,
            (SELECT count(*)::int FROM audit_event WHERE workspace_id = $1) AS audits`,
    [tenant.workspaceId],
  );
  expect(rows).toEqual([{ vms: names.length, operations: names.length, keys: names.length, audits: names.length }]);
});
