import { queryOf } from "@fulmar/prisma";
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEvent } from "../request/audit-event.ts";
import { LAST } from "./audit-position.ts";
import { type AuditFilter, EVERYTHING, listFor, valuesOf } from "./audit-trail.ts";

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await testDatabase.database.pool.query(
    auditEvent({
      rows: "generate_series(1, 30000) AS s (n)",
      audit_event_id: "'aud_' || n",
      organization_id: "CASE WHEN n % 3 > 0 THEN 'org_' || n % 20 END",
      actor: { type: "'user'", id: "'user_' || n % 7", name: "'Somebody'" },
      action: "CASE WHEN n % 3 > 0 THEN 'member.setRole' ELSE 'account.rename' END",
      resource_id: "'user_' || n % 7",
      request_id: "'req'",
    }),
  );
  await testDatabase.database.pool.query("ANALYZE audit_event");
});
afterAll(() => testDatabase.drop());

test.each<["organization" | "account", string, Partial<AuditFilter>, string]>([
  ["organization", "org_7", {}, "audit_event_organization_trail_idx"],
  ["organization", "org_7", { action: ["member.setRole"] }, "audit_event_organization_action_idx"],
  ["organization", "org_7", { actor_id: ["user_6"] }, "audit_event_organization_actor_idx"],
  [
    "organization",
    "org_7",
    { resource_id: ["user_6"], action: ["member.setRole"] },
    "audit_event_organization_resource_idx",
  ],
  ["account", "user_3", {}, "audit_event_account_idx"],
])("the trail of an %s (%s) filtered by %j is read by one index scan", async (trail, owner, asked, index) => {
  const filter = { ...EVERYTHING, ...asked };
  const page = { upper: LAST, from: 0n };
  const { statement, values } = queryOf(listFor(trail, filter), valuesOf(owner, filter, page, 51));
  const { rows } = await testDatabase.database.pool.query<{ "QUERY PLAN": string }>(`EXPLAIN ${statement.text}`, [
    ...values,
  ]);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain(`using ${index} on audit_event`);
  expect(plan).not.toContain("Seq Scan on audit_event");
});
