// The promise of audit trail pages (docs/adr/0009): no event appears later among or below those already shown.
import { newId } from "@fulmar/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const insert = `
  INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action,
                           request_id, result)
  VALUES ($1, $2, $3::bigint, 'system', 'test', 'test', 'vm.corrected', 'test', 200)`;

/** Opens a transaction that has written an event and stays open until ended. */
async function openTransaction(tenant: Tenant) {
  const event = newId("aud");
  const client = await api.database.pool.connect();
  await client.query("BEGIN");
  await client.query(insert, [event, tenant.organizationId, tenant.workspaceId]);
  return {
    event,
    end: async (command: "COMMIT" | "ROLLBACK") => {
      await client.query(command);
      client.release();
    },
  };
}

async function write(tenant: Tenant): Promise<string> {
  const event = newId("aud");
  await api.database.pool.query(insert, [event, tenant.organizationId, tenant.workspaceId]);
  return event;
}

async function read(tenant: Tenant, query: Record<string, string> = {}): Promise<string[]> {
  const { status, body } = await api.request("GET", "/audit-events", {
    query: { limit: "1000", ...query },
    token: tenant.token,
    workspaceId: tenant.workspaceId,
  });
  expect(status).toBe(200);
  return body.map((event: { audit_event_id: string }) => event.audit_event_id);
}

test("an event of a slow transaction is listed on top when it commits, not below events already shown", async () => {
  const tenant = await api.createTenant();
  const before = await write(tenant);
  const slow = await openTransaction(tenant);
  const overtaking = await write(tenant);
  // The later event is withheld, because the slower transaction's event belongs below it.
  expect(await read(tenant)).toEqual([before]);
  await slow.end("COMMIT");
  expect(await read(tenant)).toEqual([overtaking, slow.event, before]);
});

test("events withheld for an open transaction are shown after it rolls back", async () => {
  const tenant = await api.createTenant();
  const slow = await openTransaction(tenant);
  const other = await write(tenant);
  expect(await read(tenant)).toEqual([]);
  await slow.end("ROLLBACK");
  expect(await read(tenant)).toEqual([other]);
});

test("open transactions of another workspace, or without an event yet, withhold no events", async () => {
  const [tenant, neighbour] = [await api.createTenant(), await api.createTenant()];
  const foreign = await openTransaction(neighbour);
  const client = await api.database.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("UPDATE workspace SET name = name WHERE workspace_id = $1", [tenant.workspaceId]);
    const event = await write(tenant);
    expect(await read(tenant)).toEqual([event]);
    // Its event comes after those shown, although its transaction began earlier.
    const late = newId("aud");
    await client.query(insert, [late, tenant.organizationId, tenant.workspaceId]);
    await client.query("COMMIT");
    expect(await read(tenant)).toEqual([late, event]);
  } finally {
    client.release();
  }
  await foreign.end("COMMIT");
});

test("a past range is answered only after every transaction that may write into it has ended", async () => {
  const tenant = await api.createTenant();
  const slow = await openTransaction(tenant);
  const { rows } = await api.database.pool.query<{ to: Date }>(`SELECT clock_timestamp() AS "to" FROM pg_sleep(0.01)`);
  const answer = read(tenant, { to: String(rows[0]?.to.toISOString()) });
  // Long enough for a request that should wait to return too early.
  await api.database.pool.query("SELECT pg_sleep(0.1)");
  await slow.end("COMMIT");
  expect(await answer).toEqual([slow.event]);
});

test("503 range_incomplete: a transaction that may write into the past range stays open", async () => {
  const tenant = await api.createTenant();
  const slow = await openTransaction(tenant);
  const to = new Date(Date.now() + 5).toISOString();
  await api.database.pool.query("SELECT pg_sleep(0.02)");
  const response = await api.request("GET", "/audit-events", {
    query: { to },
    token: tenant.token,
    workspaceId: tenant.workspaceId,
  });
  expectError(response, 503, "range_incomplete");
  expect(response.headers["retry-after"]).toBe("2");
  await slow.end("COMMIT");
});

test("a reader that polls during concurrent writes gets every committed event once and in a stable order", async () => {
  const tenant = await api.createTenant();
  const WRITERS = 8;
  const EACH = 40;
  let writing = WRITERS;
  const committed: string[] = [];
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let nth = 0; nth < EACH; nth++) {
      const event = newId("aud");
      const commits = (writer + nth) % 7 !== 0;
      const client = await api.database.pool.connect();
      await client.query("BEGIN");
      // Some write early and commit late, some write late, and some roll back.
      if (nth % 2 === 0) await client.query("SELECT pg_sleep(0.004)");
      await client.query(insert, [event, tenant.organizationId, tenant.workspaceId]);
      await client.query(`SELECT pg_sleep(${(writer % 4) * 0.003})`);
      await client.query(commits ? "COMMIT" : "ROLLBACK");
      client.release();
      if (commits) committed.push(event);
    }
    writing--;
  });
  // All events followed so far, newest first. A page may be shorter than the previous one, if a transaction that began
  // earlier has written meanwhile. But the shorter of two pages is always a suffix of the longer: no event is inserted
  // in between or removed.
  let followed: string[] = [];
  const follow = (page: string[]) => {
    const [shorter, longer] = page.length < followed.length ? [page, followed] : [followed, page];
    expect(longer.slice(longer.length - shorter.length)).toEqual(shorter);
    followed = longer;
  };
  let pages = 0;
  while (writing > 0) {
    follow(await read(tenant));
    pages++;
  }
  await Promise.all(writers);
  const last = await read(tenant);
  follow(last);
  expect(last).toHaveLength(committed.length);
  expect(new Set(last)).toEqual(new Set(committed));
  expect(pages).toBeGreaterThan(3);
});
