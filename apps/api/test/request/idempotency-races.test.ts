import { randomUUID } from "node:crypto";
import type { PublicOperationId } from "@fulmar/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { exampleOf, operations } from "../examples/all.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function rows(sql: string, workspaceId: string): Promise<number> {
  const { rows: found } = await api.database.pool.query<{ count: string }>(sql, [workspaceId]);
  return Number(found[0]?.count);
}

function declared(id: PublicOperationId) {
  const operation = operations.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return operation;
}

test("100 concurrent creates with one key make one VM, operation and audit event, and get equal answers", async () => {
  const fixture = new ExampleFixture(api, await api.createTenant());
  const create = declared("cloudVm.create");
  const request = await exampleOf(create, fixture);
  const key = randomUUID();

  const answers = await Promise.all(Array.from({ length: 100 }, () => fixture.send(create, request, { key })));

  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([202]));
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.headers.location)).size).toBe(1);
  expect(answers.filter((answer) => answer.headers["idempotency-replayed"] === "true")).toHaveLength(99);
  for (const table of ["vm", "operation", "audit_event", "idempotency_key"]) {
    expect({
      table,
      rows: await rows(`SELECT count(*) FROM ${table} WHERE workspace_id = $1`, fixture.workspaceId),
    }).toEqual({ table, rows: 1 });
  }
});

test("two API processes share idempotency keys", async () => {
  const other = await startApi({ DATABASE_URL: api.databaseUrl });
  try {
    const create = declared("cloudVm.create");
    const fixture = new ExampleFixture(api, api.tenant);
    const elsewhere = new ExampleFixture(other, api.tenant);
    const request = await exampleOf(create, fixture);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? fixture : elsewhere).send(create, request, { key })),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers["idempotency-replayed"] === undefined)).toHaveLength(1);
  } finally {
    await other.close();
  }
});

test("409 name_taken for all but one of 50 concurrent creates of one name with different keys", async () => {
  const fixture = new ExampleFixture(api, await api.createTenant());
  const create = declared("cloudVm.create");
  const request = await exampleOf(create, fixture);
  const answers = await Promise.all(Array.from({ length: 50 }, () => fixture.send(create, request)));
  const statuses = answers.map((answer) => answer.status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([202, ...Array.from({ length: 49 }, () => 409)]);
  expect(new Set(answers.filter((answer) => answer.status === 409).map((answer) => answer.body.code))).toEqual(
    new Set(["name_taken"]),
  );
  expect(await rows("SELECT count(*) FROM vm WHERE workspace_id = $1", fixture.workspaceId)).toBe(1);
});

test("a request that waits for another with its key is carried out when that one rolls back", async () => {
  const fixture = new ExampleFixture(api, await api.createTenant());
  const create = declared("cloudVm.create");
  const request = await exampleOf(create, fixture);
  const key = randomUUID();
  // Another transaction holds the key and releases it without an answer, as when a process dies.
  const holder = await api.database.pool.connect();
  await holder.query("BEGIN");
  await holder.query(
    `INSERT INTO idempotency_key (workspace_id, operation, key, fingerprint, status)
       VALUES ($1, 'cloudVm.create', $2, '', 0)`,
    [fixture.workspaceId, key],
  );
  const waiting = fixture.send(create, request, { key });
  await expect
    .poll(() =>
      rows(
        `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND $1::text IS NOT NULL
           AND datname = current_database()`,
        fixture.workspaceId,
      ),
    )
    .toBe(1);
  await holder.query("ROLLBACK");
  holder.release();
  const answer = await waiting;
  expect({ status: answer.status, replayed: answer.headers["idempotency-replayed"] }).toEqual({
    status: 202,
    replayed: undefined,
  });
});
