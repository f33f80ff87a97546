// Deliveries are made in rounds, a transaction for each organization. apps/api/test/webhooks/delivery.test.ts sends
// them.

import { ALL_SCOPES } from "@fulmar/contract";
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/index.ts";
import { fanOut } from "../../src/webhooks/fan-out.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await db.database.pool.query<Row>(text, values)).rows;

/** An organization whose workspaces have a webhook each, and this many events after it was made. */
async function organization({ workspaces, events }: { workspaces: number; events: number }): Promise<string> {
  const { prisma } = db.database;
  const organization_id = newId("org");
  await prisma.organization.create({ data: { organization_id, name: "Test" } });
  for (let number = 0; number < workspaces; number++) {
    const { workspace_id } = await prisma.workspace.create({ data: { organization_id, name: `workspace-${number}` } });
    await query(
      `INSERT INTO webhook (workspace_id, webhook_id, name, description, url, event_types, event_scopes, enabled,
                            sealed_secret)
       VALUES ($1, $2, 'hook', '', 'https://example.com', '{*}', $3, true, '')`,
      [workspace_id, newId("whk"), ALL_SCOPES],
    );
    await query(
      `INSERT INTO event (workspace_id, kind, resource_id, actor_type, actor_id, actor_name)
       SELECT $1, 'vpc.create', 'vpc_' || number, 'user', 'u', 'u' FROM generate_series(1, $2) AS number`,
      [workspace_id, events],
    );
  }
  return organization_id;
}

async function made(organizationId: string): Promise<number> {
  const [row] = await query<{ made: number }>(
    "SELECT count(*)::int AS made FROM webhook_delivery JOIN workspace USING (workspace_id) WHERE organization_id = $1",
    [organizationId],
  );
  return row?.made ?? 0;
}

test("an organization with many events in many workspaces gets one transaction a round", async () => {
  const busy = await organization({ workspaces: 3, events: 1_200 });
  const quiet = await organization({ workspaces: 1, events: 1 });
  const round = () => fanOut({ database: db.database }, new AbortController().signal);
  expect(await round()).toBe(true);
  expect([await made(busy), await made(quiet)]).toEqual([500, 1]);
  const later = await organization({ workspaces: 1, events: 2 });
  await round();
  expect([await made(busy), await made(later)]).toEqual([expect.any(Number), 2]);
  expect(await made(busy)).toBeLessThanOrEqual(1_000);
  while (await round());
  expect([await made(busy), await made(quiet), await made(later)]).toEqual([3_600, 1, 2]);
});
